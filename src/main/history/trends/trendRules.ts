import type { Database } from 'better-sqlite3';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { decideBrands } from '#shared/text/brands/brandDecisions.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { createOwnedSites, noOwnedSites, type OwnedSites } from '#shared/text/brands/ownedSites.ts';
import type { BrandRuleSet } from '../store/operations/brandRules.ts';

/** Brand rules of one version, as used by a trend. */
export type TrendRules = {
  readonly version: number;
  readonly madeAtMs: number;
  readonly brands: readonly BrandRule[];
  readonly sites: OwnedSites;
};

const none: TrendRules = {
  version: 0,
  madeAtMs: 0,
  brands: [],
  sites: noOwnedSites,
};

/** The rules with stored facts: the current and the previous ones. */
export function createTrendRules(db: Database) {
  const stored = db.prepare<
    { project: number },
    { state: string; version: number; madeAtMs: number; rules: string }
  >(
    `SELECT p.state, v.version, v.made_at_ms AS madeAtMs, v.rules
     FROM replays p JOIN brand_rule_versions v ON v.version = p.rules_version
     WHERE p.project_id = @project AND p.state IN ('current', 'previous', 'running') ORDER BY v.version DESC`,
  );
  const newest = db.prepare<{ project: number }, { version: number; madeAtMs: number; rules: string }>(
    `SELECT version, made_at_ms AS madeAtMs, rules FROM brand_rule_versions WHERE project_id = @project ORDER BY version DESC LIMIT 1`,
  );
  const versions = db.prepare<{ project: number }, { version: number; atMs: number }>(
    'SELECT version, made_at_ms AS atMs FROM brand_rule_versions WHERE project_id = @project ORDER BY version',
  );
  const questionTexts = db.prepare<{ question: number }, { text: string }>(
    'SELECT text FROM questions WHERE id = @question',
  );
  const read = new Map<number, TrendRules>();
  const branded = new Map<string, (question: number) => boolean>();
  const readOnce = (row: { version: number; madeAtMs: number; rules: string }): TrendRules => {
    const known = read.get(row.version) ?? rulesOf(row.version, row.madeAtMs, JSON.parse(row.rules));
    read.set(row.version, known);
    return known;
  };

  const namesOf = (brands: readonly BrandRule[]): ((question: number) => boolean) => {
    const known = new Map<number, boolean>();
    const matcher = createBrandMatcher(brands);
    return (question) => {
      const before = known.get(question);
      if (before !== undefined) return before;
      const found = matcher.find(questionTexts.get({ question })?.text ?? '').length > 0;
      known.set(question, found);
      return found;
    };
  };

  return {
    /** `current` has version 0 if answers were never searched for brands. */
    get(project: number): { readonly current: TrendRules; readonly previous: TrendRules | null } {
      const rows = stored.all({ project });
      const of = (state: string): TrendRules | null => {
        const row = rows.find((each) => each.state === state);
        return row === undefined ? null : readOnce(row);
      };
      // The first search of all answers is used as far as it has progressed.
      return { current: of('current') ?? of('running') ?? none, previous: of('previous') };
    },
    /** The rules as the user set them last, whether or not answers were searched with them. */
    newest(project: number): TrendRules {
      const row = newest.get({ project });
      return row === undefined ? none : readOnce(row);
    },
    /** Changes of the rules, except the first version. */
    changes: (project: number): readonly { readonly version: number; readonly atMs: number }[] =>
      versions.all({ project }).slice(1),
    /** Whether a question names one of these brands. */
    names(rules: TrendRules, brands: readonly BrandRule[]): (question: number) => boolean {
      const key = `${rules.version} ${brands.map(({ id }) => id).join()}`;
      const names = branded.get(key) ?? namesOf(brands);
      if (branded.size > 20) branded.clear();
      branded.set(key, names);
      return names;
    },
  };
}

function rulesOf(version: number, madeAtMs: number, stored: BrandRuleSet): TrendRules {
  const { brands, domains, sourceTypes } = decideBrands({
    brands: stored.brands,
    decisions: stored.decisions.map((each) => each.decision),
  });
  const marked = (whose: 'own' | 'competitor'): readonly string[] =>
    [...domains].flatMap(([domain, as]) => (as === whose ? [domain] : []));
  const sites = createOwnedSites(
    brands,
    { own: marked('own'), competitor: marked('competitor') },
    sourceTypes,
  );
  return { version, madeAtMs, brands, sites };
}
