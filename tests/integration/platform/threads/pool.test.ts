import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from '#platform/threads/pool.ts';
import { handClock } from '#tests/support/faults/clocks.ts';
import type { TestContract } from '#tests/support/threads/testContract.ts';

const entry = new URL('../../../support/threads/testThread.ts', import.meta.url);
const pools: ThreadPool<TestContract>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close('terminate')));
});

function open(extra: Partial<ThreadPoolOptions<TestContract>> = {}): ThreadPool<TestContract> {
  const pool = createThreadPool<TestContract>({
    entry,
    name: 'test',
    size: 1,
    clock: systemClock,
    errorOf: (failure) => Object.assign(new Error(failure.code), { code: failure.code }),
    ...extra,
  });
  pools.push(pool);
  return pool;
}

describe('a pool of threads', () => {
  it('runs jobs in order, background jobs after the others', async () => {
    const pool = open();
    const done: string[] = [];
    const run = (value: string, background: boolean) =>
      pool.run('echo', { value }, { background }).then(() => done.push(value));
    await Promise.all([run('first', true), run('later', true), run('a', false), run('b', false)]);
    expect(done).toEqual(['first', 'a', 'b', 'later']);
  });

  it('refuses a job that needs too much memory, and no other', async () => {
    const ends: string[] = [];
    const pool = open({
      resourceLimits: { maxOldGenerationSizeMb: 24 },
      onEnd: (end) => ends.push(end.code),
    });
    const tooMuch = pool.run('fillMemory', {});
    const next = pool.run('echo', { value: 'next' });
    await expect(tooMuch).rejects.toMatchObject({ code: 'OUT_OF_MEMORY' });
    expect(await next).toBe('next');
    expect(ends).toEqual(['OUT_OF_MEMORY']);
  });

  it('rejects the job of a lost thread, and continues with another thread', async () => {
    const pool = open();
    const [lost, next] = await Promise.allSettled([
      pool.run('exit', { code: 3 }),
      pool.run('echo', { value: 'next' }),
    ]);
    expect(lost).toMatchObject({ reason: { code: 'ENDED' } });
    expect(next).toMatchObject({ value: 'next' });
  });

  it('aborts a job that takes too long, and replaces its thread', async () => {
    const pool = open({ timeoutMs: 2000 });
    const [stuck, next] = await Promise.allSettled([
      pool.run('hang', {}),
      pool.run('echo', { value: 'next' }),
    ]);
    expect(stuck).toMatchObject({ reason: { code: 'TIMED_OUT' } });
    expect(next).toMatchObject({ value: 'next' });
  });

  it('drops a cancelled job that has not started, and finishes a started one if requested', async () => {
    const pool = open();
    const begun = new AbortController();
    const queued = new AbortController();
    const kept = { signal: begun.signal, finishBegun: true };
    const one = pool.run('echo', { value: 'begun' }, kept);
    const two = pool.run('echo', { value: 'queued' }, { signal: queued.signal, finishBegun: true });
    begun.abort();
    queued.abort();
    await expect(two).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await one).toBe('begun');
    const late = pool.run('echo', { value: 'late' }, { signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run('seen', {})).toEqual(['begun']);
  });

  it('rejects a cancelled job immediately, and its thread continues with the next one', async () => {
    const told: string[] = [];
    const pool = open({ onEvent: (event) => told.push(event.told) });
    await pool.run('echo', { value: 'warm' });
    const controller = new AbortController();
    const working = pool.run('workUntilCancelled', { maxMs: 30_000 }, { signal: controller.signal });
    const next = pool.run('echo', { value: 'next' });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(working).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(told).toEqual([]);
    expect(await next).toBe('next');
    expect(told).toEqual(['cancelled']);
  });

  it('stops its threads during exclusive access, and lets jobs wait', async () => {
    const ends: string[] = [];
    const pool = open({ size: 2, onEnd: (end) => ends.push(end.code) });
    const running = pool.run('echo', { value: 'running' });
    let waiting: Promise<unknown> | undefined;
    const order: string[] = [];
    await pool.exclusive(async () => {
      order.push(String(await running));
      expect(ends).toEqual(['CLOSED']);
      waiting = pool.run('echo', { value: 'waiting' }).then((value) => order.push(String(value)));
      await new Promise((resolve) => setImmediate(resolve));
      order.push('exclusive');
    });
    await waiting;
    expect(order).toEqual(['running', 'exclusive', 'waiting']);
  });

  it('ends idle threads after a while, and starts them again', async () => {
    const clock = handClock();
    const ended = Promise.withResolvers<string>();
    const pool = open({ clock, idleMs: 60_000, onEnd: (end) => ended.resolve(end.code) });
    await pool.run('echo', { value: 1 });
    await pool.run('echo', { value: 2 });
    expect(clock.waits).toEqual([60_000]);
    clock.finish(60_000);
    expect(await ended.promise).toBe('CLOSED');
    expect(await pool.run('seen', {})).toEqual([]);
  });

  it('rejects waiting jobs when it closes, and all later ones', async () => {
    const pool = open();
    const running = pool.run('hang', {});
    const queued = pool.run('echo', { value: 1 });
    const both = Promise.allSettled([running, queued]);
    await pool.close('terminate');
    expect(await both).toMatchObject([{ reason: { code: 'CLOSED' } }, { reason: { code: 'CLOSED' } }]);
    await expect(pool.run('echo', { value: 1 })).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
