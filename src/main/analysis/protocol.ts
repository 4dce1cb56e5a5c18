import type { ComparisonTexts } from '#shared/analysis/comparisonParts.ts';

/** What an analysis thread does. Columns and results travel as JSON text: one copy, no object walk. */
export type AnalysisContract = {
  readonly opened: null;
  readonly calls: {
    readonly compare: (input: {
      /** `longHash` of the columns' JSON. */
      readonly hash: string;
      readonly columnsJson: string;
      readonly optionsJson: string;
    }) => { readonly texts: ComparisonTexts; readonly elapsedMs: number };
  };
  readonly refusal: { readonly code: 'FAILED'; readonly message: string; readonly stack: string };
  readonly event: never;
};
