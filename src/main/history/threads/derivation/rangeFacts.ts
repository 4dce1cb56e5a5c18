import type { Database } from 'better-sqlite3';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { type DecidedBrands, decideBrands } from '#shared/text/brands/brandDecisions.ts';
import { type BrandMatcher, createBrandMatcher } from '#shared/text/brands/brands.ts';
import { brandsInContent } from '#shared/text/brands/brandsInAnswer.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { answerMembers } from '../../store/derive/answerMembers.ts';
import { isBrokenAnswer, mustHave } from '../../store/failures.ts';
import type { BrandRuleSet } from '../../store/operations/brandRules.ts';
import type { PayloadStore } from '../../store/operations/payloads.ts';
import type { AnswerRange, RangeFacts } from './protocol.ts';

type AnswerRow = {
  readonly id: number;
  readonly uid: string;
  readonly engine: string;
  readonly payload: number;
  readonly language: string | null;
  /** "" if the question had no country. */
  readonly country: string;
};

/** Maximum number of cached rules: the current ones and those of a running recomputation, of some projects. */
const maxMatchers = 8;

/** The brands of one version of the rules, after all its decisions. */
export function createPastBrands(db: Database) {
  const decided = createPastRules(db);
  return (rulesVersion: number): readonly BrandRule[] => decided(rulesVersion).brands;
}

function createPastRules(db: Database) {
  const rulesOf = db.prepare<{ rulesVersion: number }, { rules: string }>(
    'SELECT rules FROM brand_rule_versions WHERE version = @rulesVersion',
  );
  return (rulesVersion: number): DecidedBrands => {
    const row = mustHave(rulesOf.get({ rulesVersion }), `No version ${rulesVersion} of the brand rules.`);
    const { brands, decisions }: BrandRuleSet = JSON.parse(row.rules);
    return decideBrands({ brands, decisions: decisions.map((each) => each.decision) });
  };
}

/** Searches ranges of stored answers for brands, exactly as a comparison does. */
export function createRangeFacts(db: Database, payloads: PayloadStore) {
  const answers = db.prepare<{ rulesVersion: number; after: number; through: number }, AnswerRow>(
    `SELECT o.id, o.uid, o.engine, o.payload_id AS payload, o.language, coalesce(m.country, '') AS country
     FROM observations o JOIN runs r ON r.id = o.run_id JOIN markets m ON m.id = o.market_id
     WHERE r.project_id = (SELECT project_id FROM brand_rule_versions WHERE version = @rulesVersion) AND o.id > @after AND o.id <= @through
     ORDER BY o.id`,
  );
  const pastRules = createPastRules(db);
  type Search = { readonly matcher: BrandMatcher; readonly dismissed: ReadonlySet<string> };
  const searches = new Map<number, Search>();
  const searchOf = (rulesVersion: number): Search => {
    const known = searches.get(rulesVersion);
    if (known) return known;
    const { brands, dismissed } = pastRules(rulesVersion);
    const search = { matcher: createBrandMatcher(brands), dismissed };
    if (searches.size >= maxMatchers) searches.clear();
    searches.set(rulesVersion, search);
    return search;
  };

  return (rulesVersion: number, { after, through }: AnswerRange): RangeFacts => {
    const { matcher, dismissed } = searchOf(rulesVersion);
    const searched: number[] = [];
    const facts: number[] = [];
    const damaged: string[] = [];
    for (const { id, uid, engine, payload, language, country } of answers.all({
      rulesVersion,
      after,
      through,
    })) {
      let answer: Readonly<Record<string, unknown>>;
      try {
        answer = answerMembers(payloads.bytes(payload));
      } catch (error) {
        // One damaged body must not prevent counting all other answers.
        if (!isBrokenAnswer(error)) throw error;
        damaged.push(uid);
        continue;
      }
      const found = brandsInContent(samplesFromResult(engine, answer), matcher, dismissed, {
        language,
        country,
      });
      if (found === null) continue;
      searched.push(id);
      for (const [brand, { rank, listRank, depth, mentions }] of found)
        facts.push(id, brand, rank, listRank ?? 0, depth, mentions);
    }
    return {
      brands: matcher.brands.map((brand) => brand.id),
      searched: Float64Array.from(searched),
      facts: Float64Array.from(facts),
      damaged,
    };
  };
}
