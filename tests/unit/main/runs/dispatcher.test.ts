import { describe, expect, it } from 'vitest';
import { createDispatcher, type DispatcherRun } from '#main/runs/dispatcher.ts';
import type { Verdict } from '#main/runs/dispatcherState.ts';
import { handClock } from '#tests/support/faults/clocks.ts';

const ran: Verdict = { kind: 'ran', slotLimit: null };

/** A run of numbered cells whose calls end when the test says so. */
function scripted(id: string, count: number) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const open = new Map<number, (verdict: Verdict) => void>();
  const started: number[] = [];
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  const broken: unknown[] = [];
  const run: DispatcherRun<number> = {
    id,
    take: async (limit) => waiting.splice(0, limit),
    execute: (cell) => {
      started.push(cell);
      return new Promise((end) => open.set(cell, end));
    },
    drained: () => resolve(),
    broken: (error) => broken.push(error),
  };
  const end = async (cell: number, verdict: Verdict = ran) => {
    if (verdict.kind === 'refused') waiting.unshift(cell);
    open.get(cell)?.(verdict);
    open.delete(cell);
    await settle();
  };
  return { run, end, started, open, drained, broken };
}

/** Lets promises that are ready run to their ends. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const dispatcher = (slotLimit: number, clock = handClock()) =>
  createDispatcher<number>({ slotLimit, clock, random: () => 0.5, log: () => {} });

describe('a dispatcher', () => {
  it('keeps exactly as many calls in flight as there are slots', async () => {
    const { run, end, started, open, drained } = scripted('a', 5);
    dispatcher(2).join(run);
    await settle();
    expect(started).toEqual([0, 1]);
    await end(0);
    expect(started).toEqual([0, 1, 2]);
    for (const cell of [1, 2, 3, 4]) await end(cell);
    expect(open.size).toBe(0);
    await drained;
  });

  it('gives the slot of an answered cell away while the answer is stored, as long as storing keeps up', async () => {
    const { run, end, started, drained } = scripted('a', 80);
    const answers = new Map<number, () => void>();
    dispatcher(1).join({
      ...run,
      execute: (cell, answered) => {
        answers.set(cell, answered);
        return run.execute(cell, answered);
      },
    });
    for (let cell = 0; cell < 70; cell += 1) {
      await settle();
      answers.get(cell)?.();
    }
    await settle();
    expect(started).toHaveLength(65);
    await end(0);
    expect(started).toHaveLength(66);
    for (let cell = 1; cell < 80; cell += 1) await end(cell);
    await drained;
  });

  it('gives a new run the next free slots until both have as many', async () => {
    const slots = dispatcher(4);
    const long = scripted('long', 20);
    slots.join(long.run);
    await settle();
    const short = scripted('short', 3);
    slots.join(short.run);
    await long.end(0);
    await long.end(1);
    expect(short.started).toEqual([0, 1]);
    expect(long.open.size).toBe(2);
    await long.end(2);
    expect([long.open.size, short.open.size].toSorted()).toEqual([2, 2]);
  });

  it('sends a refused cell again only after a pause', async () => {
    const clock = handClock();
    const slots = dispatcher(2, clock);
    const { run, end, started } = scripted('a', 3);
    slots.join(run);
    await settle();
    await end(1, { kind: 'refused', by: 'slots', slotLimit: 2 });
    expect(started).toEqual([0, 1]);
    expect(clock.waits).toHaveLength(1);
    clock.finish(0);
    await settle();
    expect(started).toEqual([0, 1, 1]);
  });

  it('drains a run only when its refused cells were sent after all', async () => {
    const clock = handClock();
    const slots = dispatcher(1, clock);
    const { run, end, drained } = scripted('a', 1);
    let done = false;
    drained.then(() => {
      done = true;
    });
    slots.join(run);
    await settle();
    await end(0, { kind: 'refused', by: 'rate', slotLimit: null });
    expect(done).toBe(false);
    clock.finish(0);
    await settle();
    await end(0);
    expect(done).toBe(true);
  });

  it('takes nothing more once stopped, and is idle when the last call ended', async () => {
    const slots = dispatcher(2);
    const { run, end, started } = scripted('a', 5);
    slots.join(run);
    await settle();
    slots.stop();
    let idle = false;
    slots.idle().then(() => {
      idle = true;
    });
    await end(0);
    expect(idle).toBe(false);
    await end(1);
    expect(idle).toBe(true);
    expect(started).toEqual([0, 1]);
  });

  it('drops a run whose cells cannot be taken and serves the others', async () => {
    const slots = dispatcher(2);
    const good = scripted('good', 2);
    const bad = scripted('bad', 1);
    const failing: DispatcherRun<number> = { ...bad.run, take: () => Promise.reject(new Error('disk')) };
    slots.join(failing);
    slots.join(good.run);
    await settle();
    expect(bad.broken).toHaveLength(1);
    expect(good.started).toEqual([0, 1]);
  });
});
