import type { ResultList } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, labels } from './sheetParts.ts';

const resultListTitles: Readonly<Record<ResultList, string>> = {
  organic: 'Organic results',
  questions: 'People Also Ask',
  related: 'Related searches',
  news: 'News',
  overview: 'Sources of the AI overview',
};

export function searchSheets(comparison: ComparisonWith<'search'>, words: ColumnLabels): readonly Sheet[] {
  if (!comparison.search.available) return [];
  return comparison.search.lists.map((list) => ({
    id: `search-${list.list}`,
    title: resultListTitles[list.list],
    note: `Values: position ${words.there}.`,
    columns: [
      textColumn('result'),
      textColumn('domain'),
      textColumn('owner'),
      textColumn(words.keys, words.many),
      ...labels(comparison).map((label) => numberColumn(label)),
    ],
    rows: list.rows.map((row) => [
      row.label,
      row.domain,
      row.owner,
      inColumns(row.columns, row.of),
      ...row.cells.map((cell) => cell?.position ?? null),
    ]),
  }));
}
