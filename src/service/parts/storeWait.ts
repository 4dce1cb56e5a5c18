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
 * What all waits of a request may take together: less than half of the 30 seconds that clients wait for an
 * answer. Only waiting counts: reading a large body beside many others takes its time with the store there.
 */
export const requestWaitMs = 9_000;

export function createStoreWait(limitMs = requestWaitMs): StoreWait {
  let leftMs = limitMs;
  return async (work, late) => {
    if (!(work instanceof Promise)) return work;
    const begun = performance.now();
    try {
      return await answeredBy(work, leftMs, late);
    } finally {
      leftMs -= performance.now() - begun;
    }
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
    // An answer that arrived while the process was busy is read first: it is in time.
    timer = setTimeout(
      () => {
        setImmediate(() => {
          silent = true;
          reject(new StoreSilent('The store does not answer'));
        });
      },
      Math.max(0, limitMs),
    );
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
