import type { Database } from 'better-sqlite3';
import { type IndexMatch, matchExpression } from '#shared/search/indexText.ts';
import { type IndexWord, isShortBeginning } from '#shared/search/words.ts';
import { AnswerBitmap } from './answerBitmap.ts';
import { type AnswerColumns, placeFinder } from './answerColumns.ts';
import { createPrefixIndexReader } from './prefixIndex.ts';

/** Whether answer `at` of the columns is among some. */
type Passes = (at: number) => boolean;

/**
 * Finds the places in the columns of answers that have what is wanted and nothing else. Whole words are looked up in
 * the full-text index; it would put thousands of lists together for a short beginning, so these are kept beside it.
 */
export function createMatchingPlaces(db: Database) {
  // One value instead of a row each: 200,000 rows would take a quarter of a second to hand over. As bytes, since a text
  // of a million numbers and a list of them would be thrown away at once.
  const match = db
    .prepare<{ expression: string }, Uint8Array>(
      'SELECT CAST(json_group_array(rowid) AS BLOB) FROM search_index WHERE search_index MATCH @expression',
    )
    .pluck();
  const prefixes = createPrefixIndexReader(db);

  const indexed = (expression: string, columns: AnswerColumns): Int32Array =>
    placesIn(match.get({ expression }) ?? new Uint8Array(0), columns);
  /** False while answers of an older file are not known by their beginnings yet. */
  const allKnown = (columns: AnswerColumns, highestId: number): boolean => {
    const known = prefixes.known(highestId);
    for (let at = 0; at < columns.size; at++) if (!known.has(columns.id[at] ?? 0)) return false;
    return true;
  };

  /** Every place when null: the index cannot narrow the search. */
  return ({ wanted, unwanted }: IndexMatch, columns: AnswerColumns): Int32Array | null => {
    const highestId = columns.id[columns.size - 1] ?? 0;
    const short = ({ text, prefix }: IndexWord): boolean => prefix && isShortBeginning(text);
    const apart = [...wanted, ...unwanted].some(short) && allKnown(columns, highestId);
    const isApart = (word: IndexWord): boolean => apart && short(word);
    const whole = (words: readonly IndexWord[]): readonly IndexWord[] =>
      words.filter((word) => !isApart(word));
    const beginningSo = (words: readonly IndexWord[]): readonly Passes[] =>
      words.filter(isApart).map(({ text }) => {
        const having = prefixes.having(text, highestId);
        return (at) => having.has(columns.id[at] ?? 0);
      });
    const having = (words: readonly IndexWord[]): readonly Passes[] =>
      words.map((word) => {
        const places = new AnswerBitmap(columns.size);
        places.addAll(indexed(matchExpression([word], []), columns));
        return (at) => places.has(at);
      });
    const words = whole(wanted);
    // The full-text index excludes words from what has others only.
    const found = words.length === 0 ? null : indexed(matchExpression(words, whole(unwanted)), columns);
    const required = beginningSo(wanted);
    const excluded = [...beginningSo(unwanted), ...(found === null ? having(whole(unwanted)) : [])];
    if (required.length === 0 && excluded.length === 0) return found;
    return sifted(found, columns.size, required, excluded);
  };
}

const digitZero = 48;

/** Where the answers stand whose ids are a JSON list, ascending. */
function placesIn(json: Uint8Array, columns: AnswerColumns): Int32Array {
  const places = new Int32Array(columns.size);
  const placeOf = placeFinder(columns);
  let found = 0;
  let id = 0;
  for (let at = 0; at < json.length; at++) {
    const digit = (json[at] ?? 0) - digitZero;
    if (digit >= 0 && digit <= 9) id = id * 10 + digit;
    else if (id > 0) {
      const place = placeOf(id);
      if (place >= 0) places[found++] = place;
      id = 0;
    }
  }
  return places.subarray(0, found);
}

/** Of the places, or of all, those that pass everything required and nothing excluded. */
function sifted(
  from: Int32Array | null,
  size: number,
  required: readonly Passes[],
  excluded: readonly Passes[],
): Int32Array {
  const total = from?.length ?? size;
  const kept = new Int32Array(total);
  let count = 0;
  for (let place = 0; place < total; place++) {
    const at = from === null ? place : (from[place] ?? 0);
    if (required.every((passes) => passes(at)) && !excluded.some((passes) => passes(at))) kept[count++] = at;
  }
  return kept.subarray(0, count);
}
