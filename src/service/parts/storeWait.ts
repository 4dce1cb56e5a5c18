/** The store did not answer in time. What was asked of it may still happen. */
export class StoreSilent extends Error {
  readonly code = 'STORE_SILENT';
}

/**
 * Waits for the store on behalf of one request.
 * @param late called with a result that arrives after the deadline, to undo what nobody waits for any more
 * @throws StoreSilent at the deadline
 */
export type StoreWait = <T>(work: T | Promise<T>, late?: (result: T) => unknown) => Promise<T>;

/**
 * All waits of a request share one deadline, which begins with the first of them: less than half of the 30
 * seconds that clients wait for an answer.
 */
export const requestWaitMs = 9_000;

export function createStoreWait(limitMs = requestWaitMs): StoreWait {
  let until: number | null = null;
  return async (work, late) => {
    if (!(work instanceof Promise)) return work;
    until ??= performance.now() + limitMs;
    return answeredBy(work, until - performance.now(), late);
  };
}

/** @throws StoreSilent if the work takes longer */
export async function answeredBy<T>(
  work: Promise<T>,
  limitMs: number,
  late?: (result: T) => unknown,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let silent = false;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silent = true;
      reject(new StoreSilent('The store does not answer'));
    }, limitMs);
  });
  work.then(
    (result) => silent && late?.(result),
    () => undefined,
  );
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
