import type { ComparedBlock } from './comparison.ts';

/** A block before it is known whose it is: what parsing alone can tell. */
export type ParsedBlock = Pick<
  ComparedBlock,
  'kind' | 'text' | 'marks' | 'level' | 'depth' | 'ordered' | 'header' | 'href'
> & {
  /** Rank in its list or table, from 1. */
  readonly listRank: number | null;
  /** Items of one list and rows of one table share a number; 0 outside. */
  readonly list: number;
};

/** What a block is unless its kind says otherwise: no heading, in no list, with no address. */
export const plainBlock = {
  level: 0,
  depth: 0,
  ordered: false,
  header: false,
  listRank: null,
  list: 0,
  href: null,
} as const;
