import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { buildDictionary } from '../compression/dictionary.ts';

/**
 * A family with `from` bodies gets a dictionary built from `sample` of them. The first bodies mostly answer the
 * same question; a later sample, spread over all of them, compresses others 3 to 5 % better.
 */
const stages = [
  { suffix: '', from: 64, sample: 64 },
  { suffix: ' 2', from: 1024, sample: 128 },
] as const;
type Stage = (typeof stages)[number];
const lastStage = stages[1];
/** Number of bodies after which to check whether the next dictionary is due. */
const lookAgainAfter = 32;
/** Larger ones save nothing more and cost time, because they are loaded for every body. */
const dictionaryBytes = 112 * 1024;

/** A family of similar results: one engine, one language. */
export type Family = { readonly engine: string; readonly language: string | null };

export type Dictionary = { readonly id: number; readonly body: Uint8Array };
/** A dictionary that must be stored before anything compressed with it. */
export type NewDictionary = Dictionary & { readonly family: string };

/**
 * Two dictionaries per family: one from its first bodies, one when there are many. A dictionary never changes,
 * because bodies compressed with it always need it.
 *
 * @param bodyOf the uncompressed bytes of a stored payload
 */
export function createDictionaries(db: Database, bodyOf: (payloadId: number) => Buffer) {
  const load = db.prepare<{ id: number }, { body: Buffer }>(
    'SELECT body FROM payload_dictionaries WHERE id = @id',
  );
  const find = db.prepare<{ family: string }, Dictionary>(
    'SELECT id, body FROM payload_dictionaries WHERE family = @family ORDER BY id DESC LIMIT 1',
  );
  const count = db
    .prepare<{ engine: string; language: string | null }, number>(
      'SELECT count(*) FROM observations WHERE engine = @engine AND language IS @language',
    )
    .pluck();
  const everyNth = db.prepare<
    { engine: string; language: string | null; step: number; sample: number },
    { payload: number }
  >(
    `SELECT DISTINCT payload_id AS payload FROM (
       SELECT payload_id, row_number() OVER (ORDER BY id DESC) AS place
       FROM observations WHERE engine = @engine AND language IS @language)
     WHERE place % @step = 0 LIMIT @sample`,
  );
  const insert = db.prepare<{ id: number; family: string; body: Uint8Array }>(
    'INSERT OR IGNORE INTO payload_dictionaries (id, family, body) VALUES (@id, @family, @body)',
  );
  const exists = db.prepare<{ id: number }, { id: number }>(
    'SELECT id FROM payload_dictionaries WHERE id = @id',
  );
  const known = new Map<number, Buffer>();
  const chosen = new Map<string, NewDictionary>();
  const made = new Map<number, NewDictionary>();
  /** Bodies until the next check. */
  const waiting = new Map<string, number>();

  const make = (
    { engine, language }: Family,
    family: string,
    { from, sample }: Stage,
  ): NewDictionary | null => {
    const bodies = count.get({ engine, language }) ?? 0;
    if (bodies < from) return null;
    const step = Math.floor(bodies / sample);
    const body = buildDictionary(
      everyNth.all({ engine, language, step, sample }).map((row) => bodyOf(row.payload)),
      dictionaryBytes,
    );
    const dictionary = { id: idOf(body), family, body };
    made.set(dictionary.id, dictionary);
    return dictionary;
  };
  const stored = (family: string): NewDictionary | null => {
    const row = find.get({ family });
    return row ? { ...row, family } : null;
  };

  return {
    get(id: number): Buffer | null {
      const held = known.get(id) ?? load.get({ id })?.body;
      if (held) known.set(id, held);
      return held ?? null;
    },
    /** The dictionary for a new body of this family, or null while there are too few bodies; read-only. */
    forFamily(of: Family): Dictionary | null {
      const family = `${of.engine} ${of.language ?? 'und'}`;
      const held = chosen.get(family) ?? null;
      if (held?.family === family + lastStage.suffix) return held;
      const wait = waiting.get(family) ?? 0;
      waiting.set(family, wait > 0 ? wait - 1 : lookAgainAfter);
      if (wait > 0) return held;
      // Latest stage first: if there are many bodies already, the first dictionary is no longer built.
      const found = stages.toReversed().reduce<NewDictionary | null>((best, stage) => {
        const name = family + stage.suffix;
        return best ?? (held?.family === name ? held : (stored(name) ?? make(of, name, stage)));
      }, null);
      if (found) chosen.set(family, found);
      return found;
    },
    /** Those of these ids that were built but are not in the file. */
    unkept: (ids: ReadonlySet<number>): readonly NewDictionary[] =>
      [...made.values()].filter(({ id }) => ids.has(id) && !exists.get({ id })),
    /** An id always means the same content, so storing it twice is harmless. */
    keep({ id, family, body }: NewDictionary): void {
      insert.run({ id, family, body });
    },
  };
}

/** Derived from the content, so that an id never refers to another dictionary. */
function idOf(body: Buffer): number {
  return createHash('sha256').update(body).digest().readUIntBE(0, 6);
}
