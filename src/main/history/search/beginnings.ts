import type { Database } from 'better-sqlite3';
import { beginningOf } from '#shared/search/words.ts';

/** Answers that share a row of a beginning. */
const perBlock = 2048;
const bitmapBytes = perBlock / 8;

/** An answer with the words it is found by, apart by spaces. */
export type IndexedAnswer = { readonly id: number; readonly words: string };

/** Answers by their row ids, a bit for each. */
export type AnswerIds = { readonly has: (id: number) => boolean };

/** Writes which answers have words with which short beginnings. An answer that is known already is known anew. */
export function createBeginningsWriter(db: Database) {
  const read = db
    .prepare<[number, string], Buffer>(
      'SELECT answers FROM search_beginnings WHERE block = ? AND beginning = ?',
    )
    .pluck();
  const ofBlock = db.prepare<[number], { beginning: string; answers: Buffer }>(
    'SELECT beginning, answers FROM search_beginnings WHERE block = ?',
  );
  const write = db.prepare<[number, string, Uint8Array]>(
    'INSERT OR REPLACE INTO search_beginnings (block, beginning, answers) VALUES (?, ?, ?)',
  );
  const bitsIn = (block: number, beginning: string): Uint8Array => {
    const answers = read.get(block, beginning);
    return answers ? unpacked(answers) : new Uint8Array(bitmapBytes);
  };
  /** An answer may have been changed, or removed and its id given again. */
  const forget = (block: number, places: readonly number[]): void => {
    for (const { beginning, answers } of ofBlock.all(block)) {
      const bits = unpacked(answers);
      const stale = places.filter((place) => isSet(bits, place));
      for (const place of stale) clear(bits, place);
      if (stale.length > 0) write.run(block, beginning, packed(bits));
    }
  };

  return (answers: readonly IndexedAnswer[]): void => {
    for (const [block, ofIt] of Map.groupBy(answers, ({ id }) => Math.floor(id / perBlock))) {
      const placed = ofIt.map(({ id, words }) => ({ place: id % perBlock, words }));
      const known = bitsIn(block, '');
      const again = placed.flatMap(({ place }) => (isSet(known, place) ? [place] : []));
      if (again.length > 0) forget(block, again);
      const placesOf = new Map<string, number[]>();
      for (const { place, words } of placed)
        for (const beginning of beginningsOf(words)) {
          const places = placesOf.get(beginning);
          if (places) places.push(place);
          else placesOf.set(beginning, [place]);
        }
      for (const [beginning, places] of placesOf) {
        const bits = bitsIn(block, beginning);
        for (const place of places) set(bits, place);
        write.run(block, beginning, packed(bits));
      }
    }
  };
}

/** Of all words together, and the empty one, which every answer has. */
function beginningsOf(words: string): ReadonlySet<string> {
  const beginnings = new Set(['']);
  for (const word of words.split(' ')) beginnings.add(beginningOf(word));
  return beginnings;
}

/** Finds answers by short beginnings of their words; also such as are removed by now. */
export function createBeginningsReader(db: Database) {
  const within = db
    .prepare<[number, string, string], Buffer>(
      'SELECT answers FROM search_beginnings WHERE block = ? AND beginning >= ? AND beginning < ?',
    )
    .pluck();
  const reader = (from: string, to: string, highestId: number): AnswerIds => {
    const blocks = Math.floor(highestId / perBlock) + 1;
    const all = new Uint8Array(blocks * bitmapBytes);
    for (let block = 0; block < blocks; block++) {
      const start = block * bitmapBytes;
      for (const answers of within.all(block, from, to)) {
        const bits = answers.length === bitmapBytes ? answers : unpacked(answers);
        for (let at = 0; at < bitmapBytes; at++) all[start + at] = (all[start + at] ?? 0) | (bits[at] ?? 0);
      }
    }
    return { has: (id) => isSet(all, id) };
  };
  return {
    /** Answers that the beginnings are known of. */
    known: (highestId: number): AnswerIds => reader('', '\u0000', highestId),
    /** Answers with a word that begins so. */
    having: (beginning: string, highestId: number): AnswerIds =>
      reader(beginning, `${beginning}\u{10ffff}`, highestId),
  };
}

function isSet(bits: Uint8Array, place: number): boolean {
  return (((bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1;
}

function set(bits: Uint8Array, place: number): void {
  bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
}

function clear(bits: Uint8Array, place: number): void {
  bits[place >>> 3] = (bits[place >>> 3] ?? 0) & ~(1 << (place & 7));
}

/** A bit for each answer of a block, of either form. */
function unpacked(answers: Uint8Array): Uint8Array {
  const bits = new Uint8Array(bitmapBytes);
  if (answers.length === bitmapBytes) bits.set(answers);
  else
    for (let at = 0; at < answers.length; at += 2)
      set(bits, (answers[at] ?? 0) | ((answers[at + 1] ?? 0) << 8));
  return bits;
}

/** The shorter form. */
function packed(bits: Uint8Array): Uint8Array {
  const list: number[] = [];
  for (let place = 0; place < perBlock; place++) {
    if (!isSet(bits, place)) continue;
    list.push(place & 255, place >>> 8);
    if (list.length === bitmapBytes) return bits;
  }
  return Uint8Array.from(list);
}
