import type { ComparedBlock } from '../../model/comparison/comparison.ts';

/** A parsed block before it is assigned to an answer. */
export type ParsedBlock = Pick<
  ComparedBlock,
  'kind' | 'text' | 'spans' | 'marks' | 'level' | 'depth' | 'ordered' | 'header' | 'href'
> & {
  /** Rank in its list or table, from 1; null outside. */
  readonly listRank: number | null;
  /** Number shared by the items of a list or the rows of a table; 0 outside. */
  readonly list: number;
};

/** Default values of a block: no heading, no list, no URL, no formatting. */
export const plainBlock = {
  spans: [],
  marks: [],
  level: 0,
  depth: 0,
  ordered: false,
  header: false,
  listRank: null,
  list: 0,
  href: null,
} as const;
