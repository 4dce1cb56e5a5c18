import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { HistoryFailure } from '../failures.ts';
import { createDictionaries, type Family } from './dictionaries.ts';

/** Level 6: with a dictionary 8 % smaller than level 3; the levels above take much longer for 2 % more. */
const params = { [constants.ZSTD_c_compressionLevel]: 6 };

type PayloadRow = {
  readonly encoding: 'zstd' | 'identity';
  readonly body: Buffer;
  readonly sha256: Buffer;
  readonly dictionary_id: number | null;
};

export type PayloadStore = ReturnType<typeof createPayloadStore>;

/** Bodies kept whole and compressed; the same body is kept once, found by the SHA-256 of its raw bytes. */
export function createPayloadStore(db: Database) {
  const find = db.prepare<[Buffer], { id: number }>('SELECT id FROM payloads WHERE sha256 = ?');
  const insert = db.prepare<[Buffer, string, number, Buffer, number | null]>(
    'INSERT INTO payloads (sha256, encoding, raw_bytes, body, dictionary_id) VALUES (?, ?, ?, ?, ?)',
  );
  const read = db.prepare<[number], PayloadRow>(
    'SELECT encoding, body, sha256, dictionary_id FROM payloads WHERE id = ?',
  );
  const sweep = db.prepare(`DELETE FROM payloads
    WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.payload_id = payloads.id)
      AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.payload_id = payloads.id)`);
  const findRequest = db.prepare<[Buffer], { id: number }>('SELECT id FROM requests WHERE sha256 = ?');
  const insertRequest = db.prepare<[Buffer, string, string]>(
    'INSERT INTO requests (sha256, path, body) VALUES (?, ?, ?)',
  );
  const sweepRequests = db.prepare(`DELETE FROM requests
    WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.sent_request_id = requests.id)`);

  const bodyOf = (row: PayloadRow): Buffer => {
    if (row.encoding === 'identity') return row.body;
    const dictionary = row.dictionary_id === null ? null : dictionaries.get(row.dictionary_id);
    return zstdDecompressSync(row.body, dictionary === null ? {} : { dictionary });
  };
  const mustRead = (id: number): PayloadRow => {
    const row = read.get(id);
    if (!row) throw new HistoryFailure('HISTORY_CORRUPT', `A stored result (payload ${id}) is missing.`);
    return row;
  };
  const dictionaries = createDictionaries(db, (id) => bodyOf(mustRead(id)));

  return {
    /**
     * Row id of the stored body.
     * @param family the results it is like, with which it shares a dictionary; null for a body by itself
     */
    put(body: string, family: Family | null): number {
      const raw = Buffer.from(body, 'utf8');
      const sha256 = createHash('sha256').update(raw).digest();
      const known = find.get(sha256);
      if (known) return known.id;
      const dictionary = family === null ? null : dictionaries.forFamily(family);
      const packed = zstdCompressSync(raw, dictionary ? { params, dictionary: dictionary.body } : { params });
      const row =
        packed.length < raw.length
          ? insert.run(sha256, 'zstd', raw.length, packed, dictionary?.id ?? null)
          : insert.run(sha256, 'identity', raw.length, raw, null);
      return Number(row.lastInsertRowid);
    },
    get(id: number): { readonly body: string; readonly sha256: string } {
      const row = mustRead(id);
      return { body: bodyOf(row).toString('utf8'), sha256: row.sha256.toString('hex') };
    },
    /** The same request asked again every week is one row. */
    putRequest(path: string, body: string): number {
      const sha256 = createHash('sha256').update(path).update('\n').update(body).digest();
      const known = findRequest.get(sha256);
      if (known) return known.id;
      return Number(insertRequest.run(sha256, path, body).lastInsertRowid);
    },
    /** Removes what nothing points at any more. */
    sweep(): void {
      sweep.run();
      sweepRequests.run();
    },
  };
}
