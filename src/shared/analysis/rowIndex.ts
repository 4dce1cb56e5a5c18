/**
 * Which rows a block may belong to, found through what they share instead of by comparing with all of them.
 * Words and anchors that stand nearly everywhere are passed over: they would bring every row.
 */
import type { AlignedRow } from './alignedRow.ts';
import type { Weights } from './blockSimilarity.ts';
import type { BlockContent } from './reading.ts';

const MOST_CANDIDATES = 10;
const RARE_WORDS = 14;
const LONGEST_POSTING = 120;

export class RowIndex {
  readonly #weights: Weights;
  readonly #byContent = new Map<number, Set<AlignedRow>>();
  /** The same in reading order where it is more than one, with the place of each; made when it is asked for. */
  readonly #inOrder = new Map<
    number,
    { readonly rows: readonly AlignedRow[]; readonly places: ReadonlyMap<AlignedRow, number> }
  >();
  readonly #byHead = new Map<string, AlignedRow[]>();
  readonly #byWord = new Map<number, AlignedRow[]>();
  readonly #byAnchor = new Map<number, AlignedRow[]>();
  readonly #gone = new Set<AlignedRow>();
  readonly #touched: AlignedRow[] = [];

  constructor(weights: Weights) {
    this.#weights = weights;
  }

  add(row: AlignedRow, content: BlockContent): void {
    this.addExact(row, content);
    if (content.head !== '') append(this.#byHead, content.head, row);
    for (const word of this.#rareWords(content)) append(this.#byWord, word, row);
    for (const anchor of content.anchors) append(this.#byAnchor, anchor, row);
  }

  addExact(row: AlignedRow, content: BlockContent): void {
    const rows = this.#byContent.get(content.index);
    if (rows === undefined) this.#byContent.set(content.index, new Set([row]));
    else rows.add(row);
    this.#inOrder.delete(content.index);
  }

  forget(row: AlignedRow): void {
    this.#gone.add(row);
  }

  /**
   * Likely rows, most promising first. Of rows that hold the very same block, those are looked at that as many stand
   * before as stood `before` this block in its answer.
   */
  candidates(content: BlockContent, before: number): readonly AlignedRow[] {
    this.#touched.length = 0;
    for (const row of this.#equal(content.index, before)) this.#raise(row, 1000);
    if (content.head !== '') this.#raiseAll(this.#byHead.get(content.head), 20);
    for (const word of this.#rareWords(content))
      this.#raiseAll(this.#byWord.get(word), this.#weights.words[word] ?? 0);
    for (const anchor of content.anchors)
      this.#raiseAll(this.#byAnchor.get(anchor), 2 * (this.#weights.anchors[anchor] ?? 0));
    const found = this.#touched.filter((row) => !this.#gone.has(row));
    found.sort((one, two) => two.promise - one.promise || one.position - two.position);
    for (const row of this.#touched) row.promise = 0;
    return found.slice(0, MOST_CANDIDATES);
  }

  /** How many rows with the very same block stand before this one; null where it is the only one. */
  placeAmongEqual(content: BlockContent, row: AlignedRow): number | null {
    return this.#ordered(content.index)?.places.get(row) ?? null;
  }

  #ordered(index: number) {
    const rows = this.#byContent.get(index);
    if (rows === undefined || rows.size < 2) return undefined;
    const known = this.#inOrder.get(index);
    if (known !== undefined) return known;
    const sorted = [...rows].sort((one, two) => one.position - two.position);
    const ordered = { rows: sorted, places: new Map(sorted.map((row, place) => [row, place])) };
    this.#inOrder.set(index, ordered);
    return ordered;
  }

  #equal(index: number, before: number): Iterable<AlignedRow> {
    const rows = this.#ordered(index)?.rows;
    if (rows === undefined || rows.length <= MOST_CANDIDATES) return this.#byContent.get(index) ?? [];
    const from = Math.max(0, Math.min(rows.length - MOST_CANDIDATES, before - MOST_CANDIDATES / 2));
    return rows.slice(from, from + MOST_CANDIDATES);
  }

  #raiseAll(rows: readonly AlignedRow[] | undefined, by: number): void {
    if (rows === undefined || rows.length > LONGEST_POSTING) return;
    for (const row of rows) this.#raise(row, by);
  }

  #raise(row: AlignedRow, by: number): void {
    if (row.promise === 0) this.#touched.push(row);
    row.promise += by;
  }

  /** The rarest words of a block, but none that only it has. */
  #rareWords(content: BlockContent): readonly number[] {
    const known = this.#rare.get(content);
    if (known !== undefined) return known;
    const frequency = this.#weights.wordFrequency;
    const rare = [...content.words].filter((word) => (frequency[word] ?? 0) > 1);
    rare.sort((one, two) => (frequency[one] ?? 0) - (frequency[two] ?? 0) || one - two);
    const chosen = rare.slice(0, RARE_WORDS);
    this.#rare.set(content, chosen);
    return chosen;
  }
  readonly #rare = new Map<BlockContent, readonly number[]>();
}

/** Lists that have grown too long to be looked at do not grow on. */
function append<K>(map: Map<K, AlignedRow[]>, key: K, row: AlignedRow): void {
  const rows = map.get(key);
  if (rows === undefined) map.set(key, [row]);
  else if (rows.length <= LONGEST_POSTING && !rows.includes(row)) rows.push(row);
}
