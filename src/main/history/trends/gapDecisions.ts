import type { Database } from 'better-sqlite3';
import { shortHash } from '#shared/analysis/contentHash.ts';
import type { BrandRule } from '#shared/analysis/model.ts';
import type { Gap, GapTable } from '#shared/analysis/trends/gapTable.ts';
import type { GapKey, GapStatus } from '#shared/model/gap.ts';
import type { AnswerFacts } from './answerFacts.ts';

type Decision = {
  readonly fingerprint: string;
  readonly question: string;
  readonly status: GapStatus;
  readonly note: string;
  readonly decided_at_ms: number;
};
/** A gap with its texts, before its evidence is read. */
export type KnownGap = {
  readonly gap: Gap;
  readonly key: GapKey;
  readonly id: string;
  readonly decision: Decision | undefined;
};

export type DecidedGaps = {
  /** The question with this row id. */
  readonly textOf: (question: number) => string;
  readonly keyOf: (gap: Gap) => GapKey;
  readonly decisionOf: (gaps: GapTable, gap: number) => Decision | undefined;
};

export const fingerprintOf = ({ kind, question, engine, market, brand, domain }: GapKey): string =>
  shortHash(JSON.stringify([kind, question, engine, market, brand, domain]));

/** The user's status of gaps, and what identifies them in later runs. */
export function createGapDecisions(db: Database) {
  const questionOf = db.prepare<{ id: number }, string>('SELECT text FROM questions WHERE id = @id').pluck();
  const decisions = db.prepare<{ project: number }, Decision>(
    'SELECT fingerprint, question, status, note, decided_at_ms FROM gap_decisions WHERE project_id = @project',
  );
  const decide = db.prepare(
    `INSERT INTO gap_decisions (project_id, fingerprint, kind, question, engine, market, brand, domain, status, note, decided_at_ms)
     VALUES (@project, @fingerprint, @kind, @question, @engine, @market, @brand, @domain, @status, ifnull(@note, ''), @nowMs)
     ON CONFLICT DO UPDATE SET status = excluded.status, note = ifnull(@note, note),
       decided_at_ms = CASE WHEN status = excluded.status THEN decided_at_ms ELSE excluded.decided_at_ms END`,
  );
  /** Texts of questions by row id, until answers are read again after a deletion: then `places` is another list. */
  const questions = new Map<number, string>();
  let places: AnswerFacts['places'] = [];

  return {
    /** What identifies the gaps of these answers, and their status. */
    of(
      facts: AnswerFacts,
      domains: readonly string[],
      rivals: readonly BrandRule[],
      project: number,
    ): DecidedGaps {
      if (places !== facts.places) questions.clear();
      places = facts.places;
      const textOf = (id: number): string => {
        const text = questions.get(id) ?? questionOf.get({ id }) ?? '';
        questions.set(id, text);
        return text;
      };
      const keyOf = (gap: Gap): GapKey => {
        const { question = 0, engine = '', market = '*' } = facts.places[gap.place] ?? {};
        return {
          kind: gap.kind,
          question: textOf(question),
          engine,
          market,
          brand: gap.rival === null ? '' : (rivals[gap.rival]?.id ?? ''),
          domain: gap.domain === null ? '' : (domains[gap.domain] ?? ''),
        };
      };
      const decided = new Map(decisions.all({ project }).map((row) => [row.fingerprint, row]));
      // There are few decisions and many gaps, and computing their fingerprints takes longer than finding them.
      const decidedQuestions = new Set([...decided.values()].map(({ question }) => question));
      const isDecided = facts.places.map(
        ({ question }) => decidedQuestions.size > 0 && decidedQuestions.has(textOf(question)),
      );
      return {
        textOf,
        keyOf,
        decisionOf: (gaps, gap) =>
          isDecided[gaps.place(gap)] === true ? decided.get(fingerprintOf(keyOf(gaps.gap(gap)))) : undefined,
      };
    },
    decide(
      project: number,
      gaps: readonly GapKey[],
      made: { readonly status: GapStatus; readonly note: string | null; readonly nowMs: number },
    ): void {
      for (const gap of gaps) decide.run({ project, fingerprint: fingerprintOf(gap), ...gap, ...made });
    },
  };
}
