/**
 * The result of a comparison: the data of every tab as plain JSON. Cells are addressed by the index of their column.
 * Texts are stored once in `answer.blocks` and cells refer to them, so fifty identical paragraphs are stored once.
 */

import type { SurfaceCount } from '../../interface/surface.ts';
import type { AnswerTab } from './answer.ts';
import type { Figure, IncomparableReason, LanguageTag, NoiseTest, Verdict } from './basics.ts';
import type { BrandsTab } from './brands.ts';
import type { ClaimsTab } from './claims.ts';
import type { AdsTab, FanoutTab, SearchTab, ShoppingTab } from './results.ts';
import type { CompareMarket } from './samples.ts';
import type { SourcesTab } from './sources.ts';

export * from './answer.ts';
export * from './basics.ts';
export * from './brands.ts';
export * from './claims.ts';
export * from './results.ts';
export * from './sources.ts';

export type Comparison = {
  readonly key: string;
  readonly ruleVersion: string;
  readonly columns: readonly ComparedColumn[];
  readonly dataQuality: DataQuality;
  /** Index of the baseline column; null in consensus mode. */
  readonly baseline: number | null;
  /** Rows of aligned blocks in the answer tab. */
  readonly alignedRows: number;
  readonly answer: AnswerTab;
  readonly sources: SourcesTab;
  readonly brands: BrandsTab;
  readonly claims: ClaimsTab;
  readonly fanout: FanoutTab;
  readonly search: SearchTab;
  readonly shopping: ShoppingTab;
  readonly ads: AdsTab;
  readonly matrix: MatrixTab;
};

export type Measure = 'text' | 'anchors' | 'sources' | 'brands' | 'queries' | 'results';

export type SimilarityMatrix = {
  readonly measure: Measure;
  /**
   * Similarity 0..1 of columns i < j at index i * (2n - i - 1) / 2 + (j - i - 1); null if the pair has no data or
   * this measure cannot compare it.
   */
  readonly values: readonly (number | null)[];
  /** Column indexes; similar columns are adjacent. */
  readonly order: readonly number[];
  /** Group number of each column. */
  readonly clusters: readonly number[];
  readonly meanDistance: readonly (number | null)[];
  /** The column that is significantly further from the rest than any other; null if none is, or if untested. */
  readonly outlier: number | null;
  /** Mean pairwise distance. */
  readonly divergence: Figure;
  readonly test: NoiseTest;
};

export type MatrixTab = {
  /** The measure that covers most pairs: `text` in one language, `anchors` otherwise. */
  readonly preferred: Measure | null;
  readonly measures: readonly SimilarityMatrix[];
};

export type DataQuality = {
  readonly ruleVersion: string;
  readonly brandRulesVersion: string;
  /** Minimum and maximum of valid samples among the columns with an answer. */
  readonly samples: { readonly least: number; readonly most: number };
  readonly failed: readonly {
    readonly column: number;
    readonly failed: number;
    readonly code: string | null;
  }[];
  readonly shapes: readonly { readonly shape: string; readonly columns: readonly number[] }[];
  readonly languages: readonly { readonly code: string; readonly columns: readonly number[] }[];
  readonly drivers: readonly string[];
  /** Surfaces of the valid samples, most frequent first; null for samples whose provider states none. */
  readonly surfaces: readonly SurfaceCount[];
  readonly engines: readonly string[];
  readonly prompts: number;
  /** If the question was asked in several wordings: each with its columns, most frequent first. Otherwise empty. */
  readonly wordings: readonly { readonly text: string; readonly columns: readonly number[] }[];
  /** Number of compared figures that differ between columns, and how many of these are significant. */
  readonly differences: {
    readonly tested: number;
    readonly larger: number;
    readonly within: number;
    readonly untested: number;
  };
  /** P-values of the tests behind the verdict, each between markets; null if there is nothing to test. */
  readonly evidence: {
    readonly text: number | null;
    readonly brands: number | null;
    readonly sources: number | null;
  };
  /** Combined p-value of the three tests. */
  readonly pValue: number | null;
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Short notes for the reader, as text that does not depend on the columns. */
  readonly notes: readonly string[];
};

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
