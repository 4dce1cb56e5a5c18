import type { BlockKind, InlineMark } from './comparison.ts';

/** A block before it is known whose it is: what parsing alone can tell. */
export interface ParsedBlock {
  readonly kind: BlockKind;
  readonly text: string;
  readonly marks: readonly InlineMark[];
  /** Heading level 1..6, 0 otherwise. */
  readonly level: number;
  readonly depth: number;
  readonly ordered: boolean;
  readonly header: boolean;
  /** Rank in its list or table, from 1. */
  readonly listRank: number | null;
  /** Items of one list and rows of one table share a number; 0 outside. */
  readonly list: number;
  /** Address of a product or result. */
  readonly href: string | null;
}

/** What a block is unless its kind says otherwise: no heading, in no list, with no address. */
export const PLAIN = {
  level: 0,
  depth: 0,
  ordered: false,
  header: false,
  listRank: null,
  list: 0,
  href: null,
} as const;
