/** The columns of a comparison: one market each, with what was asked and what came of it. */
import type { CompareMarket } from '../model.ts';
import type { LanguageTag } from './basics.ts';

/** `answered`: at least one valid sample; `empty`: it finished but said nothing; `failed`: every sample failed. */
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
    readonly failed: number;
    readonly pending: number;
    readonly total: number;
  };
  /** The observation whose text the column shows, and its number among the column's samples (from 1). */
  readonly shown: { readonly observationId: string; readonly number: number } | null;
  readonly language: LanguageTag;
  readonly servedShapes: readonly string[];
  readonly drivers: readonly string[];
  readonly surfaces: readonly string[];
  readonly model: string | null;
  readonly creditsCharged: number | null;
  /** Mean over the samples that say it, milliseconds. */
  readonly latencyMs: number | null;
  /** Latest sample, ISO 8601. */
  readonly at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly words: number;
  /** Every column with exactly the same shown blocks has the same number; collapse them into one with a count. */
  readonly identicalGroup: number;
  readonly counts: ColumnCounts;
};

/** Per column, against the baseline (baseline mode) or against the most common wording of each row. */
export type ColumnCounts = {
  readonly same: number;
  readonly changed: number;
  /** Rows found here and not in the reference. */
  readonly added: number;
  /** Rows of the reference not found here. */
  readonly missing: number;
  readonly moved: number;
  readonly onlyHere: number;
};
