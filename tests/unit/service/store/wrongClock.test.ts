import { expect, it } from 'vitest';
import { newTask, testStore } from '#tests/support/service/temporaryStore.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 9, 3);
const ahead = Date.UTC(2046, 9, 3);
const behind = Date.UTC(2020, 0, 1);

/** A store whose account has a task that ended at each of these times. */
async function ended(...times: readonly number[]) {
  const store = await testStore();
  const { id: accountId } = await store.ensureAccount({ name: 'a', plan: 'lite', now: start });
  const tasks = times.map(() => newTask({ webhookUrl: 'https://hooks.example/' }));
  await store.createTasks({ accountId, tasks, batchSize: tasks.length, queueLimit: 10, now: start });
  await store.claimTasks({ requests: [{ accountId, count: tasks.length, budget: 100 }], now: start });
  for (const [at, now] of times.entries())
    await store.settleTask({
      ...{ taskId: tasks[at]?.id ?? '', state: 'COMPLETED', charge: 5, response: '{}', pages: null },
      ...{ attempts: 1, now },
    });
  return { store, accountId, tasks };
}

it('a webhook that a clock 20 years ahead postponed is sent when the clock is right again', async () => {
  const { store } = await ended(start);
  const [{ id: deliveryId } = { id: 0 }] = (await store.dueDeliveries({ now: ahead, perAccount: 5 })).due;
  const tried = { deliveryId, delivered: false, status: 500, error: 'no' };
  await store.recordDelivery({ ...tried, now: ahead, nextAttemptAt: ahead + 60_000 });
  expect((await store.dueDeliveries({ now: start + day, perAccount: 5 })).due).toMatchObject([
    { id: deliveryId },
  ]);
  await store.recordDelivery({ ...tried, now: start + day, nextAttemptAt: start + day + 60_000 });
  expect((await store.dueDeliveries({ now: start + day, perAccount: 5 })).due).toEqual([]);
});

it('a task that a wrong clock ended is kept for a retention from the next sweep, and no longer', async () => {
  const { store, accountId, tasks } = await ended(start, ahead, behind);
  for (const { id: deliveryId } of (await store.dueDeliveries({ now: ahead, perAccount: 5 })).due)
    await store.recordDelivery({
      ...{ deliveryId, delivered: true, status: 200, error: null, now: start, nextAttemptAt: start },
    });
  /** Of the tasks that ended at the right time, ahead and behind, those that are still there. */
  const kept = async () => {
    const found = await Promise.all(tasks.map(({ id: taskId }) => store.task({ accountId, taskId })));
    return ['right', 'ahead', 'behind'].filter((_, at) => found[at] !== null);
  };
  const sweep = (now: number) => store.sweep({ endedBefore: now - day, now, limit: 50 });
  // A clock from before the account changes nothing.
  await sweep(behind + 2 * day);
  expect(await kept()).toEqual(['right', 'ahead', 'behind']);
  await sweep(start + day);
  expect(await kept()).toEqual(['ahead', 'behind']);
  await sweep(start + 2 * day - 1);
  expect(await kept()).toEqual(['ahead', 'behind']);
  await sweep(start + 2 * day);
  expect(await kept()).toEqual([]);
});
