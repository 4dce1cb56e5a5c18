import { describe, expect, it, vi } from 'vitest';
import { createQuitting } from '#main/hosts/electron/quitting.ts';
import type { Clock } from '#platform/clock.ts';
import { saidWhy } from '../../../../../scripts/runElectron.ts';

function quittingWith(drain: () => Promise<void>): {
  quitting: ReturnType<typeof createQuitting>;
  exited: Promise<number | 'killed'>;
  exits: (number | 'killed')[];
  passDeadline: () => void;
} {
  const exits: (number | 'killed')[] = [];
  const exit = Promise.withResolvers<number | 'killed'>();
  const deadline = Promise.withResolvers<void>();
  const clock: Clock = { now: () => 0, wait: () => deadline.promise };
  const quitting = createQuitting({
    drain,
    deadlineMs: 5000,
    clock,
    log: () => {},
    exit: (code) => {
      exits.push(code);
      exit.resolve(code);
    },
    kill: () => {
      exits.push('killed');
      exit.resolve('killed');
    },
  });
  return { quitting, exited: exit.promise, exits, passDeadline: () => deadline.resolve() };
}

describe('quitting', () => {
  it('is held back until everything is closed, and then happens once', async () => {
    const drained = Promise.withResolvers<void>();
    const drain = vi.fn(() => drained.promise);
    const { quitting, exited, exits } = quittingWith(drain);
    const first = { preventDefault: vi.fn() };
    quitting.beforeQuit(first);
    expect(first.preventDefault).toHaveBeenCalledOnce();
    expect(quitting.state()).toBe('draining');

    const impatient = { preventDefault: vi.fn() };
    quitting.beforeQuit(impatient);
    expect(impatient.preventDefault).toHaveBeenCalledOnce();
    expect(drain).toHaveBeenCalledOnce();

    drained.resolve();
    expect(await exited).toBe(0);
    expect(quitting.state()).toBe('closed');
    const last = { preventDefault: vi.fn() };
    quitting.beforeQuit(last);
    expect(last.preventDefault).not.toHaveBeenCalled();
    expect(exits).toEqual([0]);
  });

  it('after a crash drains too, waits until the message was read, and sets its exit code', async () => {
    const said = Promise.withResolvers<void>();
    const { quitting, exited, exits } = quittingWith(async () => {});
    quitting.breakDown(saidWhy, said.promise);
    quitting.breakDown(saidWhy, Promise.resolve());
    const quit = { preventDefault: vi.fn() };
    quitting.beforeQuit(quit);
    expect(quit.preventDefault).toHaveBeenCalledOnce();
    expect(exits).toEqual([]);
    said.resolve();
    expect(await exited).toBe(saidWhy);
    expect(exits).toEqual([saidWhy]);
  });

  it('does not wait longer than its deadline', async () => {
    const { quitting, exited, passDeadline } = quittingWith(() => new Promise(() => {}));
    quitting.beforeQuit({ preventDefault: () => {} });
    passDeadline();
    expect(await exited).toBe('killed');
  });

  it('ends even when closing fails', async () => {
    const { quitting, exited } = quittingWith(async () => {
      throw new Error('disk gone');
    });
    quitting.beforeQuit({ preventDefault: () => {} });
    expect(await exited).toBe('killed');
  });
});
