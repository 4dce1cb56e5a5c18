/** The brands of all columns. */
import type { BrandKind } from '../model.ts';
import type {
  Consensus,
  Figure,
  Intersection,
  NoiseTest,
  PairFigures,
  Rate,
  TabTests,
  Verdict,
} from './basics.ts';

export type BrandCell = {
  /** Place among the brands of the shown answer by first appearance; null when named only in other samples. */
  readonly rank: number | null;
  /** Rank in a list of the shown answer. */
  readonly listRank: number | null;
  /** Character offset of the first mention / length of the answer, 0..1. */
  readonly depth: number | null;
  readonly mentions: number;
  readonly visibility: Rate;
  readonly firstRate: Rate;
  readonly shareOfVoice: Rate;
  readonly meanRank: Figure;
  /** Spelling found first. */
  readonly spelling: string;
  /** Answers that name it, and its rank in each of them. */
  readonly observationIds: readonly string[];
  readonly ranks: readonly number[];
};

export type BrandRow = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  /** Not in the rules: found in entities, bold text or lists. */
  readonly proposed: boolean;
  readonly evidence: readonly ('entity' | 'bold' | 'list' | 'product')[];
  readonly cells: readonly (BrandCell | null)[];
  /**
   * Every column's rate against the baseline's, in columns that have it in no answer too; null for the baseline and
   * where there is no answer. Empty without a baseline, and where all have too few samples.
   */
  readonly verdicts: readonly (Verdict | null)[];
  readonly columns: number;
  readonly of: number;
  readonly consensus: Consensus;
  readonly visibility: Rate;
  readonly shareOfVoice: Rate;
  readonly countryReach: Rate;
  readonly meanRank: Figure;
  readonly medianRank: Figure;
  readonly branded: boolean;
  readonly test: NoiseTest;
};

export type BrandsTab = {
  readonly available: boolean;
  readonly rulesVersion: string;
  /** Answers of every column in which a brand could have been named: what a brand that is not is 0 of. */
  readonly answers: readonly number[];
  readonly rows: readonly BrandRow[];
  readonly intersections: readonly Intersection[];
  readonly onlyHere: readonly (readonly string[])[];
  readonly overlap: readonly (PairFigures | null)[];
  readonly test: NoiseTest;
  readonly tests: TabTests;
};
