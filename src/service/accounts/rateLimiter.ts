/** Requests counted per account in one-second windows. */
export type RateLimiter = {
  readonly limit: number;
  /**
   * Counts one request. A window opens with the first request after the last one closed and lasts one second.
   * @param nowMs any clock that does not run backwards
   * @returns requests left in the window, or -1 when this one is over the limit
   */
  readonly count: (accountId: number, nowMs: number) => number;
};

const windowMs = 1_000;

export function createRateLimiter(limit: number): RateLimiter {
  const windows = new Map<number, { openedAt: number; requests: number }>();
  return {
    limit,
    count: (accountId, nowMs) => {
      let window = windows.get(accountId);
      if (window === undefined) {
        window = { openedAt: nowMs, requests: 0 };
        windows.set(accountId, window);
      } else if (nowMs - window.openedAt >= windowMs) {
        window.openedAt = nowMs;
        window.requests = 0;
      }
      if (window.requests >= limit) return -1;
      window.requests += 1;
      return limit - window.requests;
    },
  };
}
