import type { ComparisonTexts } from '#shared/analysis/comparisonParts.ts';

/** What goes over the port of an analysis worker. Columns and results travel as JSON text: one copy, no object walk. */
export type AnalysisRequest = {
  readonly id: number;
  /** `longHash` of the columns' JSON. */
  readonly hash: string;
  readonly columnsJson: string;
  readonly optionsJson: string;
};

export type AnalysisAnswer =
  | { readonly id: number; readonly ok: true; readonly texts: ComparisonTexts; readonly elapsedMs: number }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly stack: string };
