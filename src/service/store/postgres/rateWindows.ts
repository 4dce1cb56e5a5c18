import { createRateLimiter, type RateLimiter } from '../rateLimiter.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';

/**
 * The last second of each account in steps of 10 ms, including the current one: requests expire after 1.00 to
 * 1.01 s, so that no period of one second exceeds the limit. If the clock is set back, counting starts again.
 */
const count = {
  name: 'rate_count',
  text: `INSERT INTO rate_windows AS known (account_id, step, counts, granted, used, opens_in_ms)
    SELECT account_id, floor(extract(epoch FROM clock_timestamp()) * 100)::bigint, ARRAY[least(wanted, $3::integer)],
      least(wanted, $3), least(wanted, $3), 0
    FROM unnest($1::bigint[], $2::integer[]) AS asked (account_id, wanted) ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET (step, counts, granted, used, opens_in_ms) = (
      SELECT now.step, ARRAY[shifted.counts[1] + fits.granted] || shifted.counts[2:101], fits.granted,
        kept.used + fits.granted, 10 * (101 - coalesce(kept.oldest, 1))
      FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 100)::bigint AS step) AS clock
      CROSS JOIN LATERAL (
        SELECT CASE WHEN known.step - clock.step BETWEEN 0 AND 101 THEN known.step ELSE clock.step END AS step) AS now
      CROSS JOIN LATERAL (
        SELECT CASE WHEN now.step - known.step BETWEEN 0 AND 100
          THEN (array_fill(0, ARRAY[(now.step - known.step)::integer]) || known.counts)[1:101]
          ELSE ARRAY[0] END AS counts) AS shifted
      CROSS JOIN LATERAL (
        SELECT sum(each.count)::integer AS used, max(each.nth) FILTER (WHERE each.count > 0)::integer AS oldest
        FROM unnest(shifted.counts) WITH ORDINALITY AS each (count, nth)) AS kept
      CROSS JOIN LATERAL (SELECT greatest(0, least(excluded.granted, $3 - kept.used)) AS granted) AS fits)
    RETURNING account_id AS "accountId", granted, used, opens_in_ms AS "opensInMs"`,
};

type WindowRow = {
  readonly accountId: number;
  readonly granted: number;
  readonly used: number;
  readonly opensInMs: number;
};
type RateRequest = { readonly accountId: number; readonly nowMs: number };

const rules = { concurrency: 2, largest: 1_000 };
/** Maximum time a request waits to be counted. */
const patienceMs = 1_000;
/** How long to skip a database that did not count in time. */
const restMs = 2_000;

/**
 * Requests counted by the database for all nodes: one statement for everything that arrived during the previous
 * one. An account over its limit is refused here without a query until its window can open again. While the
 * database is unavailable, each node counts alone, so that requests that need no database are not refused.
 */
export function sharedRateLimiter(db: Database, limit: number): RateLimiter {
  const ownCount = createRateLimiter(limit);
  const closedUntil = new Map<number, number>();
  let restsUntil = 0;

  const countTogether = inBatches(
    rules,
    async (asked: readonly RateRequest[]): Promise<readonly number[]> => {
      const wanted = new Map<number, number>();
      for (const { accountId } of asked) wanted.set(accountId, (wanted.get(accountId) ?? 0) + 1);
      const askedAt = performance.now();
      const rows = await inTime(db.once<WindowRow>(count, [[...wanted.keys()], [...wanted.values()], limit]));
      if (rows === null) {
        restsUntil = performance.now() + restMs;
        return asked.map(({ accountId, nowMs }) => ownCount.count(accountId, nowMs));
      }
      const windows = new Map(rows.map((row) => [row.accountId, { ...row }]));
      for (const row of rows) if (row.used >= limit) closedUntil.set(row.accountId, askedAt + row.opensInMs);
      return asked.map(({ accountId, nowMs }) => {
        const window = windows.get(accountId);
        if (window === undefined || window.granted === 0) return -1;
        window.granted -= 1;
        ownCount.count(accountId, nowMs);
        return limit - window.used + window.granted;
      });
    },
  );

  return {
    limit,
    count: (accountId, nowMs) => {
      if (nowMs < restsUntil || db.away()) return ownCount.count(accountId, nowMs);
      return nowMs < (closedUntil.get(accountId) ?? 0) ? -1 : countTogether({ accountId, nowMs });
    },
  };
}

/** Null if it fails or takes too long; a later result is ignored. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
