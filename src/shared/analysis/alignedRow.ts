/** A row of the growing alignment, and a block's place in it. */
import type { Weights } from './blockSimilarity.ts';
import type { BlockContent, ReadBlock } from './reading.ts';

export interface AlignedCell {
  readonly block: ReadBlock;
  /** How sure the alignment is, 0..1. */
  readonly score: number;
}

export interface AlignedRow {
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
}

/** A block (by its place in the list being aligned) and the row it may go to. */
export interface Candidate {
  readonly block: number;
  readonly row: AlignedRow;
  readonly score: number;
}

/** An answer on its way into the alignment. */
export interface Matching {
  readonly rows: readonly AlignedRow[];
  readonly blocks: readonly ReadBlock[];
  /** By place in `blocks`; filled in as pairs are found. */
  readonly matches: (Candidate | null)[];
  readonly taken: Set<AlignedRow>;
  /** Order of the first block, which `ReadBlock.parent` counts from. */
  readonly first: number;
  readonly weights: Weights;
}

/** Place in an answer, 0 first, 1 last. */
export function placeOf(at: number, count: number): number {
  return count < 2 ? 0 : at / (count - 1);
}
