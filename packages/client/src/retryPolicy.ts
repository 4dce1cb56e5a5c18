import type { Clock } from './clock.ts';
import { ServiceError } from './serviceError.ts';

/**
 * `repeatable`: GET, DELETE, and task creation when every task has an idempotency key. `once`: everything that
 * may be charged or created a second time.
 */
export type CallClass = 'repeatable' | 'once';

export const defaultRetries = 2;
export const callTimeoutMs = 30_000;
/** The service tries for up to five minutes; the connection must outlive it. */
export const monitorTimeoutMs = 330_000;

const baseMs = 500;
const capMs = 8_000;

/** The specification's "Retry rules". */
function mayRetry(callClass: CallClass, failure: ServiceError): boolean {
  if (failure.kind === 'cancelled') return false;
  // The same certificate, the same proxy and the same stranger would answer again.
  if (['certificate', 'proxy', 'not-this-service'].includes(failure.kind)) return false;
  if (failure.status === 429) return true;
  if (failure.reach === 'never-sent') return true;
  if (callClass === 'once') return false;
  return failure.status === null || failure.status >= 500;
}

/**
 * Milliseconds before the next attempt: capped exponential with full jitter, anywhere between nothing and the
 * ceiling (AWS Architecture Blog, "Exponential Backoff And Jitter").
 * @param failures how many attempts have failed, at least 1
 */
function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (failures - 1));
}

export type RepeatRules = {
  readonly callClass: CallClass;
  readonly signal?: AbortSignal | undefined;
  /** Attempts after the first; 2 by default. */
  readonly retries?: number | undefined;
  /** Gives a 429 to the caller at once instead of repeating: for a scheduler that knows better when to. */
  readonly surfaceRefusals?: boolean | undefined;
};

/**
 * Makes attempts until one succeeds or must not be repeated.
 * @throws ServiceError of the last attempt
 */
export async function repeated<T>(
  rules: RepeatRules,
  attempt: () => Promise<T>,
  ports: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly onRetry?: ((failure: ServiceError, waitMs: number) => void) | undefined;
  },
): Promise<T> {
  const { callClass, signal, retries = defaultRetries, surfaceRefusals = false } = rules;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (failures > retries || !mayRetry(callClass, error)) throw error;
      if (error.status === 429 && surfaceRefusals) throw error;
      const waitMs = Math.round(backoffMs(failures, ports.random));
      ports.onRetry?.(error, waitMs);
      await waitOrCancel(waitMs, signal, error, ports.clock);
    }
  }
}

/** A wait that is cancelled ends the call, and nothing is on its way any more. */
async function waitOrCancel(
  ms: number,
  signal: AbortSignal | undefined,
  last: ServiceError,
  clock: Clock,
): Promise<void> {
  try {
    await clock.wait(ms, signal);
  } catch {
    const message = 'The request was cancelled.';
    const requestId = last.requestId ?? undefined;
    throw new ServiceError({ kind: 'cancelled', message, reach: last.reach, requestId });
  }
}
