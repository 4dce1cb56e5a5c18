import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { createOperations } from '#main/history/store/operations/table.ts';
import { createSessionLocks } from '#main/history/store/sessionLocks.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';

export const filledAtMs = 1_790_000_000_000;

export type Filling = {
  readonly runs: number;
  readonly answersPerRun: number;
  /** When each run was asked, by its place. */
  readonly atMs?: (run: number) => number;
  /** Incompressible bytes in every answer. */
  readonly fillerBytes?: number;
};

/** Writes finished runs into a history that no program has open; gives their ids. */
export function fillHistory(folder: string, filling: Filling): readonly string[] {
  const file = join(folder, 'history.db');
  const { db } = openDatabase(file);
  const locks = createSessionLocks(join(folder, 'sessions'));
  const operations = createOperations(db, { file, locks });
  const { sessionId } = operations['sessions.open'].run({
    host: 'test',
    programVersion: '0',
    nowMs: filledAtMs,
  });
  const runs: string[] = [];
  const fill = db.transaction(() => {
    for (let run = 0; run < filling.runs; run += 1) {
      const nowMs = filling.atMs?.(run) ?? filledAtMs + run;
      const { runId } = operations['runs.create'].run({
        sessionId,
        question: `Question ${run}?`,
        engine: 'assistant-a',
        connectionId: 'embedded',
        options: {},
        samples: 1,
        cells: Array.from({ length: filling.answersPerRun }, (_, index) => ({
          market: {
            country: `${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + (run % 26))}`,
          },
          sample: 1 + Math.floor(index / 26),
        })),
        nowMs,
      });
      for (const cell of operations['cells.take'].run({ runId, limit: filling.answersPerRun, nowMs })) {
        const filler = createHash('shake256', { outputLength: filling.fillerBytes ?? 64 })
          .update(cell.id)
          .digest('base64');
        const body = sampleBody(cell.market.country ?? 'DE', { filler });
        operations['cells.settle'].run({
          cellId: cell.id,
          outcome: {
            kind: 'completed',
            answer: sampleAnswer('DE', { body, receivedAtMs: nowMs, requestId: cell.id }),
          },
          nowMs,
        });
      }
      operations['runs.finish'].run({ runId, nowMs });
      runs.push(runId);
    }
  });
  fill.immediate();
  while (operations['history.index'].run({ limit: 500 }).pending > 0);
  operations['sessions.close'].run({ sessionId, nowMs: filledAtMs });
  db.close();
  locks.close();
  return runs;
}

/** Row counts and the hashes of all payloads, read without changing the file. */
export function countsOf(file: string): {
  readonly runs: number;
  readonly cells: number;
  readonly observations: number;
  readonly payloads: number;
} {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const count = (table: string): number =>
      db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
    return {
      runs: count('runs'),
      cells: count('cells'),
      observations: count('observations'),
      payloads: count('payloads'),
    };
  } finally {
    db.close();
  }
}
