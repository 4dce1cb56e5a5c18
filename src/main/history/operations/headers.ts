import type { Database } from 'better-sqlite3';

type Headers = Readonly<Record<string, string>>;

/** Headers that say something else with every answer; the rest repeats from answer to answer. */
const changing =
  /^(date|age|etag|content-length|x-request-id|.*-remaining|.*-usage|.*-charged|.*-reset|.*-ray|.*-ms|server-timing|traceparent)$/;

/** Response headers: what repeats is kept once as a set, with null in the place of each value that does not. */
export function createHeaderStore(db: Database) {
  const findSet = db.prepare<[string], { id: number }>('SELECT id FROM header_sets WHERE headers = ?');
  const addSet = db.prepare<[string]>('INSERT INTO header_sets (headers) VALUES (?)');
  const insert = db.prepare<[number, number, string, number]>(
    'INSERT INTO response_headers (observation_id, status, headers, set_id) VALUES (?, ?, ?, ?)',
  );
  const find = db.prepare<[number], { headers: string; shared: string | null }>(
    `SELECT h.headers, s.headers AS shared FROM response_headers h LEFT JOIN header_sets s ON s.id = h.set_id
     WHERE h.observation_id = +?`,
  );
  return {
    put(observationId: number, status: number, headers: Headers): void {
      const names = Object.keys(headers);
      const shared = JSON.stringify(
        Object.fromEntries(names.map((name) => [name, changing.test(name) ? null : headers[name]])),
      );
      const set = findSet.get(shared)?.id ?? Number(addSet.run(shared).lastInsertRowid);
      const own = names.filter((name) => changing.test(name)).map((name) => headers[name]);
      insert.run(observationId, status, JSON.stringify(own), set);
    },
    get(observationId: number): Headers {
      const row = find.get(observationId);
      if (!row) return {};
      if (row.shared === null) return JSON.parse(row.headers);
      const own: readonly string[] = JSON.parse(row.headers);
      const shared: Readonly<Record<string, string | null>> = JSON.parse(row.shared);
      let next = 0;
      return Object.fromEntries(
        Object.entries(shared).map(([name, value]) => [name, value ?? own[next++] ?? '']),
      );
    },
  };
}
