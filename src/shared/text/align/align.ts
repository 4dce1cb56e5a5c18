/**
 * Aligns the blocks of many answers into rows (progressive alignment). A row has at most one block of each column,
 * and every block is in exactly one row. Columns are added one after another in an order determined by their content,
 * so the input order does not matter. Position only breaks ties: a moved block is still matched.
 */

import { longHash } from '../contentHash.ts';
import type { BlockContent, ReadBlock } from '../reading.ts';
import { sameLanguage } from '../words/language.ts';
import { type AlignedRow, type Candidate, isNested, type Matching, placeOf } from './alignedRow.ts';
import { blockSimilarity, type Weights } from './blockSimilarity.ts';
import { fillGaps } from './gapFilling.ts';
import { choosePairs, dropContradicted, isDistinct, matchHeadings, unrivalled } from './pairChoice.ts';
import { RowIndex } from './rowIndex.ts';

export type Alignment = {
  /** In reading order. */
  readonly rows: readonly AlignedRow[];
  /** Row of every block of a further sample, by block; null if the alignment has no such row. */
  readonly locate: (blocks: readonly ReadBlock[]) => readonly (AlignedRow | null)[];
};

const strong = 0.62;
const enough = 0.42;
/** Minimum similarity of a pair before its neighbours are considered. */
const least = 0.26;
const merge = 0.6;
const variantsPerLanguage = 3;
/** Maximum number of wordings in other languages compared with one block. They mostly share the same anchors. */
const foreignVariants = 6;

/**
 * Aligns the blocks of one section.
 * @param columns blocks of each column in reading order; empty if the column lacks the section
 */
export function alignColumns(columns: readonly (readonly ReadBlock[])[], weights: Weights): Alignment {
  const aligner = new Aligner(weights);
  for (const column of canonicalOrder(columns)) aligner.add(column, columns[column] as readonly ReadBlock[]);
  aligner.mergeRows();
  return { rows: aligner.rows, locate: (blocks) => aligner.locate(blocks) };
}

/**
 * Most frequent language first, then longest answer first. Ties are ordered by content, so only equal columns tie.
 */
function canonicalOrder(columns: readonly (readonly ReadBlock[])[]): readonly number[] {
  const languages = new Map<string, number>();
  for (const blocks of columns) {
    const language = blocks[0]?.content.language;
    if (language !== undefined) languages.set(language, (languages.get(language) ?? 0) + 1);
  }
  const keyed = columns.map((blocks, column) => ({
    column,
    language: blocks[0]?.content.language ?? '',
    group: languages.get(blocks[0]?.content.language ?? '') ?? 0,
    length: blocks.length,
    hash: longHash(blocks.map((block) => block.content.id).join(' ')),
  }));
  keyed.sort(
    (one, two) =>
      two.group - one.group ||
      compareText(one.language, two.language) ||
      two.length - one.length ||
      compareText(one.hash, two.hash) ||
      one.column - two.column,
  );
  return keyed.filter((entry) => entry.length > 0).map((entry) => entry.column);
}

function compareText(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}

class Aligner {
  rows: AlignedRow[] = [];
  readonly #weights: Weights;
  readonly #index: RowIndex;
  readonly #added = new Map<string, number>();
  #columns = 0;

  constructor(weights: Weights) {
    this.#weights = weights;
    this.#index = new RowIndex(weights);
  }

  add(column: number, blocks: readonly ReadBlock[]): void {
    const key = sequenceKey(blocks);
    const found = this.#asBefore(key) ?? this.#match(blocks);
    this.#added.set(key, column);
    this.#insert(column, blocks, found);
    this.#columns++;
    this.rows.forEach((row, position) => {
      row.position = position;
    });
  }

  /** The rows of an identical answer that was added before; null if there is none. */
  #asBefore(key: string): (Candidate | null)[] | null {
    const twin = this.#added.get(key);
    if (twin === undefined) return null;
    const rows = this.rows
      .filter((row) => row.cells.has(twin))
      .sort((one, two) => orderIn(one, twin) - orderIn(two, twin));
    return rows.map((row, block) => ({ block, row, score: row.cells.get(twin)?.score ?? 1 }));
  }

  locate(blocks: readonly ReadBlock[]): readonly (AlignedRow | null)[] {
    return (this.#asBefore(sequenceKey(blocks)) ?? this.#match(blocks)).map((match) => match?.row ?? null);
  }

  #match(blocks: readonly ReadBlock[]): (Candidate | null)[] {
    const matches: (Candidate | null)[] = new Array<Candidate | null>(blocks.length).fill(null);
    if (this.rows.length === 0 || blocks.length === 0) return matches;
    const first = blocks[0]?.order ?? 0;
    const matching: Matching = {
      rows: this.rows,
      blocks,
      matches,
      taken: new Set(),
      first,
      weights: this.#weights,
    };
    const candidates = this.#candidates(blocks);
    choosePairs(matching, unrivalled(matching, candidates), strong, false);
    matchHeadings(matching);
    dropContradicted(matching, false);
    choosePairs(matching, candidates, enough, true);
    matchHeadings(matching);
    dropContradicted(matching, true);
    fillGaps(matching);
    return matches;
  }

  #candidates(blocks: readonly ReadBlock[]): Candidate[] {
    const candidates: Candidate[] = [];
    const seen = new Map<BlockContent, number>();
    blocks.forEach((block, at) => {
      const before = seen.get(block.content) ?? 0;
      seen.set(block.content, before + 1);
      for (const row of this.#index.candidates(block.content, before)) {
        const score = this.#rowSimilarity(block.content, row);
        if (score < least) continue;
        // Identical lines are matched by their ordinal: the third with the third.
        const place = score === 1 ? this.#index.placeAmongEqual(block.content, row) : null;
        if (place === null) candidates.push({ block: at, row, score });
        else candidates.push({ block: at, row, score, apart: Math.abs(place - before) / this.rows.length });
      }
    });
    return candidates;
  }

  /**
   * Similarity of a block and a row, 0..1: the best similarity to a wording in the block's language. Wordings in
   * other languages count only if there is no such wording, or hardly any similarity.
   */
  #rowSimilarity(content: BlockContent, row: AlignedRow): number {
    let own = 0;
    let kin = false;
    for (const variant of row.variants) {
      if (variant === content) return 1;
      if (!sameLanguage(content.language, variant.language)) continue;
      kin = true;
      own = Math.max(own, blockSimilarity(content, variant, this.#weights));
    }
    if ((kin && own >= enough) || (content.anchors.length === 0 && content.head === '')) return own;
    let foreign = 0;
    let seen = 0;
    for (const variant of row.variants) {
      if (sameLanguage(content.language, variant.language)) continue;
      foreign = Math.max(foreign, blockSimilarity(content, variant, this.#weights));
      if (++seen === foreignVariants || foreign > 0.9) break;
    }
    return kin ? Math.max(own, 0.5 * own + 0.5 * foreign) : foreign;
  }

  #insert(column: number, blocks: readonly ReadBlock[], matches: readonly (Candidate | null)[]): void {
    const first = blocks[0]?.order ?? 0;
    const rowOf: AlignedRow[] = [];
    const inserted = new Map<AlignedRow | null, AlignedRow[]>();
    /** The existing row after which the next new row is inserted. */
    let anchor: AlignedRow | null = null;
    const taken = new Set(matches.map((match) => match?.row));
    blocks.forEach((block, at) => {
      const place = placeOf(at, blocks.length);
      const parent = block.parent < 0 ? null : (rowOf[block.parent - first] ?? null);
      const match = matches[at] ?? null;
      let row: AlignedRow;
      if (match === null) {
        row = {
          variants: [block.content],
          cells: new Map(),
          place,
          parent,
          position: -1,
          promise: 0,
          wordings: null,
        };
        this.#index.add(row, block.content);
        // A new row follows the row of the preceding block. If it does not continue that row's list, it follows
        // the list.
        if (anchor !== null && !isListed(block.content)) anchor = this.#endOfList(anchor, taken);
        const list = inserted.get(anchor);
        if (list === undefined) inserted.set(anchor, [row]);
        else list.push(row);
      } else {
        row = match.row;
        anchor = row;
        row.place = (row.place * row.cells.size + place) / (row.cells.size + 1);
        if (row.parent === null) row.parent = parent;
        this.#learn(row, block.content);
      }
      row.cells.set(column, { block, score: match?.score ?? 1 });
      rowOf.push(row);
    });
    if (inserted.size === 0) return;
    const next: AlignedRow[] = inserted.get(null) ?? [];
    for (const row of this.rows) {
      next.push(row);
      for (const behind of inserted.get(row) ?? []) next.push(behind);
    }
    this.rows = next;
  }

  /** The last row of the list that contains `row`, up to the next row this answer has a block for. */
  #endOfList(row: AlignedRow, taken: ReadonlySet<AlignedRow | undefined>): AlignedRow {
    let last = row;
    for (;;) {
      const next = this.rows[last.position + 1];
      const goesOn =
        next !== undefined &&
        !taken.has(next) &&
        next.parent === row.parent &&
        [row, next].every(({ variants }) => variants[0] !== undefined && isListed(variants[0]));
      if (!goesOn) return last;
      last = next;
    }
  }

  #learn(row: AlignedRow, content: BlockContent): void {
    if (row.variants.includes(content)) return;
    const inLanguage = row.variants.filter((variant) => variant.language === content.language).length;
    if (inLanguage >= variantsPerLanguage) {
      this.#index.addExact(row, content);
      return;
    }
    row.variants.push(content);
    this.#index.add(row, content);
  }

  /** Merges rows that say the same and never occur in the same column. The order of joining had separated them. */
  mergeRows(): void {
    const joined = new Map<AlignedRow, AlignedRow>();
    const parentOf = (row: AlignedRow): AlignedRow | null => {
      let parent = row.parent;
      while (parent !== null && joined.has(parent)) parent = joined.get(parent) ?? null;
      return parent;
    };
    // Parents are merged before their children.
    const depth = (row: AlignedRow) => row.variants[0]?.depth ?? 0;
    // A row that occurs in every column cannot be merged.
    const order = this.rows.filter((row) => row.cells.size < this.#columns);
    order.sort(
      (one, two) => depth(one) - depth(two) || one.cells.size - two.cells.size || one.position - two.position,
    );
    for (const row of order) {
      if (joined.has(row)) continue;
      let best: AlignedRow | null = null;
      let bestScore = merge;
      for (const variant of row.variants) {
        for (const other of this.#index.candidates(variant, 0)) {
          if (other === row || joined.has(other) || other.cells.size < row.cells.size || meet(row, other))
            continue;
          if (parentOf(row) !== parentOf(other) && (isNested(row) || isNested(other) || !isDistinct(variant)))
            continue;
          const score = this.#rowSimilarity(variant, other);
          if (score > bestScore || (score === bestScore && best !== null && other.position < best.position)) {
            bestScore = score;
            best = other;
          }
        }
      }
      if (best === null) continue;
      for (const [column, cell] of row.cells)
        best.cells.set(column, { block: cell.block, score: Math.min(cell.score, bestScore) });
      for (const variant of row.variants) this.#learn(best, variant);
      joined.set(row, best);
      this.#index.forget(row);
    }
    if (joined.size === 0) return;
    this.rows = this.rows.filter((row) => !joined.has(row));
    this.rows.forEach((row, position) => {
      row.parent = parentOf(row);
      row.position = position;
    });
  }
}

function isListed({ kind }: BlockContent): boolean {
  return kind === 'list-item' || kind === 'table-row';
}

function sequenceKey(blocks: readonly ReadBlock[]): string {
  return blocks.map((block) => block.content.index).join(' ');
}

function orderIn(row: AlignedRow, column: number): number {
  return row.cells.get(column)?.block.order ?? 0;
}

function meet(one: AlignedRow, two: AlignedRow): boolean {
  const [small, large] = one.cells.size < two.cells.size ? [one, two] : [two, one];
  for (const column of small.cells.keys()) if (large.cells.has(column)) return true;
  return false;
}
