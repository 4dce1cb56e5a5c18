import { setTimeout as delay } from 'node:timers/promises';

/** Time as the service sees it; tests turn it by hand. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms`; rejects with an AbortError when the signal aborts first. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
};
