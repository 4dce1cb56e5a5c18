import type { Database } from 'better-sqlite3';
import type { ModelVerdicts } from '#shared/model/comparison/modelVerdicts.ts';
import { longHash } from '#shared/text/contentHash.ts';
import { reads, writes } from './operation.ts';

type Compared = { readonly ids: readonly string[]; readonly to: string };

/** The same for the same answers in any order. */
const hashOf = ({ ids, to }: Compared): string => longHash(JSON.stringify([[...ids].sort(), to]));

/** What the analysis model said differs between answers: derived, and deleted with any of them. */
export function createModelVerdictOperations(db: Database) {
  const latest = db.prepare<
    { answers: string },
    { readonly rater: string; readonly madeAtMs: number; readonly verdicts: string }
  >(
    `SELECT rater, made_at_ms AS madeAtMs, verdicts FROM model_verdicts WHERE answers = @answers
     ORDER BY made_at_ms DESC, key LIMIT 1`,
  );
  const put = db.prepare<{
    key: string;
    answers: string;
    rater: string;
    madeAtMs: number;
    verdicts: string;
  }>(
    `INSERT INTO model_verdicts (key, answers, rater, made_at_ms, verdicts)
     VALUES (@key, @answers, @rater, @madeAtMs, @verdicts)
     ON CONFLICT (key) DO UPDATE SET made_at_ms = excluded.made_at_ms, verdicts = excluded.verdicts`,
  );
  const putSubject = db.prepare<{ key: string; id: string }>(
    `INSERT OR IGNORE INTO model_verdict_subjects (observation_id, key)
     SELECT id, @key FROM observations WHERE uid = @id`,
  );
  return {
    'modelVerdicts.of': reads((compared: Compared): ModelVerdicts | null => {
      const found = latest.get({ answers: hashOf(compared) });
      if (found === undefined) return null;
      const { verdicts, ...made } = found;
      return { ...(JSON.parse(verdicts) as Omit<ModelVerdicts, 'rater' | 'madeAtMs'>), ...made };
    }),
    'modelVerdicts.keep': writes(
      ({ ids, verdicts }: { readonly ids: readonly string[]; readonly verdicts: ModelVerdicts }): void => {
        const { rater, madeAtMs, ...said } = verdicts;
        const answers = hashOf({ ids, to: verdicts.to });
        const key = longHash(`${answers} ${rater}`);
        put.run({ key, answers, rater, madeAtMs, verdicts: JSON.stringify(said) });
        for (const id of ids) putSubject.run({ key, id });
      },
    ),
  };
}
