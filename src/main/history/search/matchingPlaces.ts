import type { Database } from 'better-sqlite3';
import { type IndexMatch, matchExpression } from '#shared/search/indexText.ts';
import { type IndexWord, isShortBeginning } from '#shared/search/words.ts';
import { AnswerBitmap } from './answerBitmap.ts';
import { type AnswerColumns, placeFinder } from './answerColumns.ts';
import { createPrefixIndexReader } from './prefixIndex.ts';
import { createWordLists } from './wordLists.ts';

/**
 * Finds the column indexes of exactly the matching answers. Whole words come from the full-text index; a short
 * prefix would have to merge thousands of its posting lists, so prefixes have their own index.
 */
export function createMatchingPlaces(db: Database) {
  // One value instead of a row each: 200,000 rows would take a quarter of a second to transfer.
  const match = db
    .prepare<{ expression: string }, string>(
      'SELECT json_group_array(rowid) FROM search_index WHERE search_index MATCH @expression',
    )
    .pluck();
  const listsOf = createWordLists(db);
  const prefixes = createPrefixIndexReader(db);

  /** False while answers of an older file are missing in the prefix index. */
  const allKnown = (columns: AnswerColumns, highestId: number): boolean => {
    const known = prefixes.known(highestId);
    for (let at = 0; at < columns.size; at++) if (!known.has(columns.id[at] ?? 0)) return false;
    return true;
  };
  const indexed = (word: IndexWord): readonly ArrayLike<number>[] => {
    const lists = word.prefix ? [null] : [word.text, ...word.others].map(listsOf);
    if (lists.every((list) => list !== null)) return lists.flat();
    const ids: readonly number[] = JSON.parse(match.get({ expression: matchExpression([word], []) }) ?? '[]');
    return [ids];
  };

  /** Null means all: the index cannot narrow the search. */
  return ({ wanted, unwanted }: IndexMatch, columns: AnswerColumns): Int32Array | null => {
    if (wanted.length === 0 && unwanted.length === 0) return null;
    const highestId = columns.id[columns.size - 1] ?? 0;
    const short = ({ text, prefix, others }: IndexWord): boolean =>
      prefix && others.length === 0 && isShortBeginning(text);
    const apart = [...wanted, ...unwanted].some(short) && allKnown(columns, highestId);
    const having = (word: IndexWord): AnswerBitmap => {
      const places = new AnswerBitmap(columns.size);
      if (apart && short(word)) {
        const ids = prefixes.having(word.text, highestId);
        for (let at = 0; at < columns.size; at++) if (ids.has(columns.id[at] ?? 0)) places.add(at);
      } else for (const ids of indexed(word)) addPlaces(places, ids, columns);
      return places;
    };
    const found = new AnswerBitmap(columns.size);
    found.addFirst(columns.size);
    for (const word of wanted) found.keep(having(word));
    for (const word of unwanted) found.remove(having(word));
    return found.places();
  };
}

/** Column indexes of answers with ascending ids; ids that are not in the columns (yet) are skipped. */
function addPlaces(places: AnswerBitmap, ids: ArrayLike<number>, columns: AnswerColumns): void {
  const placeOf = placeFinder(columns);
  for (let entry = 0; entry < ids.length; entry++) {
    const at = placeOf(ids[entry] ?? 0);
    if (at >= 0) places.add(at);
  }
}
