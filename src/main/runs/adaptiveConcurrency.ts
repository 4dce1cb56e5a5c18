import type { Random } from '#platform/clock.ts';

/**
 * How many calls may be in flight on one account that others may use as well. The limit is learned from answers;
 * a refusal (429) shows how many slots are really free, and from there the window feels its way back up.
 */
export type AdaptiveConcurrency = {
  /** Calls that may be in flight now. */
  readonly allowance: (nowMs: number) => number;
  /** When the allowance may grow by itself, or null when it is at its limit. */
  readonly nextChangeAtMs: () => number | null;
  readonly limit: () => number | null;
  /** A call ran: its answer says how many slots the account has. */
  readonly admitted: (limit: number | null) => void;
  /** Every slot was busy. @param inFlight calls of ours that are running still */
  readonly refused: (inFlight: number, limit: number | null, nowMs: number) => void;
  /** Too many requests in this second. */
  readonly slowDown: (nowMs: number) => void;
};

/** Tried while nothing is known of an account; a refusal costs nothing and teaches the real number. */
const guess = 8;
const maxSlots = 1000;
const probeEveryMs = 200;
const backoffBaseMs = 250;
const backoffCapMs = 4000;

export function createAdaptiveConcurrency(options: {
  readonly limit: number | null;
  readonly random: Random;
}): AdaptiveConcurrency {
  let limit = options.limit;
  let ceiling = limit ?? guess;
  let step = 1;
  let refusals = 0;
  let probeAtMs: number | null = null;
  let quietUntilMs = 0;

  const learn = (next: number | null): void => {
    if (next === null || next === limit || next < 1) return;
    const wasFull = limit !== null && ceiling >= limit;
    const guessed = limit === null;
    limit = Math.min(next, maxSlots);
    if (wasFull || guessed || ceiling > limit) ceiling = limit;
  };

  return {
    allowance(nowMs) {
      if (nowMs < quietUntilMs) return 0;
      const top = limit ?? maxSlots;
      while (probeAtMs !== null && nowMs >= probeAtMs) {
        ceiling = Math.min(top, ceiling + step);
        step *= 2;
        probeAtMs = ceiling >= top ? null : probeAtMs + probeEveryMs;
      }
      return Math.min(ceiling, top);
    },
    nextChangeAtMs() {
      if (probeAtMs === null) return quietUntilMs > 0 ? quietUntilMs : null;
      return Math.max(probeAtMs, quietUntilMs);
    },
    limit: () => limit,
    admitted(next) {
      refusals = 0;
      if (next !== null) learn(next);
      else if (limit === null) ceiling = Math.min(maxSlots, ceiling + 1);
    },
    refused(inFlight, next, nowMs) {
      learn(next);
      // Several refusals of one wave are one piece of news.
      const sameWave = probeAtMs !== null && probeAtMs > nowMs && step === 1;
      ceiling = Math.max(0, Math.min(ceiling, inFlight));
      if (sameWave) return;
      refusals += 1;
      step = 1;
      const cap = Math.min(backoffCapMs, backoffBaseMs * 2 ** refusals);
      probeAtMs = nowMs + 25 + options.random() * cap;
    },
    slowDown(nowMs) {
      // The window of the rate limit is one second; jitter keeps several programs from returning together.
      quietUntilMs = nowMs + 100 + options.random() * 900;
    },
  };
}
