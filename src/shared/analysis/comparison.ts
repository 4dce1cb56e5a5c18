/**
 * The result of a comparison: the data of every tab as plain JSON. Cells are addressed by the index of their column.
 * Texts are stored once in `answer.blocks` and cells refer to them, so fifty identical paragraphs are stored once.
 */

import type { AnswerTab } from './comparison/answer.ts';
import type { BrandsTab } from './comparison/brands.ts';
import type { ClaimsTab } from './comparison/claims.ts';
import type { ComparedColumn } from './comparison/columns.ts';
import type { DataQuality } from './comparison/dataQuality.ts';
import type { MatrixTab } from './comparison/matrix.ts';
import type { AdsTab, FanoutTab, SearchTab, ShoppingTab } from './comparison/results.ts';
import type { SourcesTab } from './comparison/sources.ts';

export * from './comparison/answer.ts';
export * from './comparison/basics.ts';
export * from './comparison/brands.ts';
export * from './comparison/claims.ts';
export * from './comparison/columns.ts';
export * from './comparison/dataQuality.ts';
export * from './comparison/matrix.ts';
export * from './comparison/results.ts';
export * from './comparison/sources.ts';

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
