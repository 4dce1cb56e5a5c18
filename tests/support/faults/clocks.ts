import type { Clock } from '#platform/clock.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

export type HandClock = Clock & {
  /** Waits that nobody has ended yet, in the order they began. */
  readonly waits: readonly number[];
  /** Ends the oldest wait that is at least `ms` long. */
  readonly finish: (ms: number) => boolean;
};

/** Time that passes only by hand: waits end when the test says so; those below `freeBelowMs` at once. */
export function handClock(freeBelowMs = 0): HandClock {
  let time = 1_790_000_000_000;
  const open: { ms: number; resolve: () => void }[] = [];
  return {
    now: () => time,
    wait: (ms, signal) => {
      if (ms < freeBelowMs) {
        time += ms;
        return signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const entry = { ms, resolve };
        open.push(entry);
        signal?.addEventListener(
          'abort',
          () => {
            const index = open.indexOf(entry);
            if (index >= 0) open.splice(index, 1);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    },
    get waits() {
      return open.map((entry) => entry.ms);
    },
    finish(ms) {
      const index = open.findIndex((entry) => entry.ms >= ms);
      const entry = open[index];
      if (!entry) return false;
      open.splice(index, 1);
      time += entry.ms;
      entry.resolve();
      return true;
    },
  };
}
