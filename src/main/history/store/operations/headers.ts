import type { Database } from 'better-sqlite3';
import { joinHeaders } from '../../threads/encode/splitHeaders.ts';

/** Response headers: repeated ones are stored once as a set, with null for each value that varies. */
export function createHeaderStore(db: Database) {
  const findSet = db.prepare<{ shared: string }, { id: number }>(
    'SELECT id FROM header_sets WHERE headers = @shared',
  );
  const addSet = db.prepare<{ shared: string }>('INSERT INTO header_sets (headers) VALUES (@shared)');
  const insert = db.prepare<{ observationId: number; status: number; own: string; setId: number }>(
    'INSERT INTO response_headers (observation_id, status, headers, set_id) VALUES (@observationId, @status, @own, @setId)',
  );
  const find = db.prepare<{ observationId: number }, { headers: string; shared: string | null }>(
    `SELECT h.headers, s.headers AS shared FROM response_headers h LEFT JOIN header_sets s ON s.id = h.set_id
     WHERE h.observation_id = +@observationId`,
  );
  return {
    /** Row id of the header set. */
    set: (shared: string): number =>
      findSet.get({ shared })?.id ?? Number(addSet.run({ shared }).lastInsertRowid),
    put(observationId: number, status: number, setId: number, own: string): void {
      insert.run({ observationId, status, own, setId });
    },
    get(observationId: number): Readonly<Record<string, string>> {
      const row = find.get({ observationId });
      if (!row) return {};
      return row.shared === null
        ? JSON.parse(row.headers)
        : joinHeaders({ shared: row.shared, own: row.headers });
    },
  };
}
