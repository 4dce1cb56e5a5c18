/** How far a comparison can be trusted. */
import type { SurfaceCount } from '../../provider/surface.ts';
import type { IncomparableReason, Rate, Verdict } from './basics.ts';

export type DataQuality = {
  readonly ruleVersion: string;
  readonly brandRulesVersion: string;
  /** Fewest and most valid samples of the columns that answered. */
  readonly samples: { readonly least: number; readonly most: number };
  readonly failed: readonly {
    readonly column: number;
    readonly failed: number;
    readonly code: string | null;
  }[];
  /** Cells that worked / cells sent. */
  readonly coverage: Rate;
  readonly shapes: readonly { readonly shape: string; readonly columns: readonly number[] }[];
  readonly languages: readonly { readonly code: string; readonly columns: readonly number[] }[];
  readonly drivers: readonly string[];
  /** Of the valid samples, the most frequent first; null where the provider states none. */
  readonly surfaces: readonly SurfaceCount[];
  readonly engines: readonly string[];
  readonly prompts: number;
  /** Where one question was asked in several wordings: each with its columns, the most frequent first; else empty. */
  readonly wordings: readonly { readonly text: string; readonly columns: readonly number[] }[];
  /** Compared figures that differ between columns, and how many of those by more than asking again would. */
  readonly differences: {
    readonly tested: number;
    readonly larger: number;
    readonly within: number;
    readonly untested: number;
  };
  /** P-values of what the verdict is made of, each between markets; null where there is nothing to test. */
  readonly evidence: {
    readonly text: number | null;
    readonly brands: number | null;
    readonly sources: number | null;
  };
  /** Of all three together. */
  readonly pValue: number | null;
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Short statements a reader must know, already in words that hold whatever the columns are. */
  readonly notes: readonly string[];
};
