/** The columns of a comparison: one market each, with its request and its result. */

import type { LanguageTag } from './basics.ts';
import type { CompareMarket } from './samples.ts';

/** `answered`: at least one valid sample. `empty`: completed without content. `failed`: every sample failed. */
export type ColumnState = 'answered' | 'empty' | 'failed' | 'pending';

/** The error of a request that was cancelled before it was answered. */
export const cancelledCode = 'CANCELLED';

export type ComparedColumn = {
  readonly id: string;
  readonly label: string;
  readonly market: CompareMarket;
  readonly engine: string;
  readonly state: ColumnState;
  readonly samples: {
    readonly valid: number;
    /** Of these, answers with text: the others are lists of search results. */
    readonly answers: number;
    readonly failed: number;
    readonly pending: number;
    readonly total: number;
  };
  /** The observation whose text the column shows, and its ordinal among the column's samples (from 1). */
  readonly shown: { readonly observationId: string; readonly number: number } | null;
  readonly language: LanguageTag;
  readonly servedShapes: readonly string[];
  readonly drivers: readonly string[];
  readonly surfaces: readonly string[];
  readonly model: string | null;
  readonly creditsCharged: number | null;
  /** Mean of the samples that state a latency, milliseconds. */
  readonly latencyMs: number | null;
  /** Time of the latest sample, ISO 8601. */
  readonly at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly words: number;
  /** Group number of columns that show exactly the same blocks. They can be collapsed into one with a count. */
  readonly identicalGroup: number;
  readonly counts: ColumnCounts;
};

/** Counts of one column against the baseline, or without one against the most common wording of each row. */
export type ColumnCounts = {
  readonly same: number;
  readonly changed: number;
  /** Rows found in this column and not in the reference. */
  readonly added: number;
  /** Rows of the reference not found in this column. */
  readonly missing: number;
  readonly moved: number;
  readonly onlyHere: number;
};
