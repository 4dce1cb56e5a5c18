import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';

describe('waiting on the system clock', () => {
  it('rejects with the reason of the signal, as it was given', async () => {
    const controller = new AbortController();
    const waiting = systemClock.wait(60_000, controller.signal);
    const reason = new Error('not needed any more');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(systemClock.wait(60_000, controller.signal)).rejects.toBe(reason);
  });

  it('rejects with an AbortError where no reason was given', async () => {
    await expect(systemClock.wait(60_000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
