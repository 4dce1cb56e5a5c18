import { join } from 'node:path';
import { timeOrderedId } from '#service/identifiers.ts';
import type { ServiceStore } from '#service/store/serviceStore.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';

const samples = 15;
const picksPerSample = 50;

/**
 * Microseconds of picking the next task at two queue lengths. Many picks share a commit, so that the time of the
 * disk does not hide the time of the search.
 */
export async function pickTimes(folder: string): Promise<{ readonly small: number; readonly large: number }> {
  return {
    small: await fastestPick(join(folder, 'small'), 1_000),
    large: await fastestPick(join(folder, 'large'), 100_000),
  };
}

async function fastestPick(dataFolder: string, queued: number): Promise<number> {
  const store = openSqliteStore({ dataFolder });
  const now = Date.now();
  const { id: accountId } = await store.ensureAccount({ name: 'bench', plan: 'enterprise-5k', now });
  await fill(store, accountId, queued, now);
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const requests = Array.from({ length: picksPerSample }, () => ({ accountId, count: 1, budget: 100 }));
    const startedAt = performance.now();
    const claims = await store.claimTasks({ requests, now });
    times.push(((performance.now() - startedAt) * 1_000) / picksPerSample);
    if (claims.some(({ tasks }) => tasks.length !== 1)) throw new Error('no task was picked');
  }
  await store.close();
  return Math.min(...times);
}

async function fill(store: ServiceStore, accountId: number, queued: number, now: number): Promise<void> {
  for (let made = 0; made < queued; made += 500) {
    const tasks = Array.from({ length: 500 }, (_, index) => ({
      id: timeOrderedId(now),
      requestId: 'bench',
      engine: 'assistant-a' as const,
      payload: '{"prompt":"Which locks?","country":"US"}',
      priority: 1 + (index % 10),
      idempotencyKey: null,
      webhookUrl: null,
      creditsToCharge: 5,
      maximumCost: 5,
    }));
    await store.createTasks({ accountId, tasks, batchSize: 500, queueLimit: 1_000_000, now });
  }
}
