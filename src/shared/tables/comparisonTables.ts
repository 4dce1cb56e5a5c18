import { similarityFigures } from '../figures/definitions/pairFigures.ts';
import type { Comparison } from '../model/comparison/comparison.ts';
import {
  type ComparisonPart,
  type ComparisonWith,
  comparisonParts,
} from '../model/comparison/comparisonParts.ts';
import { answerTable } from './answerMarkup.ts';
import { type ColumnLabels, columnLabels } from './columnLabels.ts';
import { adSheets } from './comparison/adTables.ts';
import { answerSheets } from './comparison/answerTables.ts';
import { brandSheets } from './comparison/brandTables.ts';
import { claimSheets } from './comparison/claimTables.ts';
import { fanoutSheets } from './comparison/fanoutTables.ts';
import { searchSheets } from './comparison/searchTables.ts';
import { shoppingSheets } from './comparison/shoppingTables.ts';
import { similaritySheets } from './comparison/similarityTables.ts';
import { sourceSheets } from './comparison/sourceTables.ts';
import { heatMapSvg } from './heatMap.ts';
import { sheetTable } from './markup.ts';
import type { Sheet } from './sheet.ts';

export const comparisonTabs = comparisonParts;
export type ComparisonTab = ComparisonPart;

/** One part of a comparison for export: in files, on paper and in a terminal. */
type ReportTab<T extends ComparisonTab> = {
  readonly title: string;
  /** Its tables; empty when no column's answer could carry what it shows. */
  readonly sheets: (comparison: ComparisonWith<T>, labels: ColumnLabels) => readonly Sheet[];
  /** Its section of a printed report, where that is more than its tables. */
  readonly print?: (comparison: Comparison, sheets: readonly Sheet[], labels: ColumnLabels) => string;
};

/** Every part of a comparison that can be exported. */
const reportTabs: { readonly [T in ComparisonTab]: ReportTab<T> } = {
  answer: {
    title: 'Answer',
    sheets: answerSheets,
    print: (comparison, sheets) => sheets.slice(0, 1).map(sheetTable).join('') + answerTable(comparison),
  },
  sources: { title: 'Sources', sheets: sourceSheets },
  brands: {
    title: 'Brands',
    sheets: brandSheets,
    print: (comparison, _, labels) => brandSheets(comparison, labels, true).map(sheetTable).join(''),
  },
  claims: { title: 'Claims', sheets: claimSheets },
  fanout: { title: 'Fan-out queries', sheets: fanoutSheets },
  search: { title: 'Search results', sheets: searchSheets },
  shopping: { title: 'Shopping', sheets: shoppingSheets },
  ads: { title: 'Ads', sheets: adSheets },
  matrix: {
    title: 'Similarity',
    sheets: similaritySheets,
    print: (comparison, sheets) =>
      comparison.matrix.measures
        .map((matrix, index) => {
          const caption = `<figcaption>${similarityFigures[matrix.measure].label}</figcaption>`;
          const table = sheets
            .slice(index, index + 1)
            .map(sheetTable)
            .join('');
          return `<figure>${caption}${heatMapSvg(comparison, matrix)}</figure>${table}`;
        })
        .join(''),
  },
};

/** The tables behind one tab of a comparison; empty when no column's answer could carry what the tab shows. */
export function comparisonSheets<T extends ComparisonTab>(
  comparison: ComparisonWith<T>,
  tab: T,
  labels: ColumnLabels = columnLabels.market,
): readonly Sheet[] {
  return reportTabs[tab].sheets(comparison, labels);
}

export type ReportSection = { readonly tab: ComparisonTab; readonly title: string; readonly body: string };

/** Sections of a printed report, as HTML. Tabs whose data no column could carry are left out. */
export function reportSections(
  comparison: Comparison,
  tabs: readonly ComparisonTab[],
  labels: ColumnLabels,
): readonly ReportSection[] {
  return tabs.flatMap((tab) => {
    const sheets = comparisonSheets(comparison, tab, labels);
    if (sheets.length === 0) return [];
    const { title, print } = reportTabs[tab];
    const body = print?.(comparison, sheets, labels) ?? sheets.map(sheetTable).join('');
    return body === '' ? [] : [{ tab, title, body }];
  });
}
