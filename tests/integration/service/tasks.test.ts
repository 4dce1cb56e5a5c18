import { describe, expect, it } from 'vitest';
import { questionOf } from '#tests/support/service/echoDriver.ts';
import { keyOf, spendDownTo, testService } from '#tests/support/service/runningService.ts';

const task = (prompt: string, more: Record<string, unknown> = {}) => ({
  taskType: 'ASSISTANT_A',
  payload: { prompt, country: 'US' },
  ...more,
});
const single = '/v1/async/task';
const batch = '/v1/async/task/batch';

describe('tasks', () => {
  it('go from queued through processing to completed, charged once, with the result unwrapped in response', async () => {
    const one = await testService();
    const created = await one.call('POST', single, task('hello', { priority: 4, idempotencyKey: 'k' }));
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      success: true,
      task: { taskType: 'ASSISTANT_A', status: 'QUEUED', priority: 4, latencyMs: null, idempotencyKey: 'k' },
      credits: { creditsToCharge: 5, creditsCharged: null },
    });
    const { body } = await one.ended(created.body.task.id);
    expect(body.task).toMatchObject({ status: 'COMPLETED', latencyMs: expect.any(Number) });
    expect(body.credits).toEqual({ creditsToCharge: 5, creditsCharged: 5 });
    expect(body.response).toMatchObject({ text: 'hello' });
    expect(body.webhook).toBeUndefined();
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(1_350_000 - 5);
  });

  it('that fail state why and cost nothing', async () => {
    const one = await testService();
    const bodies = await Promise.all(
      ['x [[sandbox errors=9]]', 'x [[sandbox outcome=fatal]]'].map(async (prompt) => {
        const { body } = await one.call('POST', single, task(prompt));
        return (await one.ended(body.task.id)).body;
      }),
    );
    expect(bodies[0].response.error).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Maximum retries exceeded',
    });
    expect(bodies[1].response.error).toMatchObject({
      code: 'EXTERNAL_SERVICE_ERROR',
      details: { service: 'echo' },
    });
    for (const { task: ended, credits } of bodies) {
      expect(ended.status).toBe('FAILED');
      expect(credits.creditsCharged).toBe(0);
    }
  });

  it('start by priority, oldest first within one, and only as many as there are slots', async () => {
    const order: string[] = [];
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({
      plan: 'free',
      watch: { started: (job) => void order.push(questionOf(job)), busyUntil },
    });
    await one.call('POST', single, task('busy'));
    await expect.poll(() => order).toEqual(['busy']);
    const answer = await one.call('POST', batch, [
      task('low-1', { priority: 1 }),
      task('high-1', { priority: 9 }),
      task('low-2'),
      task('high-2', { priority: 9 }),
    ]);
    const metrics = (await one.call('GET', '/v1/async/status')).body;
    expect(metrics).toEqual({
      queuedTasks: 4,
      processingTasks: 1,
      priorityBreakdown: [
        { priority: 9, count: 2 },
        { priority: 1, count: 2 },
      ],
      concurrency: { used: 1, max: 1 },
    });
    release();
    for (const { task: made } of answer.body.results) await one.ended(made.id);
    expect(order.slice(1)).toEqual(['high-1', 'high-2', 'low-1', 'low-2']);
  });

  it('share the slots with synchronous calls', async () => {
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ plan: 'free', watch: { busyUntil } });
    const created = await one.call('POST', single, task('busy'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    expect((await one.ask('hello')).status).toBe(429);
    release();
    await one.ended(created.body.task.id);
    expect((await one.ask('hello')).status).toBe(200);
  });

  it('keep their slot and show PROCESSING while they wait for a retry', async () => {
    const attempts: number[] = [];
    const one = await testService({
      plan: 'free',
      retryBaseMs: 100_000,
      ports: { random: () => 0.5 },
      watch: { started: ({ attempt }) => void attempts.push(attempt) },
    });
    const created = await one.call('POST', single, task('x [[sandbox errors=1]]'));
    await expect.poll(() => attempts).toEqual([1]);
    expect((await one.ask('hello')).status).toBe(429);
    const { body } = await one.call('GET', `${single}/${created.body.task.id}`);
    expect([body.task.status, body.credits.creditsCharged, body.response]).toEqual([
      'PROCESSING',
      null,
      undefined,
    ]);
  });

  it('of one account do not block another if workers are few', async () => {
    const order: string[] = [];
    const one = await testService({
      workers: 2,
      watch: { started: (job) => void order.push(questionOf(job).slice(0, 1)) },
    });
    const key = { Authorization: `Bearer ${await keyOf(one, 'other')}` };
    await one.call(
      'POST',
      batch,
      Array.from({ length: 40 }, () => task('a [[sandbox latency=20]]')),
    );
    const answer = await one.call(
      'POST',
      batch,
      Array.from({ length: 5 }, () => task('b [[sandbox latency=20]]')),
      key,
    );
    for (const { task: made } of answer.body.results) await one.ended(made.id, key);
    const whenDone = order.lastIndexOf('b');
    expect(order.slice(0, whenDone + 1).filter((letter) => letter === 'a').length).toBeLessThan(20);
    const both = order.slice(order.indexOf('b'), whenDone + 1).join('');
    expect(both).not.toMatch(/aaa/);
  });

  it('are limited by the workers of all accounts together', async () => {
    let running = 0;
    let most = 0;
    const one = await testService({
      workers: 3,
      watch: {
        started: () => {
          running += 1;
          most = Math.max(most, running);
        },
        ended: () => {
          running -= 1;
        },
      },
    });
    const key = { Authorization: `Bearer ${await keyOf(one, 'other')}` };
    const mine = await one.call(
      'POST',
      batch,
      Array.from({ length: 12 }, () => task('a [[sandbox latency=15]]')),
    );
    const theirs = await one.call(
      'POST',
      batch,
      Array.from({ length: 12 }, () => task('b [[sandbox latency=15]]')),
      key,
    );
    for (const { task: made } of mine.body.results) await one.ended(made.id);
    for (const { task: made } of theirs.body.results) await one.ended(made.id, key);
    expect(most).toBe(3);
  });

  it('fill every slot immediately, although no task ends', async () => {
    let running = 0;
    const one = await testService({
      plan: 'enterprise-5k',
      watch: {
        started: () => {
          running += 1;
        },
      },
    });
    const hanging = Array.from({ length: 300 }, () => task('x [[sandbox outcome=hang]]'));
    expect((await one.call('POST', batch, hanging)).body.summary.succeeded).toBe(300);
    await expect.poll(() => running).toBe(255);
    await expect
      .poll(async () => (await one.call('GET', '/v1/async/status')).body)
      .toMatchObject({ queuedTasks: 45, processingTasks: 255, concurrency: { used: 255, max: 255 } });
  });

  it('are refused as a whole if they would overflow the queue', async () => {
    const one = await testService({ plan: 'free', queueLimit: 3 });
    await one.call('POST', single, task('busy [[sandbox outcome=hang]]'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    await one.call('POST', batch, [task('one'), task('two')]);
    const refused = await one.call('POST', batch, [task('three'), { nonsense: true }]);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'QUEUE_LIMIT_EXCEEDED']);
    expect(refused.body.error.details).toEqual({
      queuedCount: 2,
      batchSize: 2,
      maxQueueSize: 3,
      remainingCapacity: 1,
    });
    expect((await one.call('POST', single, task('three'))).status).toBe(200);
    const full = await one.call('POST', single, task('four'));
    expect(full.body.error.details).toEqual({
      queuedCount: 3,
      batchSize: 1,
      maxQueueSize: 3,
      remainingCapacity: 0,
    });
  });

  it('that are queued are cleared without charge, and their keys can be used again; running ones continue', async () => {
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ plan: 'free', watch: { busyUntil } });
    const running = await one.call('POST', single, task('busy'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    const queued = await one.call('POST', single, task('never', { idempotencyKey: 'again' }));
    expect((await one.call('DELETE', '/v1/async/queue')).body).toEqual({ success: true, cleared: 1 });
    expect((await one.call('DELETE', '/v1/async/queue')).body).toEqual({ success: true, cleared: 0 });
    expect((await one.call('GET', `${single}/${queued.body.task.id}`)).status).toBe(404);
    expect((await one.call('POST', single, task('now', { idempotencyKey: 'again' }))).status).toBe(200);
    release();
    expect((await one.ended(running.body.task.id)).body.task.status).toBe('COMPLETED');
  });

  it('fail at their start if the balance no longer covers them', async () => {
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ plan: 'free', watch: { busyUntil } });
    const running = await one.call('POST', single, task('busy'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    const late = await one.call('POST', single, task('too late'));
    await spendDownTo(one, 'default', 7);
    await expect.poll(async () => (await one.call('GET', '/v1/credits')).body.remaining).toBe(7);
    release();
    expect((await one.ended(running.body.task.id)).body.credits.creditsCharged).toBe(5);
    const { body } = await one.ended(late.body.task.id);
    expect(body.task).toMatchObject({ status: 'FAILED', latencyMs: null });
    expect(body.response.error.code).toBe('INSUFFICIENT_CREDITS');
    expect(body.credits.creditsCharged).toBe(0);
  });

  it('wait for credits reserved by running ones instead of failing', async () => {
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({ plan: 'lite', watch: { busyUntil } });
    await spendDownTo(one, 'default', 8);
    await expect.poll(async () => (await one.call('GET', '/v1/credits')).body.remaining).toBe(8);
    const first = await one.call('POST', single, task('busy, then fails [[sandbox outcome=fatal]]'));
    const second = await one.call('POST', single, task('succeeds'));
    release();
    expect((await one.ended(first.body.task.id)).body.task.status).toBe('FAILED');
    expect((await one.ended(second.body.task.id)).body.task.status).toBe('COMPLETED');
  });

  it('of another account are not found', async () => {
    const one = await testService();
    const key = { Authorization: `Bearer ${await keyOf(one, 'other')}` };
    const { body } = await one.call('POST', single, task('mine'));
    expect((await one.call('GET', `${single}/${body.task.id}`, undefined, key)).status).toBe(404);
  });

  it('expire with their files after the retention time', async () => {
    const one = await testService({ retentionHours: 2 / 3_600 });
    const { body } = await one.call(
      'POST',
      single,
      task('brief', { payload: { prompt: 'x', country: 'US', include: { html: true } } }),
    );
    const ended = await one.ended(body.task.id);
    const page = ended.body.response.html as string;
    expect((await fetch(page)).status).toBe(200);
    await expect.poll(async () => (await one.call('GET', `${single}/${body.task.id}`)).status).toBe(404);
    await expect.poll(async () => (await fetch(page)).status).toBe(404);
  });
});

describe('a restart', () => {
  it('keeps queued tasks and resumes running ones with their failed attempts', async () => {
    const attempts: number[] = [];
    const watch = { started: ({ attempt }: { attempt: number }) => void attempts.push(attempt) };
    const one = await testService({
      plan: 'free',
      watch,
      retryBaseMs: 100_000,
      ports: { random: () => 0.5 },
    });
    const first = await one.call('POST', single, task('x [[sandbox errors=1]]'));
    await expect.poll(() => attempts.length).toBe(1);
    const second = await one.call('POST', single, task('queued'));
    // Stopped while the first task waits for its second attempt.
    const two = await one.restart({ retryBaseMs: 1 });
    expect((await two.ended(first.body.task.id)).body.task.status).toBe('COMPLETED');
    expect((await two.ended(second.body.task.id)).body.task.status).toBe('COMPLETED');
    expect(attempts).toEqual([1, 2, 1]);
    expect((await two.call('GET', '/v1/credits')).body.remaining).toBe(490);
  });

  it('lets running tasks finish within the time limit', async () => {
    const ended: string[] = [];
    const { promise: busyUntil, resolve: release } = Promise.withResolvers<void>();
    const one = await testService({
      watch: { ended: (job) => void ended.push(questionOf(job)), busyUntil },
    });
    const { body } = await one.call('POST', single, task('busy'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    const stopped = one.stop(30_000);
    release();
    await stopped;
    expect(ended).toHaveLength(1);
    const two = await one.restart();
    expect((await two.call('GET', `${single}/${body.task.id}`)).body.task.status).toBe('COMPLETED');
    expect(ended).toHaveLength(1);
  });

  it('puts tasks that exceed the time limit back into the queue', async () => {
    const one = await testService({ plan: 'free' });
    const { body } = await one.call('POST', single, task('x [[sandbox outcome=hang]]'));
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.processingTasks).toBe(1);
    const stoppedAt = performance.now();
    await one.stop(100);
    expect(performance.now() - stoppedAt).toBeLessThan(3_000);
    const two = await one.restart();
    await expect
      .poll(async () => (await two.call('GET', `${single}/${body.task.id}`)).body.task.status)
      .toBe('PROCESSING');
  });
});
