import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import {
  newTask,
  type TemporaryStore,
  temporaryStore,
  testStore,
} from '#tests/support/service/temporaryStore.ts';

const now = Date.UTC(2026, 9, 3);
async function fresh(): Promise<{ readonly store: TemporaryStore; readonly accountId: number }> {
  const store = await testStore();
  const { id } = await store.ensureAccount({ name: 'a', plan: 'lite', now });
  return { store, accountId: id };
}
const submit = (
  store: TemporaryStore,
  accountId: number,
  tasks: Parameters<TemporaryStore['createTasks']>[0]['tasks'],
  queueLimit = 1_000,
) => store.createTasks({ accountId, tasks, batchSize: tasks.length, queueLimit, now });

/** Everything asked for so far is on disk. */
const onDisk = (store: TemporaryStore): Promise<void> =>
  store.recordFailedAttempt({ taskId: 'none', attempts: 0 });

describe('the queue', () => {
  it('agrees with a sorted list through any order of submitting, claiming, picking, requeuing, settling and clearing', async () => {
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
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('pick' as const), count: fc.integer({ min: 1, max: 5 }) }),
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
            } else if (each.kind === 'pick') {
              // What was picked counts as running before it is on disk: whatever comes next must know.
              const [pick] = await store.pickTasks({
                requests: [{ accountId, count: each.count, budget: 1_000 }],
                now,
              });
              const expected = queue.splice(0, each.count);
              expect(pick?.tasks.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
              expect(pick?.blocked).toBe(false);
              running.push(...expected);
              expect(await store.waitingQueues()).toEqual(
                queue.length === 0 ? [] : [{ accountId, queued: queue.length }],
              );
              continue;
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
            await onDisk(store);
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
    for (const maximumCost of [400, 300, 200]) await submit(store, accountId, [newTask({ maximumCost })]);
    const spent = { attempts: 1, startedAt: now, finishedAt: now, result: null, pages: null };
    const call = { id: timeOrderedId(now), accountId, requestId: 'spent', engine: 'assistant-a' as const };
    const answered = { status: 200, errorCode: null, errorMessage: null, charge: 150 };
    await store.settleCall({ ...call, ...answered, ...spent });
    const [claim] = await store.claimTasks({ requests: [{ accountId, count: 5, budget: 350 }], now });
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

  it('counts right after an operation beside it was undone', async () => {
    const { store, accountId } = await fresh();
    const [first, second] = [newTask(), newTask()];
    await submit(store, accountId, [first, second]);
    const [claim] = await store.claimTasks({ requests: [{ accountId, count: 1, budget: 10 }], now });
    const outcomes = await Promise.allSettled([
      submit(store, accountId, [second]),
      store.requeueTasks((claim?.tasks ?? []).map(({ id }) => id)),
      submit(store, accountId, [second]),
      store.claimTasks({ requests: [{ accountId, count: 2, budget: 10 }], now }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await store.queueCounts(accountId)).toEqual({ queued: 0, processing: 2, byPriority: [] });
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

describe('tasks selected to start immediately', () => {
  const outcome = (taskId: string) => ({
    taskId,
    state: 'COMPLETED' as const,
    charge: 5,
    response: '{}',
    pages: null,
    attempts: 1,
    now: now + 40,
  });
  const pick = (store: TemporaryStore, accountId: number, count: number, budget = 1_000) =>
    store.pickTasks({ requests: [{ accountId, count, budget }], now });

  it('are selected once, although the file still has them queued', async () => {
    const { store, accountId } = await fresh();
    const tasks = Array.from({ length: 200 }, () => newTask());
    await submit(store, accountId, tasks);
    const picks = await Promise.all([1, 3, 150, 100].map((count) => pick(store, accountId, count)));
    const ids = picks.flatMap(([each]) => each?.tasks.map(({ id }) => id) ?? []);
    expect(ids).toEqual(tasks.map(({ id }) => id));
    expect((await store.task({ accountId, taskId: ids[0] ?? '' }))?.state).toBe('QUEUED');
    await onDisk(store);
    expect(await store.task({ accountId, taskId: ids[0] ?? '' })).toMatchObject({
      state: 'PROCESSING',
      startedAt: now,
    });
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 0, processing: 200 });
  });

  it('make way for one of higher priority that came meanwhile', async () => {
    const { store, accountId } = await fresh();
    await submit(store, accountId, [newTask(), newTask(), newTask()]);
    await pick(store, accountId, 1);
    const urgent = newTask({ priority: 9 });
    await submit(store, accountId, [urgent]);
    const [next] = await pick(store, accountId, 1);
    expect(next?.tasks.map(({ id }) => id)).toEqual([urgent.id]);
  });

  it('are settled in the same commit as their start, charged once', async () => {
    const { store, accountId } = await fresh();
    const task = newTask();
    await submit(store, accountId, [task]);
    await pick(store, accountId, 1);
    const settled = await Promise.all([
      store.settleTask(outcome(task.id)),
      store.settleTask(outcome(task.id)),
    ]);
    expect(settled.map(({ kind }) => kind)).toEqual(['settled', 'gone']);
    expect(await store.task({ accountId, taskId: task.id })).toMatchObject({
      state: 'COMPLETED',
      startedAt: now,
      finishedAt: now + 40,
      creditsCharged: 5,
    });
  });

  it('are not cleared, even when the clearing was asked for before they were picked', async () => {
    const { store, accountId } = await fresh();
    const [first, second] = [newTask(), newTask()];
    await submit(store, accountId, [first, second]);
    const upTo = await store.queueEnd(accountId);
    const clearing = store.clearQueue({ accountId, upTo, limit: 100 });
    await pick(store, accountId, 1);
    expect(await clearing).toBe(1);
    expect((await store.settleTask(outcome(first.id))).kind).toBe('settled');
    expect(await store.task({ accountId, taskId: second.id })).toBeNull();
    expect((await pick(store, accountId, 1))[0]?.tasks).toEqual([]);
  });

  it('stop at the first one the budget does not cover', async () => {
    const { store, accountId } = await fresh();
    await submit(store, accountId, [newTask(), newTask({ maximumCost: 10 }), newTask()]);
    const [some] = await pick(store, accountId, 3, 12);
    expect([some?.tasks.length, some?.blocked]).toEqual([1, true]);
    const [rest] = await store.claimTasks({ requests: [{ accountId, count: 2, budget: 12 }], now });
    expect([rest?.tasks.length, rest?.waitsForCredits]).toEqual([1, true]);
  });

  it('start again after a crash that came before the commit, and after one that came later', async () => {
    const { store, accountId } = await fresh();
    const [early, late] = [newTask(), newTask()];
    await submit(store, accountId, [early, late]);
    await pick(store, accountId, 1);
    await onDisk(store);
    await pick(store, accountId, 1);
    // Another connection sees what a process that starts after a crash would see.
    const reader = new Database(join(store.folder, 'service.db'), { readonly: true });
    try {
      expect(reader.prepare('SELECT id, state FROM tasks ORDER BY sequence').all()).toEqual([
        { id: early.id, state: 'PROCESSING' },
        { id: late.id, state: 'QUEUED' },
      ]);
    } finally {
      reader.close();
    }
  });

  it('are not picked a second time when their move fails, and end as they would have', async () => {
    const { store, accountId } = await fresh();
    const task = newTask();
    await submit(store, accountId, [task]);
    const db = new Database(join(store.folder, 'service.db'));
    try {
      db.exec(
        `CREATE TRIGGER no_start BEFORE UPDATE OF state ON tasks WHEN NEW.state = 'PROCESSING'
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      );
      await pick(store, accountId, 1);
      await onDisk(store);
      expect((await pick(store, accountId, 1))[0]?.tasks).toEqual([]);
      await expect(store.settleTask(outcome(task.id))).rejects.toThrow('the disk is full');
      db.exec('DROP TRIGGER no_start');
      expect((await store.settleTask(outcome(task.id))).kind).toBe('settled');
    } finally {
      db.close();
    }
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 0, processing: 0 });
  });
});
