import type { Database } from 'better-sqlite3';
import type { Gap } from '#shared/figures/trends/gapTable.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { GapKey, GapStatus } from '#shared/model/gap.ts';
import { shortHash } from '#shared/text/contentHash.ts';
import type { AnswerFacts } from './answerFacts.ts';

type Decision = {
  readonly fingerprint: string;
  readonly question: string;
  readonly status: GapStatus;
  readonly note: string;
  readonly decidedAtMs: number;
};
/** A gap with its texts, before its evidence is read. */
export type KnownGap = {
  readonly gap: Gap;
  readonly key: GapKey;
  readonly id: string;
  readonly decision: Decision | undefined;
};

/** What identifies the gaps of some answers, and their status. */
export type DecidedGaps = {
  readonly places: AnswerFacts['places'];
  readonly domains: readonly string[];
  readonly rivals: readonly BrandRule[];
  /** The question with this row id. */
  readonly textOf: (question: number) => string;
  /** By fingerprint. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Places with a decision: there are few, and computing the fingerprints of all gaps takes longer than finding them. */
  readonly isDecided: readonly boolean[];
};

export const fingerprintOf = ({ kind, question, engine, market, brand, domain }: GapKey): string =>
  shortHash(JSON.stringify([kind, question, engine, market, brand, domain]));

/** What identifies a gap in later runs. */
export function keyOf({ places, domains, rivals, textOf }: DecidedGaps, gap: Gap): GapKey {
  const { question = 0, engine = '', market = '*' } = places[gap.place] ?? {};
  return {
    kind: gap.kind,
    question: textOf(question),
    engine,
    market,
    brand: gap.rival === null ? '' : (rivals[gap.rival]?.id ?? ''),
    domain: gap.domain === null ? '' : (domains[gap.domain] ?? ''),
  };
}

export function decisionOf(decided: DecidedGaps, gap: Gap): Decision | undefined {
  if (decided.isDecided[gap.place] !== true) return undefined;
  return decided.decisions.get(fingerprintOf(keyOf(decided, gap)));
}

/** The user's status of gaps. */
export function createGapDecisions(db: Database) {
  const questionOf = db.prepare<{ id: number }, string>('SELECT text FROM questions WHERE id = @id').pluck();
  const decisions = db.prepare<{ project: number }, Decision>(
    `SELECT fingerprint, question, status, note, decided_at_ms AS decidedAtMs FROM gap_decisions
     WHERE project_id = @project`,
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

  const textOf = (id: number): string => {
    const text = questions.get(id) ?? questionOf.get({ id }) ?? '';
    questions.set(id, text);
    return text;
  };

  return {
    of(
      facts: AnswerFacts,
      domains: readonly string[],
      rivals: readonly BrandRule[],
      project: number,
    ): DecidedGaps {
      if (places !== facts.places) questions.clear();
      places = facts.places;
      const decided = new Map(decisions.all({ project }).map((row) => [row.fingerprint, row]));
      const decidedQuestions = new Set([...decided.values()].map(({ question }) => question));
      return {
        places,
        domains,
        rivals,
        textOf,
        decisions: decided,
        isDecided:
          decided.size === 0 ? [] : places.map(({ question }) => decidedQuestions.has(textOf(question))),
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
