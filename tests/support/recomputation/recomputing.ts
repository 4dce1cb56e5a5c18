import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { History } from '#main/history/threads/historyClient.ts';
import { createRecomputationWork, type RecomputationWork } from '#main/recomputation/recomputationWork.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { createRun, openSession } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

const now = 1_790_000_000_000;

export const brand = (id: string, name: string, ...aliases: readonly string[]): BrandRule => ({
  id,
  name,
  kind: 'competitor',
  aliases: aliases.map((text) => ({ text })),
  domains: [],
});

/** Stores answers of one run, each naming other brands than the one before it. */
export async function storeAnswers(history: History, count: number): Promise<string> {
  const countries = Array.from({ length: count }, (_, at) => (at % 3 === 0 ? 'DE' : 'FR'));
  const runId = await createRun(history, await openSession(history), countries);
  for (let left = count; left > 0; left -= 64) {
    const cells = await history.call('cells.take', { runId, limit: 64, nowMs: now });
    await Promise.all(
      cells.map((cell) => {
        const at = cell.ordinal;
        const markdown = [
          `Number ${at}: people trust these.`,
          '',
          at % 2 === 0 ? '1. **Foldmaster** is light.' : '1. **Kestrel Locks** is heavy.',
          at % 5 === 0 ? '2. **Norrland** comes after it, and Foldmaster again.' : '2. Nothing else.',
        ].join('\n');
        const answer = sampleAnswer('DE', { body: sampleBody('DE', { text: markdown, markdown }) });
        return history.call('cells.settle', {
          cellId: cell.id,
          outcome: { kind: 'completed', answer },
          nowMs: now,
        });
      }),
    );
  }
  return runId;
}

/** The next version of the brand rules. */
export async function writeRules(history: History, brands: readonly BrandRule[]): Promise<number> {
  const after = await history.call('brands.version', {});
  const { version } = await history.call('brands.write', { after, brands, decisions: [], nowMs: now });
  return version;
}

/** The work of replaying with threads of its own, eight answers at a time. */
export function startWork(
  history: History,
  sessionId: string,
  over: { readonly analysisRules?: string; readonly onProgress?: () => void } = {},
): RecomputationWork {
  const pool = createDerivationPool({ entry: historyEntry, file: history.file, size: 2 });
  onTestFinished(() => pool.close());
  return createRecomputationWork({
    history: { call: history.call, sessionId: () => sessionId },
    pool,
    analysisRules: over.analysisRules ?? 'test 1',
    clock: realClock,
    log: () => {},
    onProgress: over.onProgress ?? (() => {}),
    answersPerRange: 8,
  });
}

export async function finishWork(work: RecomputationWork): Promise<void> {
  const { signal } = new AbortController();
  while (await work.turn(signal));
}

/** Every stored fact of one version of the rules, in words. */
export function storedFacts(file: string, rulesVersion: number): readonly unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return [
      ...db
        .prepare('SELECT observation_id FROM brand_searches WHERE rules_version = ? ORDER BY 1')
        .all(rulesVersion),
      ...db
        .prepare(
          `SELECT f.observation_id, k.uid, f.rank, f.list_rank, f.depth, f.mentions
           FROM brand_mentions f JOIN brand_keys k ON k.id = f.brand_key
           WHERE f.rules_version = ? ORDER BY f.observation_id, f.rank`,
        )
        .all(rulesVersion),
    ];
  } finally {
    db.close();
  }
}
