import type { ComparisonTexts } from '#shared/model/comparison/comparisonParts.ts';

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
    /** The brands tab alone, as JSON text. */
    readonly brands: (input: { readonly columnsJson: string; readonly optionsJson: string }) => string;
  };
  readonly refusal: { readonly code: 'FAILED'; readonly message: string; readonly stack: string };
  readonly event: never;
};
