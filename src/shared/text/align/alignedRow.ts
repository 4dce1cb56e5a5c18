/** Types of the alignment: rows, their cells, and an answer that is being matched to the rows. */

import type { BlockContent, ReadBlock } from '../reading.ts';
import type { Weights } from './blockSimilarity.ts';

export type AlignedCell = {
  readonly block: ReadBlock;
  /** Certainty of the match, 0..1. */
  readonly score: number;
};

/** The wordings of a row across its columns. */
export type Wordings = {
  readonly size: number;
  readonly common: BlockContent;
  /** Most common wording of each language in which at least two columns have the row. */
  readonly byLanguage: ReadonlyMap<string, BlockContent>;
};

export type AlignedRow = {
  /** Distinct blocks of the row, oldest first. */
  readonly variants: BlockContent[];
  /** By column. */
  readonly cells: Map<number, AlignedCell>;
  /** Mean relative position of its blocks in their answers, 0..1. */
  place: number;
  /** The row of the heading or list item above it. */
  parent: AlignedRow | null;
  position: number;
  /** Score of the row while candidates for a block are collected; 0 otherwise. */
  promise: number;
  /** Cache of its wordings. */
  wordings: Wordings | null;
};

/** A possible match of a block (index into the blocks being aligned) and a row. */
export type Candidate = {
  readonly block: number;
  readonly row: AlignedRow;
  readonly score: number;
  /** Distance of the row from the expected position, 0..1. Omitted if the position in the answer determines it. */
  readonly apart?: number;
  /** Whether translations of two languages are compared, whose answers rarely have the same outline. */
  readonly translated?: boolean;
};

/** State of an answer while it is matched to the rows. */
export type Matching = {
  readonly rows: readonly AlignedRow[];
  readonly blocks: readonly ReadBlock[];
  /** By index into `blocks`; filled in as pairs are found. */
  readonly matches: (Candidate | null)[];
  readonly taken: Set<AlignedRow>;
  /** `ReadBlock.order` of the first block; `ReadBlock.parent` counts from the same origin. */
  readonly first: number;
  readonly weights: Weights;
};

/** The row of the nearest matched block above `at`; null at the top. */
export function rowAbove({ blocks, matches, first }: Matching, at: number): AlignedRow | null {
  let parent = blocks[at]?.parent ?? -1;
  while (parent >= 0) {
    const row = matches[parent - first]?.row;
    if (row !== undefined) return row;
    parent = blocks[parent - first]?.parent ?? -1;
  }
  return null;
}

/** The nearest row above `row` that is already matched to a block of the answer; null at the top. */
export function takenAbove({ taken }: Matching, row: AlignedRow): AlignedRow | null {
  let above = row.parent;
  // Columns that nest differently can create a cycle of parents.
  for (let steps = 0; above !== null && steps < deepest; steps++) {
    if (taken.has(above)) return above;
    above = above.parent;
  }
  return null;
}
const deepest = 40;

/** Whether the row is nested under another item of its list. */
export function isNested(row: AlignedRow): boolean {
  return row.parent !== null && (row.variants[0]?.depth ?? 0) > 0;
}

/** Relative position in an answer: 0 first, 1 last. */
export function placeOf(at: number, count: number): number {
  return count < 2 ? 0 : at / (count - 1);
}
