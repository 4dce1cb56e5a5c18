import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { History } from '#main/history/threads/historyClient.ts';
import { createRecomputationWork } from '#main/recomputation/recomputationWork.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { brand, writeRules } from '#tests/support/recomputation/recomputing.ts';

export type Replayed = {
  readonly seconds: number;
  /** Rows of brands named in answers. */
  readonly mentions: number;
  /** Longest time the history thread let a short read wait, milliseconds. */
  readonly maxBlockMs: number;
};

/** Names that stand in some of these answers, as a person would list brands. */
export async function namesIn(history: History, ids: readonly string[]): Promise<readonly string[]> {
  const { observations } = await history.call('observations.getMany', { ids });
  const words = observations.flatMap(({ text }) => text.match(/\p{L}{6,}/gu) ?? []);
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((_, at) => at % 5 === 0).slice(0, 20);
}

/** Applies rules of that many brands to the whole history, while short reads are asked of it all the time. */
export async function recomputeAll(history: History, names: readonly string[]): Promise<Replayed> {
  await writeRules(
    history,
    names.map((name) => brand(`bench:${name}`, name)),
  );
  const { sessionId } = await history.call('sessions.open', { host: 'test', programVersion: '0', nowMs: 0 });
  const pool = createDerivationPool({ entry: historyEntry, file: history.file });
  const work = createRecomputationWork({
    history: { call: history.call, sessionId: () => sessionId },
    pool,
    analysisRules: 'bench',
    clock: realClock,
    log: silent,
    onProgress: () => {},
  });
  const { signal } = new AbortController();
  let going = true;
  let maxBlockMs = 0;
  const asking = (async () => {
    while (going) {
      const asked = performance.now();
      await history.call('brands.version', {});
      maxBlockMs = Math.max(maxBlockMs, performance.now() - asked);
      await delay(2);
    }
  })();
  const started = performance.now();
  while (await work.turn(signal));
  const seconds = (performance.now() - started) / 1000;
  going = false;
  await asking;
  await pool.close();
  return { seconds, mentions: mentionsIn(history.file), maxBlockMs };
}

function mentionsIn(file: string): number {
  const db = new Database(file, { readonly: true });
  const row = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM brand_mentions').get();
  db.close();
  return row?.n ?? 0;
}
