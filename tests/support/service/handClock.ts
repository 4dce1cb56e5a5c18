import type { Clock } from '#platform/clock.ts';

/** A clock that moves only when it is told to; waits end when it passes them. */
export type HandClock = Clock & {
  readonly advance: (ms: number) => Promise<void>;
  /** Lengths of the waits asked for so far. */
  readonly waits: readonly number[];
};

export function handClock(start = Date.UTC(2026, 9, 9, 8, 0, 0)): HandClock {
  let now = start;
  const waits: number[] = [];
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => now,
    wait: (ms, signal) => {
      waits.push(ms);
      return new Promise((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve };
        if (signal?.aborted === true) return reject(signal.reason);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        sleepers.add(sleeper);
      });
    },
    advance: async (ms) => {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until <= now) {
          sleepers.delete(sleeper);
          sleeper.wake();
        }
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
    waits,
  };
}
