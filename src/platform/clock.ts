import { setTimeout as delay } from 'node:timers/promises';

/** Time as a program sees it; tests turn it by hand. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms`; rejects with the signal's reason (an AbortError where none was given) when it aborts first. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** A number in [0, 1), as `Math.random`. */
export type Random = () => number;

export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Node wraps the reason; callers compare it.
      throw signal?.aborted === true ? signal.reason : error;
    }
  },
};
