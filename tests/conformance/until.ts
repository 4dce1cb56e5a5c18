import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is accepted; rejects with the last answer when the budget is used up. */
export async function until<T>(
  what: string,
  probe: () => Promise<T>,
  accept: (value: T) => boolean,
  budgetMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + budgetMs;
  for (;;) {
    const value = await probe();
    if (accept(value)) return value;
    if (performance.now() > deadline) {
      throw new Error(`not in ${budgetMs} ms: ${what}; last seen ${JSON.stringify(value)?.slice(0, 500)}`);
    }
    await pause(10);
  }
}

/**
 * Measures until it is below the limit: a busy machine is slow now and then, a service that does more than it should
 * every time.
 */
export function inTime<T>(
  measure: () => Promise<T>,
  milliseconds: (measured: T) => number,
  limit: number,
): Promise<T> {
  return until(`less than ${limit} ms`, measure, (measured) => milliseconds(measured) < limit);
}
