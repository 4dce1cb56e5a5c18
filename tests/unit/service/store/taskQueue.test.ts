import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { newTask, type TemporaryStore, temporaryStore } from '#tests/support/service/temporaryStore.ts';

const open: TemporaryStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.remove();
});
const now = Date.UTC(2026, 9, 3);
async function fresh(): Promise<{ readonly store: TemporaryStore; readonly accountId: number }> {
  const store = await temporaryStore();
  open.push(store);
  const { id } = await store.ensureAccount({ name: 'a', plan: 'lite', now });
  return { store, accountId: id };
}
const submit = (
  store: TemporaryStore,
  accountId: number,
  tasks: Parameters<TemporaryStore['createTasks']>[0]['tasks'],
  queueLimit = 1_000,
) => store.createTasks({ accountId, tasks, batchSize: tasks.length, queueLimit, now });

describe('the queue', () => {
  it('agrees with a sorted list through any order of submitting, claiming, requeuing, settling and clearing', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('submit' as const),
          priorities: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 6 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('claim' as const), count: fc.integer({ min: 1, max: 5 }) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('requeue' as const) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = await temporaryStore();
        try {
          const { id: accountId } = await store.ensureAccount({ name: 'a', plan: 'lite', now });
          let queue: { readonly id: string; readonly priority: number; readonly order: number }[] = [];
          const running: typeof queue = [];
          let order = 0;
          for (const each of steps) {
            if (each.kind === 'submit') {
              const tasks = each.priorities.map((priority) => newTask({ priority }));
              await submit(store, accountId, tasks);
              for (const { id, priority } of tasks) queue.push({ id, priority, order: order++ });
              queue.sort((a, b) => b.priority - a.priority || a.order - b.order);
            } else if (each.kind === 'claim') {
              const [claim] = await store.claimTasks({
                requests: [{ accountId, count: each.count, budget: 1_000 }],
                now,
              });
              const expected = queue.splice(0, each.count);
              expect(claim?.tasks.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
              running.push(...expected);
            } else if (each.kind === 'requeue') {
              const back = running.splice(0, 2);
              await store.requeueTasks(back.map(({ id }) => id));
              queue.push(...back);
              queue.sort((a, b) => b.priority - a.priority || a.order - b.order);
            } else if (each.kind === 'settle') {
              const ended = running.shift();
              if (ended === undefined) continue;
              const outcome = {
                taskId: ended.id,
                state: 'FAILED' as const,
                charge: 0,
                response: '{}',
                pages: null,
                attempts: 1,
                now,
              };
              expect((await store.settleTask(outcome)).kind).toBe('settled');
              expect((await store.settleTask(outcome)).kind).toBe('gone');
            } else {
              const upTo = await store.queueEnd(accountId);
              expect(await store.clearQueue({ accountId, upTo, limit: 1_000 })).toBe(queue.length);
              queue = [];
            }
            const counts = await store.queueCounts(accountId);
            expect(counts.queued).toBe(queue.length);
            expect(counts.processing).toBe(running.length);
            const levels = [...new Set(queue.map(({ priority }) => priority))].map((priority) => ({
              priority,
              count: queue.filter((task) => task.priority === priority).length,
            }));
            expect(counts.byPriority).toEqual(levels);
          }
        } finally {
          await store.remove();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('takes a whole submission or none when it would overflow', async () => {
    const { store, accountId } = await fresh();
    expect(await submit(store, accountId, [newTask(), newTask()], 3)).toEqual({
      kind: 'done',
      results: ['created', 'created'],
    });
    expect(await submit(store, accountId, [newTask(), newTask()], 3)).toEqual({
      kind: 'overflow',
      queuedCount: 2,
    });
    expect((await store.queueCounts(accountId)).queued).toBe(2);
  });

  it('refuses a key that exists, in the queue or within the same batch', async () => {
    const { store, accountId } = await fresh();
    await submit(store, accountId, [newTask({ idempotencyKey: 'one' })]);
    const outcome = await submit(store, accountId, [
      newTask({ idempotencyKey: 'one' }),
      newTask({ idempotencyKey: 'two' }),
      newTask({ idempotencyKey: 'two' }),
    ]);
    expect(outcome).toEqual({ kind: 'done', results: ['exists', 'created', 'exists'] });
    const other = await store.ensureAccount({ name: 'b', plan: 'lite', now });
    expect(await submit(store, other.id, [newTask({ idempotencyKey: 'one' })])).toEqual({
      kind: 'done',
      results: ['created'],
    });
  });

  it('adds up the credits of a batch', async () => {
    const { store } = await fresh();
    const { id } = await store.ensureAccount({ name: 'poor', plan: 'free', now });
    const dear = { creditsToCharge: 200, maximumCost: 200 };
    expect(await submit(store, id, [newTask(dear), newTask(dear), newTask(dear), newTask()])).toEqual({
      kind: 'done',
      results: ['created', 'created', 'insufficient', 'created'],
    });
  });

  it('fails a task at pickup when the balance no longer covers it, and waits when running jobs hold the credits', async () => {
    const { store } = await fresh();
    const { id: accountId } = await store.ensureAccount({ name: 'poor', plan: 'free', now });
    await submit(store, accountId, [
      newTask({ maximumCost: 600 }),
      newTask({ maximumCost: 300 }),
      newTask({ maximumCost: 300 }),
    ]);
    const [claim] = await store.claimTasks({ requests: [{ accountId, count: 5, budget: 500 }], now });
    expect(claim?.refused).toBe(1);
    expect(claim?.tasks).toHaveLength(1);
    expect(claim?.waitsForCredits).toBe(true);
    expect((await store.queueCounts(accountId)).queued).toBe(1);
  });

  it('keeps its counts when an operation in the same transaction fails', async () => {
    const { store, accountId } = await fresh();
    const twice = newTask();
    const outcomes = await Promise.allSettled([
      submit(store, accountId, [newTask()]),
      submit(store, accountId, [twice]),
      submit(store, accountId, [newTask({ priority: 3 }), twice]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await store.queueCounts(accountId)).toEqual({
      queued: 2,
      processing: 0,
      byPriority: [{ priority: 1, count: 2 }],
    });
  });

  it('forgets cleared tasks and frees their keys; what came after the moment of clearing stays', async () => {
    const { store, accountId } = await fresh();
    await submit(store, accountId, [newTask({ idempotencyKey: 'one' })]);
    const upTo = await store.queueEnd(accountId);
    await submit(store, accountId, [newTask()]);
    expect(await store.clearQueue({ accountId, upTo, limit: 100 })).toBe(1);
    expect((await store.queueCounts(accountId)).queued).toBe(1);
    expect(await submit(store, accountId, [newTask({ idempotencyKey: 'one' })])).toMatchObject({
      results: ['created'],
    });
  });
});
