type Counting<Remaining> = {
  readonly limit: number;
  /**
   * Counts one request, unless it would exceed the limit in any period of one second.
   * @param nowMs any monotonic clock
   * @returns how many more requests would be admitted now, or -1 if this one exceeds the limit
   */
  readonly count: (accountId: number, nowMs: number) => Remaining;
};

/** Requests per account over the preceding second. */
export type RateLimiter = Counting<number | Promise<number>>;

const windowMs = 1_000;
const firstCapacity = 64;

/** The admitted requests of the last second, oldest first, in a ring buffer that grows up to the limit. */
type Admitted = { times: Float64Array; oldest: number; size: number };

export function createRateLimiter(limit: number): Counting<number> {
  const accounts = new Map<number, Admitted>();

  const admittedOf = (accountId: number): Admitted => {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const fresh = { times: new Float64Array(Math.min(limit, firstCapacity)), oldest: 0, size: 0 };
    accounts.set(accountId, fresh);
    return fresh;
  };
  const grow = (ring: Admitted): void => {
    const { times, oldest, size } = ring;
    const larger = new Float64Array(Math.min(limit, times.length * 2));
    larger.set(times.subarray(oldest));
    larger.set(times.subarray(0, oldest), times.length - oldest);
    ring.times = larger;
    ring.oldest = 0;
    ring.size = size;
  };

  return {
    limit,
    count: (accountId, nowMs) => {
      const ring = admittedOf(accountId);
      while (ring.size > 0 && (ring.times[ring.oldest] ?? 0) <= nowMs - windowMs) {
        ring.oldest = (ring.oldest + 1) % ring.times.length;
        ring.size -= 1;
      }
      if (ring.size >= limit) return -1;
      if (ring.size === ring.times.length) grow(ring);
      ring.times[(ring.oldest + ring.size) % ring.times.length] = nowMs;
      ring.size += 1;
      return limit - ring.size;
    },
  };
}
