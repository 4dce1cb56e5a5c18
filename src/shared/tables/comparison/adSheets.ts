import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { rateLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, labels } from './sheetParts.ts';

export function adSheets(comparison: ComparisonWith<'ads'>, words: ColumnLabels): readonly Sheet[] {
  const { ads } = comparison;
  if (!ads.available) return [];
  return [
    {
      id: 'advertisers',
      title: `Advertisers by ${words.one}`,
      note: `Values: number of ads ${words.there}.`,
      columns: [
        textColumn('advertiser'),
        textColumn('domain'),
        textColumn('owner'),
        textColumn(words.keys, words.many),
        textColumn('share'),
        ...labels(comparison).map((label) => numberColumn(label)),
      ],
      rows: ads.rows.map((row) => [
        row.advertiser,
        row.domain,
        row.owner,
        inColumns(row.columns, row.of),
        rateLabel(row.share),
        ...row.cells.map((cell) => cell?.ads ?? null),
      ]),
    },
  ];
}
