/**
 * How many calls may be in flight on one account that others may use as well. The limit is learned from answers;
 * a refusal (429) shows how many slots are really free, and from there the allowance is raised step by step.
 */
export type Concurrency = {
  /** Slots of the account; null while none of its answers has said. */
  readonly limit: number | null;
  /** What is believed to be free for us. */
  readonly ceiling: number;
  /** By how much the next probe raises the ceiling. */
  readonly probeStep: number;
  readonly refusals: number;
  /** When the ceiling is raised again; null while it is at the limit. */
  readonly probeAtMs: number | null;
  /** Nothing may be sent before. */
  readonly quietUntilMs: number;
};

export type ConcurrencyEvent =
  /** A call ran: its answer may say how many slots the account has. */
  | { readonly kind: 'admitted'; readonly limit: number | null }
  /** Every slot was busy while `inFlight` other calls of ours were running. `chance` is a number in [0, 1). */
  | {
      readonly kind: 'refused';
      readonly inFlight: number;
      readonly limit: number | null;
      readonly nowMs: number;
      readonly chance: number;
    }
  /** Too many requests in this second. */
  | { readonly kind: 'rateLimited'; readonly nowMs: number; readonly chance: number }
  | { readonly kind: 'timePassed'; readonly nowMs: number };

/** Tried while nothing is known of an account; a refusal costs nothing and teaches the real number. */
const guess = 8;
const maxSlots = 1000;
const probeEveryMs = 200;
const backoffBaseMs = 250;
const backoffCapMs = 4000;

export function initialConcurrency(limit: number | null): Concurrency {
  return { limit, ceiling: limit ?? guess, probeStep: 1, refusals: 0, probeAtMs: null, quietUntilMs: 0 };
}

export function stepConcurrency(state: Concurrency, event: ConcurrencyEvent): Concurrency {
  switch (event.kind) {
    case 'admitted': {
      const admitted = state.refusals === 0 ? state : { ...state, refusals: 0 };
      if (event.limit !== null) return learn(admitted, event.limit);
      if (state.limit !== null) return admitted;
      return { ...admitted, ceiling: Math.min(maxSlots, state.ceiling + 1) };
    }
    case 'refused': {
      const learned = learn(state, event.limit);
      const ceiling = Math.max(0, Math.min(learned.ceiling, event.inFlight));
      // Several refusals of one wave are one piece of news.
      const sameWave = state.probeAtMs !== null && state.probeAtMs > event.nowMs && state.probeStep === 1;
      if (sameWave) return { ...learned, ceiling };
      const refusals = state.refusals + 1;
      const cap = Math.min(backoffCapMs, backoffBaseMs * 2 ** refusals);
      return {
        ...learned,
        ceiling,
        refusals,
        probeStep: 1,
        probeAtMs: event.nowMs + 25 + event.chance * cap,
      };
    }
    case 'rateLimited':
      // The period of the rate limit is one second; jitter keeps several programs from returning together.
      return { ...state, quietUntilMs: event.nowMs + 100 + event.chance * 900 };
    case 'timePassed':
      return probe(state, event.nowMs);
  }
}

/** Calls that may be in flight, as of the time of which the state was told last. */
export function allowance(state: Concurrency, nowMs: number): number {
  return nowMs < state.quietUntilMs ? 0 : Math.min(state.ceiling, state.limit ?? maxSlots);
}

/** When the allowance may grow by the passing of time alone; null when it will not. */
export function nextChangeAtMs({ probeAtMs, quietUntilMs }: Concurrency): number | null {
  if (probeAtMs === null) return quietUntilMs > 0 ? quietUntilMs : null;
  return Math.max(probeAtMs, quietUntilMs);
}

function learn(state: Concurrency, next: number | null): Concurrency {
  if (next === null || next === state.limit || next < 1) return state;
  const limit = Math.min(next, maxSlots);
  const wasFull = state.limit === null || state.ceiling >= state.limit;
  return { ...state, limit, ceiling: wasFull || state.ceiling > limit ? limit : state.ceiling };
}

function probe(state: Concurrency, nowMs: number): Concurrency {
  if (nowMs < state.quietUntilMs) return state;
  if (state.quietUntilMs === 0 && (state.probeAtMs === null || nowMs < state.probeAtMs)) return state;
  const top = state.limit ?? maxSlots;
  let { ceiling, probeStep, probeAtMs } = state;
  while (probeAtMs !== null && nowMs >= probeAtMs) {
    ceiling = Math.min(top, ceiling + probeStep);
    probeStep *= 2;
    probeAtMs = ceiling >= top ? null : probeAtMs + probeEveryMs;
  }
  return { ...state, quietUntilMs: 0, ceiling, probeStep, probeAtMs };
}
