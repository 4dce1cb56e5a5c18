import type { Clock } from './clock.ts';
import { OptionError, ServiceError } from './serviceError.ts';

/**
 * `repeatable`: GET, DELETE, and the creation of tasks that all have an idempotency key. `once`: calls that could be
 * charged or executed a second time.
 */
export type CallClass = 'repeatable' | 'once';

export const defaultRetries = 2;
export const callTimeoutMs = 30_000;
/** The service tries for up to five minutes. The connection must stay open longer. */
export const monitorTimeoutMs = 330_000;

const baseMs = 500;
const capMs = 8_000;

/** Implements the "Retry rules" of the specification. */
function mayRetry(callClass: CallClass, failure: ServiceError): boolean {
  if (failure.kind === 'cancelled' || failure instanceof OptionError) return false;
  // A retry would fail in the same way.
  if (['certificate', 'proxy', 'not-this-service'].includes(failure.kind)) return false;
  if (failure.status === 429) return true;
  if (failure.reach === 'never-sent') return true;
  if (retryAfterMs(failure) !== null) return true;
  if (callClass === 'once') return false;
  return failure.status === null || failure.status >= 500;
}

/** The longest announced pause that a call waits for. */
const longestPauseMs = 60_000;

/**
 * The pause that a service asks for when it is not available (503 with `Retry-After` in seconds, RFC 9110, 10.2.3). It
 * has not begun the request then. Null without one, for a longer one, and for an answer of a gateway.
 */
function retryAfterMs({ status, reach, headers }: ServiceError): number | null {
  const seconds = headers['retry-after']?.trim() ?? '';
  if (status !== 503 || reach !== 'answered' || !/^\d{1,5}$/.test(seconds)) return null;
  const ms = Number(seconds) * 1000;
  return ms <= longestPauseMs ? ms : null;
}

/**
 * Delay before the next attempt in milliseconds: exponential with a maximum and full jitter (AWS Architecture Blog,
 * "Exponential Backoff And Jitter").
 * @param failures number of failed attempts, at least 1
 */
function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (failures - 1));
}

/** Which retries a call allows. */
export type RepeatRules = {
  readonly callClass: CallClass;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Maximum retries; 2 by default. */
  readonly retries?: number;
  /** Does not retry a 429 response, for callers that schedule their own retries. */
  readonly surfaceRefusals?: boolean;
};

/**
 * Attempts a call until it succeeds or must not be retried.
 * @throws ServiceError of the last attempt
 */
export async function repeated<T>(
  rules: RepeatRules,
  attempt: () => Promise<T>,
  ports: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly onRetry?: (failure: ServiceError, waitMs: number) => void;
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
      const waitMs = (retryAfterMs(error) ?? 0) + Math.round(backoffMs(failures, ports.random));
      ports.onRetry?.(error, waitMs);
      await waitOrCancel(waitMs, signal, error, ports.clock);
    }
  }
}

/**
 * Waits for a retry. If it is cancelled, the error has the reach of the failed attempt, because no request is
 * running.
 */
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
