/** The brands of all columns. */

import type { Figure, Intersection, NoiseTest, Rate, TabTests, TestedRow } from './basics.ts';
import type { BrandKind } from './samples.ts';

export type BrandCell = {
  /** Position in the shown answer, 1 for the best; null if only other samples name it. */
  readonly rank: number | null;
  /** Position in a list of the shown answer; null outside lists. */
  readonly listRank: number | null;
  /** Character offset of the first mention / length of the answer, 0..1. */
  readonly depth: number | null;
  readonly mentions: number;
  readonly visibility: Rate;
  readonly firstRate: Rate;
  readonly shareOfVoice: Rate;
  readonly meanRank: Figure;
  /** First spelling found. */
  readonly spelling: string;
  /** Answers that name the brand. `ranks` has its rank in each of them. */
  readonly observationIds: readonly string[];
  readonly ranks: readonly number[];
};

export type BrandRow = TestedRow & {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  /** Detected: not in the user's list, but found in entities, bold text or lists. */
  readonly proposed: boolean;
  readonly evidence: readonly ('entity' | 'bold' | 'list' | 'product')[];
  readonly cells: readonly (BrandCell | null)[];
  readonly visibility: Rate;
  readonly shareOfVoice: Rate;
  readonly meanRank: Figure;
  readonly medianRank: Figure;
  readonly branded: boolean;
};

export type BrandsTab = {
  readonly available: boolean;
  readonly rulesVersion: string;
  /** Number of answers of every column in which a brand could be named: the n of a brand that none of them names. */
  readonly answers: readonly number[];
  readonly rows: readonly BrandRow[];
  readonly intersections: readonly Intersection[];
  readonly test: NoiseTest;
  readonly tests: TabTests;
};
