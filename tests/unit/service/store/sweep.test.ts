import { describe, expect, it } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import { newTask, testStore } from '#tests/support/service/temporaryStore.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 9, 3);

describe('sweeping', () => {
  it('takes what ended before the moment, with its results and pages, and nothing else', async () => {
    const store = await testStore();
    const { id: accountId } = await store.ensureAccount({ name: 'a', plan: 'lite', now: start });
    const page = { token: 'a'.repeat(40), bodies: [Buffer.from('x')] };
    const call = (now: number, requestId: string) => ({
      id: timeOrderedId(now),
      accountId,
      requestId,
      engine: 'search' as const,
      status: 499,
      errorCode: 'REQUEST_CANCELED',
      errorMessage: null,
      charge: 3,
      attempts: 1,
      startedAt: now,
      finishedAt: now,
      result: '{}',
      pages: requestId === 'old' ? page : null,
    });
    const old = call(start, 'old');
    const young = call(start + hour, 'young');
    await store.settleCall(old);
    await store.settleCall(young);

    const ended = newTask();
    const waiting = newTask({ webhookUrl: 'https://hooks.example/' });
    const queued = newTask();
    await store.createTasks({
      accountId,
      tasks: [ended, waiting, queued],
      batchSize: 3,
      queueLimit: 10,
      now: start,
    });
    await store.claimTasks({ requests: [{ accountId, count: 2, budget: 100 }], now: start });
    for (const { id: taskId } of [ended, waiting]) {
      await store.settleTask({
        taskId,
        state: 'COMPLETED',
        charge: 5,
        response: '{}',
        pages: null,
        attempts: 1,
        now: start,
      });
    }

    while (await store.sweep({ endedBefore: start + hour / 2, now: start + hour, limit: 1 })) {
      // One row at a time.
    }
    expect(await store.jobsByRequestId({ accountId, requestId: 'old' })).toEqual([]);
    expect(await store.jobsByRequestId({ accountId, requestId: 'young' })).toHaveLength(1);
    expect(await store.jobResult(old.id)).toBeNull();
    expect(await store.jobResult(young.id)).not.toBeNull();
    expect(await store.resultPage({ token: page.token, page: 1, notBefore: 0 })).toBeNull();
    expect(await store.task({ accountId, taskId: ended.id })).toBeNull();
    expect((await store.task({ accountId, taskId: waiting.id }))?.state).toBe('COMPLETED');
    expect((await store.task({ accountId, taskId: queued.id }))?.state).toBe('QUEUED');
    // The ledger stays whole.
    expect(await store.ledgerPage({ accountId, before: null, limit: 10 })).toHaveLength(5);
  });
});
