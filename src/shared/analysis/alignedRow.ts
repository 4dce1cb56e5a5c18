/** A row of the growing alignment, and a block's place in it. */
import type { Weights } from './blockSimilarity.ts';
import type { BlockContent, ReadBlock } from './reading.ts';

export type AlignedCell = {
  readonly block: ReadBlock;
  /** How sure the alignment is, 0..1. */
  readonly score: number;
};

/** How the columns of a row word it. */
export type Wordings = {
  readonly size: number;
  readonly common: BlockContent;
  /** Most common wording by language, where at least two columns have the row in it. */
  readonly byLanguage: ReadonlyMap<string, BlockContent>;
};

export type AlignedRow = {
  /** Distinct blocks that stand for the row, oldest first. */
  readonly variants: BlockContent[];
  /** By column. */
  readonly cells: Map<number, AlignedCell>;
  /** Mean place of its blocks in their answers, 0..1. */
  place: number;
  /** Row of the heading it stands under. */
  parent: AlignedRow | null;
  position: number;
  /** How likely a block is to belong here, while candidates for it are gathered; 0 otherwise. */
  promise: number;
  /** How its columns word it, once that was asked for. */
  wordings: Wordings | null;
};

/** A block (by its place in the list being aligned) and the row it may go to. */
export type Candidate = {
  readonly block: number;
  readonly row: AlignedRow;
  readonly score: number;
  /** How far the row is from where the block should stand, 0..1, where that is not told by its place in the answer. */
  readonly apart?: number;
};

/** An answer on its way into the alignment. */
export type Matching = {
  readonly rows: readonly AlignedRow[];
  readonly blocks: readonly ReadBlock[];
  /** By place in `blocks`; filled in as pairs are found. */
  readonly matches: (Candidate | null)[];
  readonly taken: Set<AlignedRow>;
  /** Order of the first block, which `ReadBlock.parent` counts from. */
  readonly first: number;
  readonly weights: Weights;
};

/** Row of the nearest block above `at` that has one; null at the top. */
export function rowAbove({ blocks, matches, first }: Matching, at: number): AlignedRow | null {
  let parent = blocks[at]?.parent ?? -1;
  while (parent >= 0) {
    const row = matches[parent - first]?.row;
    if (row !== undefined) return row;
    parent = blocks[parent - first]?.parent ?? -1;
  }
  return null;
}

/** Nearest row above `row` that a block of the answer went to; null at the top. */
export function takenAbove({ taken }: Matching, row: AlignedRow): AlignedRow | null {
  let above = row.parent;
  // Columns that nest differently can make a circle of parents.
  for (let steps = 0; above !== null && steps < deepest; steps++) {
    if (taken.has(above)) return above;
    above = above.parent;
  }
  return null;
}
const deepest = 40;

/** Whether it stands under another item of its list. */
export function isNested(row: AlignedRow): boolean {
  return row.parent !== null && (row.variants[0]?.depth ?? 0) > 0;
}

/** Place in an answer, 0 first, 1 last. */
export function placeOf(at: number, count: number): number {
  return count < 2 ? 0 : at / (count - 1);
}
