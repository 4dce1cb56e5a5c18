import { afterEach, describe, expect, it } from 'vitest';
import {
  startThread,
  type Thread,
  type ThreadFailure,
  type ThreadOptions,
} from '#platform/threads/startThread.ts';
import type { TestContract } from '#tests/support/threads/testContract.ts';

const entry = new URL('../../../support/threads/testThread.ts', import.meta.url);
const threads: Thread<TestContract>[] = [];
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
});

class CallError extends Error {
  readonly failure: ThreadFailure<TestContract['refusal']>;
  constructor(failure: ThreadFailure<TestContract['refusal']>) {
    super(failure.code);
    this.failure = failure;
  }
}

function start(extra: Partial<ThreadOptions<TestContract>> = {}): Thread<TestContract> {
  const thread = startThread<TestContract>({
    entry,
    name: 'test',
    errorOf: (failure) => new CallError(failure),
    ...extra,
  });
  threads.push(thread);
  return thread;
}

const failing = (code: string) => ({ failure: { code } });

describe('calls to a thread', () => {
  it('are answered in order, or refused with the reason of the operation', async () => {
    const thread = start();
    expect(await thread.opened).toEqual({ greeting: 'hello' });
    const values = [1, 'two', { three: [3] }, undefined];
    expect(await Promise.all(values.map((value) => thread.call('echo', { value })))).toEqual(values);
    await expect(thread.call('fail', { message: 'no' })).rejects.toMatchObject({
      failure: { code: 'REFUSED', refusal: { code: 'FAILED', message: 'no' } },
    });
    expect(await thread.call('seen', {})).toEqual(values);
    expect(thread.pending()).toBe(0);
  });

  it('transfer memory in both directions instead of copying it', async () => {
    const thread = start();
    const bytes = new Uint8Array(1000);
    expect(await thread.call('size', { bytes }, { transfer: [bytes.buffer] })).toBe(1000);
    expect(bytes.length).toBe(0);
    expect(await thread.call('bytes', { length: 7 })).toHaveLength(7);
  });

  it('are not delayed by an earlier call that is answered later', async () => {
    const thread = start();
    const later = thread.call('later', {});
    expect(await thread.call('echo', { value: 1 })).toBe(1);
    await thread.call('release', {});
    expect(await later).toBe('released');
  });

  it('are finished when the thread is closed, and refused afterwards', async () => {
    const told: string[] = [];
    const thread = start({ onEvent: (event) => told.push(event.told) });
    const last = thread.call('echo', { value: 'last' });
    const closed = thread.close();
    await expect(thread.call('echo', { value: 'late' })).rejects.toMatchObject(failing('CLOSED'));
    expect(await last).toBe('last');
    await closed;
    expect(told).toEqual(['closing']);
    expect(await thread.ended).toMatchObject({ code: 'CLOSED' });
  });
});

describe('cancellation', () => {
  it('rejects immediately, and the thread never starts a cancelled call', async () => {
    const thread = start();
    await thread.opened;
    const controller = new AbortController();
    const busy = thread.call('workUntilCancelled', { maxMs: 300 });
    const cancelled = thread.call('echo', { value: 'cancelled' }, { signal: controller.signal });
    const kept = thread.call('echo', { value: 'kept' });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(cancelled).rejects.toMatchObject(failing('CANCELLED'));
    await busy;
    expect(await kept).toBe('kept');
    expect(await thread.call('seen', {})).toEqual(['kept']);
    await expect(thread.call('echo', { value: 1 }, { signal: AbortSignal.abort() })).rejects.toMatchObject(
      failing('CANCELLED'),
    );
  });

  it('reaches a running operation that supports it', async () => {
    const told: string[] = [];
    const thread = start({ onEvent: (event) => told.push(event.told) });
    await thread.opened;
    const controller = new AbortController();
    const working = thread.call('workUntilCancelled', { maxMs: 30_000 }, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(working).rejects.toMatchObject(failing('CANCELLED'));
    expect(await thread.call('echo', { value: 'next' })).toBe('next');
    expect(told).toEqual(['cancelled']);
  });
});

describe('values that cannot be cloned between threads', () => {
  /** Deep enough that it leaves the thread and cannot be read here; then so deep that it cannot leave. */
  it.each([4_000, 8_000, 40_000, 300_000])(
    'rejects an answer nested %i deep and continues',
    async (depth) => {
      const thread = start();
      const before = thread.call('echo', { value: 'before' });
      await before;
      await expect(thread.call('nested', { depth })).rejects.toMatchObject(failing('UNREADABLE'));
      expect(await thread.call('echo', { value: 'after' })).toBe('after');
      expect(thread.pending()).toBe(0);
    },
  );

  it('does not affect running calls if the answer of another is lost', async () => {
    const thread = start();
    const later = thread.call('later', {});
    await expect(thread.call('nested', { depth: 4_000 })).rejects.toMatchObject(failing('UNREADABLE'));
    await thread.call('release', {});
    expect(await later).toBe('released');
  });

  it('rejects input that cannot be sent and sends the other calls', async () => {
    const thread = start();
    const [one, two, three] = await Promise.allSettled([
      thread.call('echo', { value: 1 }),
      thread.call('echo', { value: () => 2 }),
      thread.call('echo', { value: 3 }),
    ]);
    expect(one).toMatchObject({ value: 1 });
    expect(two).toMatchObject({ reason: failing('UNREADABLE') });
    expect(three).toMatchObject({ value: 3 });
  });
});

describe('a thread that ends', () => {
  it.each([
    ['exits', (thread: Thread<TestContract>) => thread.call('exit', { code: 7 }), 'code 7'],
    [
      'throws outside of a call',
      (thread: Thread<TestContract>) => thread.call('break', {}),
      'broken on purpose',
    ],
  ])('and %s rejects all waiting calls, then all new ones', async (_way, ask, reason) => {
    const thread = start();
    const waiting = thread.call('later', {});
    const last = ask(thread);
    await expect(waiting).rejects.toMatchObject(failing('ENDED'));
    await expect(last).rejects.toMatchObject(failing('ENDED'));
    expect((await thread.ended).message).toContain(reason);
    await expect(thread.call('echo', { value: 1 })).rejects.toMatchObject(failing('ENDED'));
  });

  it('reports that it exceeded its memory limit', async () => {
    const thread = start({ resourceLimits: { maxOldGenerationSizeMb: 24 } });
    await expect(thread.call('fillMemory', {})).rejects.toMatchObject(failing('OUT_OF_MEMORY'));
    expect(await thread.ended).toMatchObject({ code: 'OUT_OF_MEMORY' });
  });

  it('in an endless loop can be terminated', async () => {
    const thread = start();
    const hanging = thread.call('hang', {});
    const settled = expect(hanging).rejects.toMatchObject(failing('CLOSED'));
    await thread.opened;
    await thread.terminate();
    await settled;
  });

  it('that still loads its modules is terminated once they are there', async () => {
    const shared = new SharedArrayBuffer(4);
    const thread = start({ workerData: shared });
    await thread.terminate();
    expect(new Int32Array(shared)[0]).toBe(1);
  });

  it('before opening reports its reason to every caller', async () => {
    const thread = start({ workerData: 'cannot open' });
    const refusal = { failure: { code: 'REFUSED', refusal: { message: 'It cannot open.' } } };
    await expect(thread.call('echo', { value: 1 })).rejects.toMatchObject(refusal);
    await expect(thread.opened).rejects.toMatchObject(refusal);
    expect(await thread.ended).toMatchObject({ code: 'REFUSED' });
  });
});
