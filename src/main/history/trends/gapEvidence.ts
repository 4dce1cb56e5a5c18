import type { Database } from 'better-sqlite3';
import type { Gap } from '#shared/figures/trends/gapTable.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { GapView } from '#shared/model/gap.ts';
import { quoteOf } from '#shared/search/quotes.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { answerMembers } from '../store/derive/answerMembers.ts';
import { isBrokenAnswer } from '../store/failures.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import type { AnswerFacts } from './answerFacts.ts';
import type { KnownGap } from './gapDecisions.ts';
import type { SourceFacts } from './sourceFacts.ts';
import type { TrendRules } from './trendRules.ts';

type AnswerRow = {
  readonly uid: string;
  readonly engine: string;
  readonly language: string | null;
  readonly payload: number;
};

/** What a gap shows of its latest answer. */
type Evidence = Pick<GapView, 'observationId' | 'quote' | 'language' | 'url'>;

/** What evidence depends on besides its answer, the competitors it names and the domain it cites. */
type Basis = {
  readonly rules: TrendRules;
  readonly places: AnswerFacts['places'];
  readonly domainOfUrl: SourceFacts['domainOfUrl'];
};

/**
 * Reads the evidence of a gap from its latest answer; each answer is read once. Evidence of the previous list is kept,
 * because most gaps of a list are those of the list before, and reading their answers takes longer than finding them.
 */
export function createGapEvidence(db: Database, payloads: PayloadStore) {
  const answerRow = db.prepare<{ id: number }, AnswerRow>(
    'SELECT uid, engine, language, payload_id AS payload FROM observations WHERE id = @id',
  );
  const cited = db
    .prepare<{ id: number }, number>(
      `SELECT url_id FROM sources WHERE observation_id = @id AND kind = 'cited' ORDER BY ordinal`,
    )
    .pluck();
  const urlOf = db
    .prepare<{ url: number }, string>(
      `SELECT ifnull(r.destination, u.url) FROM urls u LEFT JOIN redirects r ON r.url_id = u.id WHERE u.id = @url`,
    )
    .pluck();
  const contentOf = ({ engine, payload }: AnswerRow) => {
    try {
      return samplesFromResult(engine, answerMembers(payloads.bytes(payload)));
    } catch (error) {
      // One damaged body must not hide all other gaps.
      if (isBrokenAnswer(error)) return null;
      throw error;
    }
  };
  let kept: { readonly basis: Basis; readonly evidence: ReadonlyMap<string, Evidence> } | null = null;
  return (
    rules: TrendRules,
    rivals: readonly BrandRule[],
    { places }: AnswerFacts,
    { domainOfUrl, urlNumbers }: SourceFacts,
  ) => {
    const known =
      kept?.basis.rules === rules && kept.basis.places === places && kept.basis.domainOfUrl === domainOfUrl
        ? kept.evidence
        : new Map<string, Evidence>();
    const evidence = new Map<string, Evidence>();
    kept = { basis: { rules, places, domainOfUrl }, evidence };
    const matcher = createBrandMatcher(rivals);
    const answers = new Map<
      number,
      { readonly row: AnswerRow; readonly content: ReturnType<typeof contentOf> }
    >();
    const answerOf = (id: number) => {
      const before = answers.get(id);
      if (before !== undefined) return before;
      const row = answerRow.get({ id });
      if (row === undefined) return null;
      const answer = { row, content: contentOf(row) };
      answers.set(id, answer);
      return answer;
    };
    const read = (id: number, gap: Gap): Evidence | null => {
      const answer = answerOf(id);
      if (answer === null) return null;
      const { row, content } = answer;
      const brands = new Set(gap.named.flatMap((at) => rivals[at]?.id ?? []));
      const quote = content === null ? null : quoteOf(content, matcher, brands, row.language ?? 'und');
      const ofDomain = (url: number) => domainOfUrl[urlNumbers.get(url) ?? -1] === gap.domain;
      const page = gap.domain === null ? undefined : cited.all({ id }).find(ofDomain);
      return {
        observationId: row.uid,
        quote:
          quote === null
            ? null
            : {
                text: quote.text,
                marks: quote.marks.map(([start, end]): [number, number] => [start, end]),
                cutBefore: quote.cutBefore,
                cutAfter: quote.cutAfter,
              },
        language: row.language,
        url: page === undefined ? null : (urlOf.get({ url: page }) ?? null),
      };
    };
    return (id: number, { gap }: KnownGap): Evidence | null => {
      const key = `${id} ${gap.named} ${gap.domain}`;
      const found = known.get(key) ?? read(id, gap);
      if (found !== null) evidence.set(key, found);
      return found;
    };
  };
}
