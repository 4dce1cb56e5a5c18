import { join } from 'node:path';
import { timeOrderedId } from '#platform/identifiers.ts';
import type { ServiceStore } from '#service/store/serviceStore.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';
import { byForm } from '../form.ts';

/** Lengths of the two queues. */
export const pickedFrom = { small: 1_000, large: byForm({ full: 100_000, quick: 100_000, smoke: 2_000 }) };
const samples = 50;
const picksPerSample = 16;

/**
 * Microseconds of picking the next task at two queue lengths, its move to PROCESSING on disk included. Many picks
 * share a commit, so that the time of the disk does not hide the time of the search; the two take turns and the
 * fastest sample counts, so that a slow moment of the machine does not hit one of them only.
 */
export async function pickTimes(folder: string): Promise<{ readonly small: number; readonly large: number }> {
  const queues = [
    await longQueue(join(folder, 'small'), pickedFrom.small),
    await longQueue(join(folder, 'large'), pickedFrom.large),
  ];
  const fastest = queues.map(() => Number.POSITIVE_INFINITY);
  for (let sample = 0; sample < samples; sample += 1) {
    for (const [index, queue] of queues.entries()) {
      fastest[index] = Math.min(fastest[index] ?? 0, await pickTime(queue));
    }
  }
  for (const { store } of queues) await store.close();
  const [small = 0, large = 0] = fastest;
  return { small, large };
}

type LongQueue = { readonly store: ServiceStore; readonly accountId: number; readonly now: number };

async function longQueue(dataFolder: string, queued: number): Promise<LongQueue> {
  const store = openSqliteStore({ dataFolder });
  const now = Date.now();
  const { id: accountId } = await store.ensureAccount({ name: 'bench', plan: 'enterprise-5k', now });
  await fill(store, accountId, queued, now);
  return { store, accountId, now };
}

async function pickTime({ store, accountId, now }: LongQueue): Promise<number> {
  const startedAt = performance.now();
  const picks = Array.from({ length: picksPerSample }, () =>
    store.pickTasks({ requests: [{ accountId, count: 1, budget: 100 }], now }),
  );
  const picked = (await Promise.all(picks)).flat();
  await store.recordFailedAttempt({ taskId: 'none', attempts: 0 });
  if (picked.some(({ tasks }) => tasks.length !== 1)) throw new Error('no task was picked');
  return ((performance.now() - startedAt) * 1_000) / picksPerSample;
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
