import type { Random } from '#platform/clock.ts';
import type { ServiceError } from './serviceError.ts';

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
export function mayRetry(callClass: CallClass, failure: ServiceError): boolean {
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
export function backoffMs(failures: number, random: Random): number {
  return random() * Math.min(capMs, baseMs * 2 ** (failures - 1));
}
