/**
 * Inverted index of the rows: finds candidate rows of a block by shared words and anchors instead of comparing it
 * with all rows. Very frequent words and anchors are skipped, because they would return every row.
 */

import type { BlockContent } from '../reading.ts';
import type { AlignedRow } from './alignedRow.ts';
import type { Weights } from './blockSimilarity.ts';

const maxCandidates = 10;
const rareWords = 14;
/** Score of an identical block: higher than any words. */
const equal = 1000;
const maxPostingLength = 120;

export class RowIndex {
  readonly #weights: Weights;
  /** By content index: the row, or the rows if there are several. */
  readonly #byContent: (AlignedRow | Set<AlignedRow> | undefined)[] = [];
  /** Cache of the rows in reading order, with the ordinal of each, for contents with several rows. */
  readonly #inOrder = new Map<
    number,
    { readonly rows: readonly AlignedRow[]; readonly places: ReadonlyMap<AlignedRow, number> }
  >();
  readonly #byHead = new Map<string, AlignedRow[]>();
  readonly #byWord: (AlignedRow[] | undefined)[] = [];
  readonly #byAnchor: (AlignedRow[] | undefined)[] = [];
  /** Rarest words by content index. */
  readonly #rare: (readonly number[] | undefined)[] = [];
  readonly #touched: AlignedRow[] = [];

  constructor(weights: Weights) {
    this.#weights = weights;
  }

  add(row: AlignedRow, content: BlockContent): void {
    this.addExact(row, content);
    // A row with one wording is new and not in any list yet.
    const isNew = row.variants.length === 1;
    if (content.head !== '') {
      const sameHead = this.#byHead.get(content.head);
      if (sameHead === undefined) this.#byHead.set(content.head, [row]);
      else append(sameHead, row, isNew);
    }
    for (const word of this.#rareWords(content)) appendAt(this.#byWord, word, row, isNew);
    for (const anchor of content.anchors) appendAt(this.#byAnchor, anchor, row, isNew);
  }

  addExact(row: AlignedRow, content: BlockContent): void {
    const rows = this.#byContent[content.index];
    if (rows === row) return;
    if (rows === undefined) this.#byContent[content.index] = row;
    else if (rows instanceof Set) rows.add(row);
    else this.#byContent[content.index] = new Set([rows, row]);
    this.#inOrder.delete(content.index);
  }

  /**
   * The most promising rows, best first.
   * @param before number of identical blocks before this one in its answer; of many identical rows, those with a
   * similar ordinal are returned
   */
  candidates(content: BlockContent, before: number): readonly AlignedRow[] {
    this.#touched.length = 0;
    this.#raiseEqual(content.index, before);
    if (content.head !== '') this.#raiseAll(this.#byHead.get(content.head), 20);
    for (const word of this.#rareWords(content))
      this.#raiseAll(this.#byWord[word], this.#weights.words[word] ?? 0);
    for (const anchor of content.anchors)
      this.#raiseAll(this.#byAnchor[anchor], 2 * (this.#weights.anchors[anchor] ?? 0));
    const found = this.#touched.slice();
    keepFirst(found, maxCandidates, (one, two) => two.promise - one.promise || one.position - two.position);
    for (const row of this.#touched) row.promise = 0;
    return found;
  }

  /** Ordinal of a row among the rows with the identical block; null if it is the only one. */
  placeAmongEqual(content: BlockContent, row: AlignedRow): number | null {
    return this.#ordered(content.index)?.places.get(row) ?? null;
  }

  #ordered(index: number) {
    const rows = this.#byContent[index];
    if (!(rows instanceof Set)) return undefined;
    const known = this.#inOrder.get(index);
    if (known !== undefined) return known;
    const sorted = [...rows].sort((one, two) => one.position - two.position);
    const ordered = { rows: sorted, places: new Map(sorted.map((row, place) => [row, place])) };
    this.#inOrder.set(index, ordered);
    return ordered;
  }

  #raiseEqual(index: number, before: number): void {
    const only = this.#byContent[index];
    if (only === undefined) return;
    if (!(only instanceof Set)) {
      this.#raise(only, equal);
      return;
    }
    const rows = this.#ordered(index)?.rows ?? [];
    if (rows.length <= maxCandidates) {
      for (const row of only) this.#raise(row, equal);
      return;
    }
    const from = Math.max(0, Math.min(rows.length - maxCandidates, before - maxCandidates / 2));
    for (let at = from; at < from + maxCandidates; at++) this.#raise(rows[at] as AlignedRow, equal);
  }

  #raiseAll(rows: readonly AlignedRow[] | undefined, by: number): void {
    if (rows === undefined || rows.length > maxPostingLength) return;
    for (const row of rows) this.#raise(row, by);
  }

  #raise(row: AlignedRow, by: number): void {
    if (row.promise === 0) this.#touched.push(row);
    row.promise += by;
  }

  /** The rarest words of a block, without those that no other block has. */
  #rareWords(content: BlockContent): readonly number[] {
    const known = this.#rare[content.index];
    if (known !== undefined) return known;
    const frequency = this.#weights.wordFrequency;
    const rare: number[] = [];
    for (const word of content.words) if ((frequency[word] ?? 0) > 1) rare.push(word);
    keepFirst(rare, rareWords, (one, two) => (frequency[one] ?? 0) - (frequency[two] ?? 0) || one - two);
    this.#rare[content.index] = rare;
    return rare;
  }
}

/** Keeps the first `count` values in sort order. Faster and smaller than sorting all values. */
function keepFirst<T>(values: T[], count: number, order: (one: T, two: T) => number): void {
  for (let at = 1; at < values.length; at++) {
    const value = values[at] as T;
    let to = Math.min(at, count);
    if (to === count && order(value, values[count - 1] as T) >= 0) continue;
    for (; to > 0 && order(value, values[to - 1] as T) < 0; to--) values[to] = values[to - 1] as T;
    values[to] = value;
  }
  if (values.length > count) values.length = count;
}

/** Appends a row. Lists that are already too long to be searched do not grow further. */
function append(rows: AlignedRow[], row: AlignedRow, isNew: boolean): void {
  if (rows.length <= maxPostingLength && (isNew || !rows.includes(row))) rows.push(row);
}

function appendAt(lists: (AlignedRow[] | undefined)[], at: number, row: AlignedRow, isNew: boolean): void {
  const rows = lists[at];
  if (rows === undefined) lists[at] = [row];
  else append(rows, row, isNew);
}
