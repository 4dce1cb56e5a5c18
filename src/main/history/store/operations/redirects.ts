import type { Database } from 'better-sqlite3';
import { type DerivedSource, domainOf } from '../derive/sourceLists.ts';
import type { Dimensions } from './dimensions.ts';
import { hasCome, reads, writes } from './operation.ts';

export type WaitingRedirect = {
  readonly urlId: number;
  readonly link: string;
  readonly tries: number;
  /** Connection of the newest answer with this URL; null if it was deleted. */
  readonly connectionId: string | null;
};

export type RedirectCounts = {
  readonly waiting: number;
  readonly resolved: number;
  readonly refused: number;
  /** When the next one is tried, null if none is waiting. */
  readonly nextTryAtMs: number | null;
  readonly lastFailure: string | null;
};

/** URLs checked per call: some milliseconds. */
const scannedAtOnce = 5000;

/** URLs that are redirects of an engine: finds them, and stores their destinations. */
export function createRedirectOperations(db: Database, dimensions: Dimensions) {
  const scanned = db.prepare<[], { id: number }>('SELECT through_url_id AS id FROM redirect_scan');
  const unscanned = db.prepare<{ id: number; scannedAtOnce: number }, { id: number; url: string }>(
    'SELECT id, url FROM urls WHERE id > @id ORDER BY id LIMIT @scannedAtOnce',
  );
  const noteScan = db.prepare<{ throughUrlId: number }>(
    'UPDATE redirect_scan SET through_url_id = @throughUrlId',
  );
  const add = db.prepare<{ id: number; url: string }>(
    'INSERT OR IGNORE INTO redirects (url_id, link) VALUES (@id, @url)',
  );
  const due = db.prepare<{ nextTryAtMs: number; limit: number }, WaitingRedirect>(
    `SELECT r.url_id AS urlId, r.link, r.tries,
       (SELECT c.uid FROM sources s JOIN observations o ON o.id = s.observation_id JOIN runs x ON x.id = o.run_id
          JOIN connections c ON c.id = x.connection_id
        WHERE s.url_id = r.url_id AND c.removed_at_ms IS NULL ORDER BY o.id DESC LIMIT 1) AS connectionId
     FROM redirects r WHERE r.state = 'waiting' AND ${hasCome('r.next_try_at_ms', '@nextTryAtMs')} ORDER BY r.next_try_at_ms LIMIT @limit`,
  );
  const resolve = db.prepare<{ destination: string; triedAtMs: number; urlId: number }>(
    `UPDATE redirects SET state = 'resolved', destination = @destination, tries = tries + 1, tried_at_ms = @triedAtMs, failure = NULL
     WHERE url_id = @urlId`,
  );
  const setDomain = db.prepare<{ domainId: number; id: number }>(
    'UPDATE urls SET domain_id = @domainId WHERE id = @id',
  );
  const setFacets = db.prepare<{ urlId: number }>(
    `UPDATE search_facets SET domains = (SELECT json_group_array(domain_id) FROM (
       SELECT DISTINCT u.domain_id FROM sources s JOIN urls u ON u.id = s.url_id
       WHERE s.observation_id = search_facets.observation_id))
     WHERE observation_id IN (SELECT observation_id FROM sources WHERE url_id = @urlId)`,
  );
  // Programs that cache facet data read it again when this number has increased.
  const recount = db.prepare('UPDATE search_state SET removals = removals + 1');
  const fail = db.prepare<{
    state: string;
    failure: string;
    nowMs: number;
    nextTryAtMs: number;
    urlId: number;
  }>(
    `UPDATE redirects SET state = @state, failure = @failure, tries = tries + 1, tried_at_ms = @nowMs, next_try_at_ms = @nextTryAtMs
     WHERE url_id = @urlId`,
  );
  const again = db.prepare(
    `UPDATE redirects SET state = 'waiting', next_try_at_ms = 0 WHERE state IN ('waiting', 'refused')`,
  );
  const counts = db.prepare<[], RedirectCounts>(
    `SELECT ifnull(sum(state = 'waiting'), 0) AS waiting, ifnull(sum(state = 'resolved'), 0) AS resolved,
       ifnull(sum(state = 'refused'), 0) AS refused,
       min(CASE WHEN state = 'waiting' THEN next_try_at_ms END) AS nextTryAtMs,
       (SELECT failure FROM redirects WHERE failure IS NOT NULL ORDER BY tried_at_ms DESC LIMIT 1) AS lastFailure
     FROM redirects`,
  );

  return {
    /** Checks some more URLs; returns whether there may be others. */
    'redirects.find': writes((_: Readonly<Record<string, never>>): boolean => {
      const rows = unscanned.all({ id: scanned.get()?.id ?? 0, scannedAtOnce });
      for (const { id, url } of rows) if (isRedirectLink(url)) add.run({ id, url });
      const last = rows.at(-1);
      if (last) noteScan.run({ throughUrlId: last.id });
      return rows.length === scannedAtOnce;
    }),
    'redirects.due': reads(
      (input: { readonly nowMs: number; readonly limit: number }): readonly WaitingRedirect[] =>
        due.all({ nextTryAtMs: input.nowMs, limit: input.limit }),
    ),
    /** From now on the URL counts for the domain of its destination. */
    'redirects.resolve': writes(
      (input: { readonly urlId: number; readonly destination: string; readonly nowMs: number }): void => {
        resolve.run({ destination: input.destination, triedAtMs: input.nowMs, urlId: input.urlId });
        const domain = domainOf(input.destination);
        if (domain !== '') setDomain.run({ domainId: dimensions.domain(domain), id: input.urlId });
        setFacets.run({ urlId: input.urlId });
      },
    ),
    /** Makes newly resolved URLs count in searches; every program reads its caches again. */
    'redirects.recount': writes((_: Readonly<Record<string, never>>): void => {
      recount.run();
    }),
    /** @param input.nextTryAtMs null if another try would have the same result */
    'redirects.fail': writes(
      (input: {
        readonly urlId: number;
        readonly failure: string;
        readonly nowMs: number;
        readonly nextTryAtMs: number | null;
      }): void => {
        const { urlId, failure, nowMs, nextTryAtMs } = input;
        fail.run({
          state: nextTryAtMs === null ? 'refused' : 'waiting',
          failure,
          nowMs,
          nextTryAtMs: nextTryAtMs ?? 0,
          urlId,
        });
      },
    ),
    /** Retries everything unresolved immediately. */
    'redirects.again': writes((_: Readonly<Record<string, never>>): number => again.run().changes),
    'redirects.counts': reads(
      (_: Readonly<Record<string, never>>): RedirectCounts =>
        counts.get() ?? { waiting: 0, resolved: 0, refused: 0, nextTryAtMs: null, lastFailure: null },
    ),
  };
}

/** Destinations of the redirects among an answer's sources, as far as known. */
export function createDestinationReader(db: Database) {
  const found = db.prepare<{ observationId: number }, { url: string; destination: string }>(
    `SELECT DISTINCT u.url, r.destination FROM sources s JOIN redirects r ON r.url_id = s.url_id
       JOIN urls u ON u.id = s.url_id
     WHERE s.observation_id = @observationId AND r.destination IS NOT NULL`,
  );
  return (observationId: number): ReadonlyMap<string, string> =>
    new Map(found.all({ observationId }).map(({ url, destination }) => [url, destination]));
}

/** Sources with the destination's domain if their URL is a resolved redirect. */
export function withTrueDomains(
  sources: readonly DerivedSource[],
  destinations: ReadonlyMap<string, string>,
): readonly DerivedSource[] {
  if (destinations.size === 0) return sources;
  return sources.map((source) => {
    const domain = domainOf(destinations.get(source.url) ?? '');
    return domain === '' ? source : { ...source, domain };
  });
}

/**
 * Whether a URL has the form of an engine's redirect, as the service's resolver accepts it: `/goto` or `/url`
 * with the destination, plain or encoded, in `url` or `q`.
 */
function isRedirectLink(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.pathname !== '/goto' && parsed.pathname !== '/url')) return false;
  return Boolean(parsed.searchParams.get('url') || parsed.searchParams.get('q'));
}
