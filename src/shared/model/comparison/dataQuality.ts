/** Data quality of a comparison. */
import type { SurfaceCount } from '../../interface/surface.ts';
import type { IncomparableReason, Verdict } from './basics.ts';

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
