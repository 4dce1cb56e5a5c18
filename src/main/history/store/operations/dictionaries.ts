import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { buildDictionary } from '../compression/dictionary.ts';

/**
 * From `from` bodies of a family on, what `sample` of them have in common is worth a dictionary. The first ones mostly
 * answer the same question; a later sample, spread over all there are, packs the answers to others 3 to 5 % smaller.
 */
const stages = [
  { suffix: '', from: 64, sample: 64 },
  { suffix: ' 2', from: 1024, sample: 128 },
] as const;
type Stage = (typeof stages)[number];
const lastStage = stages[1];
/** Bodies after which it is looked whether there are enough for the next dictionary. */
const lookAgainAfter = 32;
/** Larger ones save nothing more and cost time: they are read anew for every body. */
const dictionaryBytes = 112 * 1024;

/** Results that are alike: of one engine, in one language. */
export type Family = { readonly engine: string; readonly language: string | null };

export type Dictionary = { readonly id: number; readonly body: Uint8Array };
/** One that is to be kept before anything that was packed with it. */
export type NewDictionary = Dictionary & { readonly family: string };

/**
 * Two dictionaries for each family, one made from its first bodies and one when there are many. A dictionary is
 * never changed: bodies that were packed with it need it for good.
 *
 * @param bodyOf the raw bytes of a stored payload
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
    { payload_id: number }
  >(
    `SELECT DISTINCT payload_id FROM (
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
  /** Bodies that are still to come before it is looked again. */
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
      everyNth.all({ engine, language, step, sample }).map((row) => bodyOf(row.payload_id)),
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
    /** The dictionary for a new body of this family, or null as long as there are too few of them; it only reads. */
    forFamily(of: Family): Dictionary | null {
      const family = `${of.engine} ${of.language ?? 'und'}`;
      const held = chosen.get(family) ?? null;
      if (held?.family === family + lastStage.suffix) return held;
      const wait = waiting.get(family) ?? 0;
      waiting.set(family, wait > 0 ? wait - 1 : lookAgainAfter);
      if (wait > 0) return held;
      // The last stage first: where there are many bodies already, the first dictionary is not made any more.
      const found = stages.toReversed().reduce<NewDictionary | null>((best, stage) => {
        const name = family + stage.suffix;
        return best ?? (held?.family === name ? held : (stored(name) ?? make(of, name, stage)));
      }, null);
      if (found) chosen.set(family, found);
      return found;
    },
    /** Those of these ids that were made and are not in the file. */
    unkept: (ids: ReadonlySet<number>): readonly NewDictionary[] =>
      [...made.values()].filter(({ id }) => ids.has(id) && !exists.get({ id })),
    /** An id never means another content, so that keeping it twice is keeping it. */
    keep({ id, family, body }: NewDictionary): void {
      insert.run({ id, family, body });
    },
  };
}

/** From the content, so that an id never comes to mean another dictionary. */
function idOf(body: Buffer): number {
  return createHash('sha256').update(body).digest().readUIntBE(0, 6);
}
