import type { NamedCounts } from '#shared/figures/comparison/detectedNames.ts';
import type { ComparisonTexts } from '#shared/model/comparison/comparisonParts.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';

type DetectInput = { readonly columnsJson: string; readonly optionsJson: string };

/** Messages of an analysis thread. Columns and results are sent as JSON text: one copy, no object traversal. */
export type AnalysisContract = {
  readonly opened: null;
  readonly calls: {
    readonly compare: (input: {
      /** `longHash` of the columns' JSON. */
      readonly hash: string;
      readonly columnsJson: string;
      readonly optionsJson: string;
    }) => { readonly texts: ComparisonTexts; readonly elapsedMs: number };
    /** Brands that are not listed, and the counts of given ones: both without the comparison. */
    readonly detect: (input: DetectInput) => readonly BrandRule[];
    readonly count: (input: DetectInput & { readonly names: readonly BrandRule[] }) => NamedCounts;
  };
  readonly refusal: { readonly code: 'FAILED'; readonly message: string; readonly stack: string };
  readonly event: never;
};
