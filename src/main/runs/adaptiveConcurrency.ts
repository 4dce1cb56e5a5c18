/**
 * The number of concurrent calls on an account that others may use too. The limit is learned from responses. A
 * refusal (429) shows how many slots are free; from there the allowance is raised step by step.
 */
export type Concurrency = {
  /** Slots of the account; null until a response states them. */
  readonly limit: number | null;
  /** Estimate of the slots available to us. */
  readonly ceiling: number;
  /** By how much the next probe raises the allowance. */
  readonly probeStep: number;
  readonly refusals: number;
  /** When the allowance is raised again; null while it is at the limit. */
  readonly probeAtMs: number | null;
  /** Nothing may be sent before this time. */
  readonly quietUntilMs: number;
};

export type ConcurrencyEvent =
  /** A call ran; its response may state the slots of the account. */
  | { readonly kind: 'admitted'; readonly limit: number | null }
  /** All slots were busy while `inFlight` other calls of ours were running. `chance` is a number in [0, 1). */
  | {
      readonly kind: 'refused';
      readonly inFlight: number;
      readonly limit: number | null;
      readonly nowMs: number;
      readonly chance: number;
    }
  /** The rate limit was exceeded. */
  | { readonly kind: 'rateLimited'; readonly nowMs: number; readonly chance: number }
  | { readonly kind: 'timePassed'; readonly nowMs: number };

/** Initial value for an unknown account; a refusal costs nothing and shows the real number. */
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
      // Several refusals at the same time count once.
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
      // The rate limit's period is one second; jitter keeps several programs from returning together.
      return { ...state, quietUntilMs: event.nowMs + 100 + event.chance * 900 };
    case 'timePassed':
      return probe(state, event.nowMs);
  }
}

/** Calls that may be in flight, as of the last update of the state. */
export function allowance(state: Concurrency, nowMs: number): number {
  return nowMs < state.quietUntilMs ? 0 : Math.min(state.ceiling, state.limit ?? maxSlots);
}

/** When the allowance may grow with time alone; null if it will not. */
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
