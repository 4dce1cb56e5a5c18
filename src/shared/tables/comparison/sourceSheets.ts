import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { consensusLabel, figureLabel, rateLabel, tabTestsLabel, testLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, intersectionSheet, labels, overlapCells, overlapColumns } from './sheetParts.ts';

export function sourceSheets(comparison: ComparisonWith<'sources'>, words: ColumnLabels): readonly Sheet[] {
  const { sources } = comparison;
  if (!sources.available) return [];
  return [
    {
      id: 'source-domains',
      title: `Source domains by ${words.one}`,
      note: `Values: best position in the source list ${words.there}. All ${words.many}: ${testLabel(sources.test)}.${tabTestsLabel(sources.tests, 'domains')}`,
      columns: [
        textColumn('domain'),
        textColumn('type'),
        textColumn('owner'),
        textColumn(words.keys, words.many),
        textColumn('agreement'),
        textColumn('presence'),
        textColumn('citation share'),
        ...labels(comparison).map((label) => numberColumn(label)),
        textColumn('real?', 'significance'),
      ],
      rows: sources.rows.map((row) => [
        row.domain,
        row.type,
        row.owner,
        inColumns(row.columns, row.of),
        consensusLabel[row.consensus],
        rateLabel(row.presence),
        rateLabel(row.citationShare),
        ...row.cells.map((cell) => cell?.position ?? null),
        testLabel(row.test),
      ]),
    },
    {
      id: `source-${words.keys}`,
      title: `Source statistics by ${words.one}`,
      note: 'Local-domain share: citations on the country’s own top-level domain. Concentration: sum of squared domain shares. Overlap with the baseline.',
      columns: [
        textColumn(words.key, words.one),
        numberColumn('citations'),
        numberColumn('domains'),
        textColumn('answers with sources'),
        textColumn('local share', 'local-domain share'),
        textColumn('concentration'),
        textColumn('top five share'),
        ...overlapColumns,
        textColumn('only here'),
      ],
      rows: sources.columns.map((column, index) => [
        labels(comparison)[index] ?? '',
        column.citations,
        column.domains,
        rateLabel(column.answersWithSources),
        rateLabel(column.localShare),
        figureLabel(column.concentration, 2),
        rateLabel(column.topFiveShare),
        ...overlapCells(column.overlap),
        column.onlyHere.join(', '),
      ]),
    },
    intersectionSheet(
      'source-intersections',
      `Source overlap by ${words.one}`,
      words,
      comparison,
      sources.intersections,
    ),
  ];
}
