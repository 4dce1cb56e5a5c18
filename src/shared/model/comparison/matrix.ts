/** Similarity of the columns. */
import type { Figure, NoiseTest } from './basics.ts';

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
