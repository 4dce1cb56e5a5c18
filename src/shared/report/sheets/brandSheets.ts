import type { ComparisonWith } from '../../analysis/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { consensusLabel, figureLabel, rateLabel, tabTestsLabel, testLabel } from '../figures.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, intersectionSheet, labels } from './sheetParts.ts';

export function brandSheets(comparison: ComparisonWith<'brands'>, words: ColumnLabels): readonly Sheet[] {
  const { brands } = comparison;
  if (!brands.available) return [];
  return [
    {
      id: 'brands',
      title: `Brands by ${words.one}`,
      note: `A figure is the brand's place by first mention. Brand rules ${brands.rulesVersion}. All ${words.many}: ${testLabel(brands.test)}.${tabTestsLabel(brands.tests, 'brands')}`,
      columns: [
        textColumn('brand'),
        textColumn('kind'),
        textColumn(words.many),
        textColumn('agreement'),
        textColumn('visibility'),
        textColumn('share of voice'),
        textColumn('mean rank'),
        ...labels(comparison).map(numberColumn),
        textColumn('real?'),
      ],
      rows: brands.rows.map((row) => [
        row.name,
        row.proposed ? 'proposed' : row.kind,
        inColumns(row.columns, row.of),
        // A listed brand has a row also where nobody names it.
        row.columns === 0 ? 'none' : consensusLabel[row.consensus],
        rateLabel(row.visibility),
        rateLabel(row.shareOfVoice),
        figureLabel(row.meanRank),
        ...row.cells.map((cell) => cell?.rank ?? null),
        testLabel(row.test),
      ]),
    },
    intersectionSheet(
      'brand-intersections',
      `Brands in exactly these ${words.many}`,
      words,
      comparison,
      brands.intersections,
    ),
  ];
}
