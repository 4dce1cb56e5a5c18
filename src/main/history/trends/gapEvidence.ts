import type { Database } from 'better-sqlite3';
import { createBrandMatcher } from '#shared/analysis/brands.ts';
import type { BrandRule } from '#shared/analysis/model.ts';
import { quoteOf } from '#shared/analysis/quotes.ts';
import { samplesFromResult } from '#shared/analysis/samples.ts';
import { sourceIdentity } from '#shared/analysis/urls.ts';
import type { GapView } from '#shared/model/gap.ts';
import { answerMembers } from '../store/derive/answerMembers.ts';
import { isBrokenAnswer } from '../store/failures.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import type { KnownGap } from './gapDecisions.ts';

type AnswerRow = {
  readonly uid: string;
  readonly engine: string;
  readonly language: string | null;
  readonly payload_id: number;
};

/** Reads the evidence of a gap from its latest answer; each answer is read once. */
export function createGapEvidence(db: Database, payloads: PayloadStore) {
  const answerRow = db.prepare<{ id: number }, AnswerRow>(
    'SELECT uid, engine, language, payload_id FROM observations WHERE id = @id',
  );
  const cited = db.prepare<{ id: number }, { url: string; domain: string }>(
    `SELECT ifnull(r.destination, u.url) AS url, d.name AS domain
     FROM sources s JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id
       LEFT JOIN redirects r ON r.url_id = u.id
     WHERE s.observation_id = @id AND s.kind = 'cited' ORDER BY s.ordinal`,
  );
  const contentOf = ({ engine, payload_id }: AnswerRow) => {
    try {
      return samplesFromResult(engine, answerMembers(payloads.bytes(payload_id)));
    } catch (error) {
      // One damaged body must not hide all other gaps.
      if (isBrokenAnswer(error)) return null;
      throw error;
    }
  };
  return (rivals: readonly BrandRule[]) => {
    const matcher = createBrandMatcher(rivals);
    const read = new Map<
      number,
      { readonly row: AnswerRow; readonly content: ReturnType<typeof contentOf> }
    >();
    const answerOf = (id: number) => {
      const known = read.get(id);
      if (known !== undefined) return known;
      const row = answerRow.get({ id });
      if (row === undefined) return null;
      const answer = { row, content: contentOf(row) };
      read.set(id, answer);
      return answer;
    };
    return (
      id: number,
      { gap, key }: KnownGap,
    ): Pick<GapView, 'observationId' | 'quote' | 'language' | 'url'> | null => {
      const answer = answerOf(id);
      if (answer === null) return null;
      const { row, content } = answer;
      const brands = new Set(gap.named.flatMap((at) => rivals[at]?.id ?? []));
      const quote = content === null ? null : quoteOf(content, matcher, brands, row.language ?? 'und');
      const page =
        key.domain === ''
          ? undefined
          : cited.all({ id }).find(({ url, domain }) => sourceIdentity(url, domain)?.domain === key.domain);
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
        url: page?.url ?? null,
      };
    };
  };
}
