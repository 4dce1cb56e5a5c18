import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { figureLabel, rateLabel, testLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { labels, labelsOf, overlapCells, overlapColumns } from './sheetParts.ts';

export function fanoutSheets(comparison: ComparisonWith<'fanout'>, words: ColumnLabels): readonly Sheet[] {
  const { fanout } = comparison;
  if (!fanout.available) return [];
  return [
    {
      id: 'fanout-queries',
      title: 'Fan-out queries',
      note: `Words added to, kept from and dropped from the question. All ${words.many}: ${testLabel(fanout.test)}.`,
      columns: [
        textColumn('search', 'query'),
        textColumn('language'),
        textColumn(words.keys, words.many),
        textColumn('added'),
        textColumn('kept'),
        textColumn('dropped'),
      ],
      rows: fanout.queries.map((query) => [
        query.query,
        query.language,
        labelsOf(comparison, query.columns),
        query.added.join(' '),
        query.kept.join(' '),
        query.dropped.join(' '),
      ]),
    },
    {
      id: `fanout-${words.keys}`,
      title: `Fan-out queries by ${words.one}: totals`,
      note: 'Overlap with the baseline.',
      columns: [
        textColumn(words.key, words.one),
        textColumn('searches an answer', 'queries per answer'),
        numberColumn('distinct'),
        textColumn('answers with searches', 'answers with queries'),
        textColumn('languages'),
        ...overlapColumns,
      ],
      rows: fanout.columns.map((column, index) => [
        labels(comparison)[index] ?? '',
        figureLabel(column.mean),
        column.distinct,
        rateLabel(column.answers),
        Object.entries(column.languages)
          .map(([code, count]) => `${code} ${count}`)
          .join(', '),
        ...overlapCells(column.overlap),
      ]),
    },
  ];
}
