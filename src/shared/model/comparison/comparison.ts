/**
 * The result of a comparison: the data of every tab as plain JSON. Cells are addressed by the index of their column.
 * Texts are stored once in `answer.blocks` and cells refer to them, so fifty identical paragraphs are stored once.
 */

import type { AnswerTab } from './answer.ts';
import type { BrandsTab } from './brands.ts';
import type { ClaimsTab } from './claims.ts';
import type { ComparedColumn } from './columns.ts';
import type { DataQuality } from './dataQuality.ts';
import type { MatrixTab } from './matrix.ts';
import type { AdsTab, FanoutTab, SearchTab, ShoppingTab } from './results.ts';
import type { SourcesTab } from './sources.ts';

export * from './answer.ts';
export * from './basics.ts';
export * from './brands.ts';
export * from './claims.ts';
export * from './columns.ts';
export * from './dataQuality.ts';
export * from './matrix.ts';
export * from './results.ts';
export * from './sources.ts';

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
