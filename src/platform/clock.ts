import { setTimeout as delay } from 'node:timers/promises';

/** The clock; tests advance it manually. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms`; rejects with the signal's reason (by default an AbortError) if it aborts first. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** A number in [0, 1), like `Math.random`. */
export type Random = () => number;

export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Node wraps the reason, but callers compare it.
      throw signal?.aborted === true ? signal.reason : error;
    }
  },
};
