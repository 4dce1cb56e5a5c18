import type { Clock } from './clock.ts';

/** Background work that looks for something to do: soon after anything happened, seldom while nothing does. */
export type Looks = {
  readonly happened: () => void;
  /**
   * How one kind of work waits between its looks: never less than `soonMs`, and longer while nothing happens. The wait
   * never rejects, and ends when the signal aborts.
   */
  readonly every: (soonMs: number) => (signal: AbortSignal) => Promise<void>;
};

/** What only time brings about is found within this long, milliseconds. */
const seldomMs = 60_000;

export function createLooks(clock: Clock): Looks {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    happened() {
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
    },
    every(soonMs) {
      let seen = count - 1;
      return async (signal) => {
        await clock.wait(soonMs, signal).catch(() => {});
        if (count === seen) {
          const over = new AbortController();
          const either = AbortSignal.any([signal, over.signal]);
          await Promise.race([next.promise, clock.wait(seldomMs, either).catch(() => {})]);
          over.abort();
        }
        // Counted before the look: what happens while it goes on makes another one.
        seen = count;
      };
    },
  };
}
