import { type ComparisonPart, type ComparisonWith, comparisonParts } from '../analysis/comparisonParts.ts';
import { type ColumnLabels, columnLabels } from './columnLabels.ts';
import type { Sheet } from './sheet.ts';
import { adSheets } from './sheets/adSheets.ts';
import { answerSheets } from './sheets/answerSheets.ts';
import { brandSheets } from './sheets/brandSheets.ts';
import { fanoutSheets } from './sheets/fanoutSheets.ts';
import { searchSheets } from './sheets/searchSheets.ts';
import { shoppingSheets } from './sheets/shoppingSheets.ts';
import { similaritySheets } from './sheets/similaritySheets.ts';
import { sourceSheets } from './sheets/sourceSheets.ts';

export const comparisonTabs = comparisonParts;
export type ComparisonTab = ComparisonPart;

/** The tables behind one tab of a comparison; empty when no column's answer could carry what the tab shows. */
export function comparisonSheets<T extends ComparisonTab>(
  comparison: ComparisonWith<T>,
  tab: T,
  words: ColumnLabels = columnLabels.market,
): readonly Sheet[] {
  return sheetBuilders[tab](comparison, words);
}

type Builders = {
  readonly [T in ComparisonTab]: (comparison: ComparisonWith<T>, words: ColumnLabels) => readonly Sheet[];
};

const sheetBuilders: Builders = {
  answer: answerSheets,
  sources: sourceSheets,
  brands: brandSheets,
  fanout: fanoutSheets,
  search: searchSheets,
  shopping: shoppingSheets,
  ads: adSheets,
  matrix: similaritySheets,
};
