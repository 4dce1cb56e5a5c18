import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { SentRequest } from '../../threads/encode/encodeAnswer.ts';
import { type PackedBody, packTightly } from '../compression/packBody.ts';
import { resultOf } from '../derive/result.ts';
import { HistoryFailure, isBrokenAnswer } from '../failures.ts';
import { createDictionaries, type NewDictionary } from './dictionaries.ts';

type PayloadRow = {
  readonly encoding: 'zstd' | 'identity';
  readonly rawBytes: number;
  readonly body: Buffer;
  readonly sha256: Buffer;
  readonly dictionaryId: number | null;
};

const payloadColumns =
  'p.encoding, p.raw_bytes AS rawBytes, p.body, p.sha256, p.dictionary_id AS dictionaryId';

export type PayloadStore = ReturnType<typeof createPayloadStore>;

type LooseRow = PayloadRow & {
  readonly id: number;
  readonly engine: string | null;
  readonly language: string | null;
};

export type TightBody = {
  readonly id: number;
  /** Of the uncompressed bytes, because ids can be reused. */
  readonly sha256: Uint8Array;
  /** Null for a damaged body, which is not changed. */
  readonly packed: Pick<PackedBody, 'encoding' | 'body'> | null;
  readonly dictionaryId: number | null;
};

export type TightlyPacked = {
  readonly bodies: readonly TightBody[];
  readonly dictionaries: readonly NewDictionary[];
};

/** No response of a service is larger. */
export const maxBodyBytes = 64 * 1024 ** 2;

/**
 * Complete compressed bodies; equal bodies are stored once, found by the SHA-256 of their uncompressed bytes.
 * An answer is compressed fast when it is stored, and later again with the dictionary of its family.
 */
export function createPayloadStore(db: Database) {
  const find = db.prepare<{ sha256: Uint8Array }, { id: number }>(
    'SELECT id FROM payloads WHERE sha256 = @sha256',
  );
  const insert = db.prepare<{
    sha256: Uint8Array;
    encoding: string;
    rawBytes: number;
    body: Uint8Array;
    tight: 0 | 1;
  }>(
    `INSERT INTO payloads (sha256, encoding, raw_bytes, body, tight) VALUES (@sha256, @encoding, @rawBytes, @body, @tight)
     ON CONFLICT (sha256) DO NOTHING`,
  );
  const loose = db.prepare<{ after: number; limit: number }, LooseRow>(
    `SELECT p.id, ${payloadColumns}, o.engine, o.language
     FROM payloads p LEFT JOIN observations o
       ON o.id = (SELECT min(x.id) FROM observations x WHERE x.payload_id = p.id)
     WHERE p.tight = 0 AND p.id > @after ORDER BY p.id LIMIT @limit`,
  );
  const stillLoose = db.prepare<{ id: number; sha256: Uint8Array }, { rawBytes: number }>(
    'SELECT raw_bytes AS rawBytes FROM payloads WHERE id = @id AND sha256 = @sha256 AND tight = 0',
  );
  // Not an UPDATE, which writes the shorter row in place and leaves the rest of its page empty forever.
  const repack = db.prepare<{
    id: number;
    sha256: Uint8Array;
    encoding: string;
    rawBytes: number;
    body: Uint8Array;
    dictionaryId: number | null;
  }>(
    `REPLACE INTO payloads (id, sha256, encoding, raw_bytes, body, dictionary_id, tight)
     VALUES (@id, @sha256, @encoding, @rawBytes, @body, @dictionaryId, 1)`,
  );
  const leave = db.prepare<{ id: number }>('UPDATE payloads SET tight = 1 WHERE id = @id');
  const read = db.prepare<{ id: number }, PayloadRow>(
    `SELECT ${payloadColumns} FROM payloads p WHERE id = @id`,
  );
  const sweep = db.prepare(`DELETE FROM payloads
    WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.payload_id = payloads.id)
      AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.payload_id = payloads.id)`);
  const findRequest = db.prepare<{ sha256: Uint8Array }, { id: number }>(
    'SELECT id FROM requests WHERE sha256 = @sha256',
  );
  const insertRequest = db.prepare<{ sha256: Uint8Array; path: string; body: string }>(
    'INSERT INTO requests (sha256, path, body) VALUES (@sha256, @path, @body)',
  );
  const sweepRequests = db.prepare(`DELETE FROM requests
    WHERE NOT EXISTS (SELECT 1 FROM observations o WHERE o.sent_request_id = requests.id)`);

  const bodyOf = (row: PayloadRow): Buffer => {
    if (row.encoding === 'identity') return row.body;
    const dictionary = row.dictionaryId === null ? null : dictionaries.get(row.dictionaryId);
    // Sized for the whole body, so that chunks need not be concatenated.
    const chunkSize = Math.min(row.rawBytes, maxBodyBytes) + 64;
    // Never more than the stated size: a manipulated body could fill the memory.
    const limits = { chunkSize, maxOutputLength: chunkSize };
    return zstdDecompressSync(row.body, dictionary === null ? limits : { ...limits, dictionary });
  };
  const intactBody = (id: number, row: PayloadRow): Buffer => {
    const damaged = (cause?: unknown): HistoryFailure =>
      new HistoryFailure(
        'HISTORY_CORRUPT',
        `A stored result (payload ${id}) is damaged on disk. A backup may still have it; everything else can be read.`,
        cause,
      );
    let body: Buffer;
    try {
      body = bodyOf(row);
    } catch (error) {
      throw isUnpackingFault(error) ? damaged(error) : error;
    }
    if (!hash('sha256', body, 'buffer').equals(row.sha256)) throw damaged();
    return body;
  };
  const mustRead = (id: number): PayloadRow => {
    const row = read.get({ id });
    if (!row) throw new HistoryFailure('HISTORY_CORRUPT', `A stored result (payload ${id}) is missing.`);
    return row;
  };
  const dictionaries = createDictionaries(db, (id) => bodyOf(mustRead(id)));

  return {
    /** Row id of the stored body. */
    put({ sha256, encoding, rawBytes, body }: PackedBody): number {
      const { changes, lastInsertRowid } = insert.run({
        sha256,
        encoding,
        rawBytes,
        body,
        tight: encoding === 'zstd' ? 0 : 1,
      });
      const id = changes === 1 ? Number(lastInsertRowid) : find.get({ sha256 })?.id;
      if (id === undefined) throw new HistoryFailure('INTERNAL', 'A result could not be stored.');
      return id;
    },
    /** Final compression of pending bodies, oldest first, with ids above `after`; read-only. */
    packed(after: number, limit: number): TightlyPacked {
      const bodies = loose.all({ after, limit }).map((row): TightBody => {
        const { id, sha256, engine, language } = row;
        let raw: Buffer;
        try {
          raw = intactBody(id, row);
        } catch {
          // Compressed again, a damaged body would look intact; unchanged, it can still be detected.
          return { id, sha256, packed: null, dictionaryId: null };
        }
        const dictionary = engine === null ? null : dictionaries.forFamily({ engine, language });
        const packed = packTightly(raw, dictionary?.body ?? null);
        return {
          id,
          sha256,
          packed,
          dictionaryId: packed.encoding === 'zstd' ? (dictionary?.id ?? null) : null,
        };
      });
      const used = new Set(bodies.flatMap(({ dictionaryId }) => dictionaryId ?? []));
      return { bodies, dictionaries: dictionaries.unkept(used) };
    },
    /** Replaces pending bodies with their final compression, if they still exist. */
    keepPacked({ bodies, dictionaries: made }: TightlyPacked): void {
      for (const dictionary of made) dictionaries.keep(dictionary);
      for (const { id, sha256, packed, dictionaryId } of bodies) {
        const row = stillLoose.get({ id, sha256 });
        if (!row) continue;
        if (packed === null) leave.run({ id });
        else
          repack.run({
            id,
            sha256,
            encoding: packed.encoding,
            rawBytes: row.rawBytes,
            body: packed.body,
            dictionaryId,
          });
      }
    },
    /**
     * @throws HistoryFailure HISTORY_CORRUPT if it is not what was stored: no answer is better than an altered
     * one
     */
    get(id: number): { readonly body: string; readonly sha256: string } {
      const row = mustRead(id);
      const body = intactBody(id, row);
      return { body: body.toString('utf8'), sha256: row.sha256.toString('hex') };
    },
    /** The engine's result in it; null if the body is damaged, because the others must still be read. */
    resultOrNull(id: number): Readonly<Record<string, unknown>> | null {
      try {
        return resultOf(intactBody(id, mustRead(id)).toString('utf8'));
      } catch (error) {
        if (isBrokenAnswer(error)) return null;
        throw error;
      }
    },
    /** The uncompressed bytes of the same, for callers that need few of them. */
    bytes: (id: number): Buffer => intactBody(id, mustRead(id)),
    /** Repeated requests share one row. */
    putRequest({ sha256, path, body }: SentRequest): number {
      const known = findRequest.get({ sha256 });
      if (known) return known.id;
      return Number(insertRequest.run({ sha256, path, body }).lastInsertRowid);
    },
    /** Deletes rows that nothing refers to any more. */
    sweep(): void {
      sweep.run();
      sweepRequests.run();
    },
  };
}

/** zstd's errors for data that it did not write, including the wrong dictionary. */
function isUnpackingFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ZSTD_|Z_|ERR_)/.test(code);
}
