import type { Database } from 'better-sqlite3';
import { beginningOf } from '#shared/search/words.ts';

/** Number of answers that share one row of a prefix. */
const perBlock = 2048;
const bitmapBytes = perBlock / 8;

/** An answer with its searchable words, separated by spaces. */
export type IndexedAnswer = { readonly id: number; readonly words: string };

/** A bitmap of answers by row id. */
export type AnswerIds = { readonly has: (id: number) => boolean };

/**
 * Records which answers have words with which short prefixes. An answer that is already recorded is recorded
 * again.
 */
export function createPrefixIndexWriter(db: Database) {
  const ofBlock = db.prepare<{ block: number }, { beginning: string; answers: Buffer }>(
    'SELECT beginning, answers FROM search_beginnings WHERE block = @block',
  );
  const one = db
    .prepare<{ block: number; beginning: string }, Buffer>(
      'SELECT answers FROM search_beginnings WHERE block = @block AND beginning = @beginning',
    )
    .pluck();
  const write = db.prepare<{ block: number; beginning: string; answers: Uint8Array }>(
    'INSERT OR REPLACE INTO search_beginnings (block, beginning, answers) VALUES (@block, @beginning, @answers)',
  );
  /** Reads every prefix of the block, which new answers do not need. */
  const forget = (block: number, places: readonly number[]): void => {
    for (const { beginning, answers } of ofBlock.all({ block })) {
      const bits = unpacked(answers);
      const stale = places.filter((place) => isSet(bits, place));
      for (const place of stale) clear(bits, place);
      if (stale.length > 0) write.run({ block, beginning, answers: packed(bits) });
    }
  };
  return (answers: readonly IndexedAnswer[]): void => {
    for (const [block, ofIt] of Map.groupBy(answers, ({ id }) => Math.floor(id / perBlock))) {
      const placed = ofIt.map(({ id, words }) => ({ place: id % perBlock, words }));
      // An answer may have been changed, or deleted and its id reused.
      const known = unpacked(one.get({ block, beginning: '' }) ?? noAnswers);
      const again = placed.flatMap(({ place }) => (isSet(known, place) ? [place] : []));
      if (again.length > 0) forget(block, again);
      for (const [beginning, places] of byBeginning(placed))
        write.run({
          block,
          beginning,
          answers: withPlaces(one.get({ block, beginning }) ?? noAnswers, places),
        });
    }
  };
}

const noAnswers = new Uint8Array(0);

type Placed = { readonly place: number; readonly words: string };

/** Ascending answer indexes by prefix; the empty prefix has all of them. */
function byBeginning(answers: readonly Placed[]): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>([['', answers.map(({ place }) => place)]]);
  const placesAt = (beginning: string): number[] => {
    const known = all.get(beginning);
    if (known) return known;
    const places: number[] = [];
    all.set(beginning, places);
    return places;
  };
  // Seven hundred words per answer: a prefix is converted to text only when its first two units are new.
  const byUnits = new Map<number, number[]>();
  for (const { place, words } of answers)
    for (let at = 0; at < words.length; ) {
      const space = words.indexOf(' ', at);
      const end = space === -1 ? words.length : space;
      const first = words.charCodeAt(at);
      const second = at + 1 < end ? words.charCodeAt(at + 1) : 0;
      const units = first * 0x10000 + second;
      let places = byUnits.get(units);
      if (places === undefined) {
        places = placesAt(beginningOf(words.slice(at, end)));
        if (!isSurrogate(first) && !isSurrogate(second)) byUnits.set(units, places);
      }
      if (places.at(-1) !== place) places.push(place);
      at = end + 1;
    }
  return all;
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

/** Finds answers by short prefixes of their words, including answers that are deleted by now. */
export function createPrefixIndexReader(db: Database) {
  const within = db
    .prepare<{ block: number; from: string; to: string }, Buffer>(
      'SELECT answers FROM search_beginnings WHERE block = @block AND beginning >= @from AND beginning < @to',
    )
    .pluck();
  const reader = (from: string, to: string, highestId: number): AnswerIds => {
    const blocks = Math.floor(highestId / perBlock) + 1;
    const all = new Uint8Array(blocks * bitmapBytes);
    for (let block = 0; block < blocks; block++) {
      const start = block * bitmapBytes;
      for (const answers of within.all({ block, from, to })) {
        const bits = answers.length === bitmapBytes ? answers : unpacked(answers);
        for (let at = 0; at < bitmapBytes; at++) all[start + at] = (all[start + at] ?? 0) | (bits[at] ?? 0);
      }
    }
    return { has: (id) => isSet(all, id) };
  };
  return {
    /** Answers covered by the prefix index. */
    known: (highestId: number): AnswerIds => reader('', '\u0000', highestId),
    /** Answers with a word that has this prefix. */
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

/** The bitmap of a block, from either format. */
function unpacked(answers: Uint8Array): Uint8Array {
  const bits = new Uint8Array(bitmapBytes);
  if (answers.length === bitmapBytes) bits.set(answers);
  else
    for (let at = 0; at < answers.length; at += 2)
      set(bits, (answers[at] ?? 0) | ((answers[at + 1] ?? 0) << 8));
  return bits;
}

/** With these answers added, in either format. */
function withPlaces(answers: Uint8Array, places: readonly number[]): Uint8Array {
  const isList = answers.length < bitmapBytes;
  const end = answers.length;
  let last = isList && end > 0 ? (answers[end - 2] ?? 0) | ((answers[end - 1] ?? 0) << 8) : -1;
  if (isList && end + 2 * places.length < bitmapBytes) {
    const list = new Uint8Array(end + 2 * places.length);
    list.set(answers);
    let at = end;
    for (const place of places) {
      if (place <= last) break;
      list[at++] = place & 255;
      list[at++] = place >>> 8;
      last = place;
    }
    // Nearly always: answers are indexed in the order of their ids.
    if (at === list.length) return list;
  }
  const bits = unpacked(answers);
  for (const place of places) set(bits, place);
  return isList ? packed(bits) : bits;
}

/** The shorter format. */
function packed(bits: Uint8Array): Uint8Array {
  const list: number[] = [];
  for (let place = 0; place < perBlock; place++) {
    if (!isSet(bits, place)) continue;
    list.push(place & 255, place >>> 8);
    if (list.length === bitmapBytes) return bits;
  }
  return Uint8Array.from(list);
}
