import type { Clock } from './clock.ts';

/** Polling for background work: soon after activity, rarely while idle. */
export type PollSchedule = {
  readonly happened: () => void;
  /**
   * The delay between polls of one kind of work: at least `soonMs`, and longer while idle. The wait never
   * rejects, and ends when the signal aborts.
   */
  readonly interval: (soonMs: number) => (signal: AbortSignal) => Promise<void>;
};

/** Work that only becomes due by time is found within this many milliseconds. */
const seldomMs = 60_000;

export function createPollSchedule(clock: Clock): PollSchedule {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    happened() {
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
    },
    interval(soonMs) {
      let seen = count - 1;
      return async (signal) => {
        await clock.wait(soonMs, signal).catch(() => {});
        if (count === seen) {
          const over = new AbortController();
          const either = AbortSignal.any([signal, over.signal]);
          await Promise.race([next.promise, clock.wait(seldomMs, either).catch(() => {})]);
          over.abort();
        }
        // Counted before the poll, so activity during the poll triggers another one.
        seen = count;
      };
    },
  };
}
