import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { buildDictionary } from '../compression/dictionary.ts';

/** From this many bodies of a family on, what they have in common is worth a dictionary. */
const bodiesNeeded = 64;
/** Larger ones save nothing more and cost time: they are read anew for every body. */
const dictionaryBytes = 112 * 1024;

/** Results that are alike: of one engine, in one language. */
export type Family = { readonly engine: string; readonly language: string | null };

export type Dictionary = { readonly id: number; readonly body: Uint8Array };
/** One that is to be kept before anything that was packed with it. */
export type NewDictionary = Dictionary & { readonly family: string };

/**
 * One dictionary for each family, made once from its first bodies. A dictionary is never
 * changed: bodies that were packed with it need it for good.
 *
 * @param bodyOf the raw bytes of a stored payload
 */
export function createDictionaries(db: Database, bodyOf: (payloadId: number) => Buffer) {
  const load = db.prepare<[number], { body: Buffer }>('SELECT body FROM payload_dictionaries WHERE id = ?');
  const find = db.prepare<[string], Dictionary>(
    'SELECT id, body FROM payload_dictionaries WHERE family = ? ORDER BY id DESC LIMIT 1',
  );
  const newest = db.prepare<[string, string | null, number], { payload_id: number }>(
    `SELECT DISTINCT payload_id FROM (
       SELECT payload_id FROM observations WHERE engine = ? AND language IS ? ORDER BY id DESC LIMIT ?)`,
  );
  const insert = db.prepare<[number, string, Uint8Array]>(
    'INSERT OR IGNORE INTO payload_dictionaries (id, family, body) VALUES (?, ?, ?)',
  );
  const exists = db.prepare<[number], { id: number }>('SELECT id FROM payload_dictionaries WHERE id = ?');
  const known = new Map<number, Buffer>();
  const chosen = new Map<string, NewDictionary>();
  /** Bodies that are still to come before it is worth looking again. */
  const missing = new Map<string, number>();

  const make = ({ engine, language }: Family, family: string): NewDictionary | null => {
    const sample = newest.all(engine, language, bodiesNeeded);
    if (sample.length < bodiesNeeded) {
      missing.set(family, bodiesNeeded - sample.length - 1);
      return null;
    }
    const body = buildDictionary(
      sample.map((row) => bodyOf(row.payload_id)),
      dictionaryBytes,
    );
    return { id: idOf(body), family, body };
  };
  const stored = (family: string): NewDictionary | null => {
    const row = find.get(family);
    return row ? { ...row, family } : null;
  };

  return {
    get(id: number): Buffer | null {
      const held = known.get(id) ?? load.get(id)?.body;
      if (held) known.set(id, held);
      return held ?? null;
    },
    /** The dictionary for a new body of this family, or null as long as there are too few of them; it only reads. */
    forFamily(of: Family): Dictionary | null {
      const family = `${of.engine} ${of.language ?? 'und'}`;
      const held = chosen.get(family);
      if (held) return held;
      const wait = missing.get(family) ?? 0;
      if (wait > 0) {
        missing.set(family, wait - 1);
        return null;
      }
      const dictionary = stored(family) ?? make(of, family);
      if (dictionary) chosen.set(family, dictionary);
      return dictionary;
    },
    /** Those of these ids that were made and are not in the file. */
    unkept: (ids: ReadonlySet<number>): readonly NewDictionary[] =>
      [...chosen.values()].filter(({ id }) => ids.has(id) && !exists.get(id)),
    /** An id never means another content, so that keeping it twice is keeping it. */
    keep({ id, family, body }: NewDictionary): void {
      insert.run(id, family, body);
    },
  };
}

/** From the content, so that an id never comes to mean another dictionary. */
function idOf(body: Buffer): number {
  return createHash('sha256').update(body).digest().readUIntBE(0, 6);
}
