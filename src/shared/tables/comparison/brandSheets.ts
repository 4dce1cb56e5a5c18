import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import { shareOfVoiceNote } from '../brandLabels.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { consensusLabel, figureLabel, rateLabel, tabTestsLabel, testLabel } from '../figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, intersectionSheet, labels } from './sheetParts.ts';

const factColumns = 7;

export function brandSheets(comparison: ComparisonWith<'brands'>, words: ColumnLabels): readonly Sheet[] {
  const { brands } = comparison;
  if (!brands.available) return [];
  const shares = shareOfVoiceNote(brands.rows);
  return [
    {
      id: 'brands',
      title: `Brands by ${words.one}`,
      note: `Values: average position by first mention over the answers that name it.${shares === null ? '' : ` ${shares}`} Brand rules ${brands.rulesVersion}. All ${words.many}: ${testLabel(brands.test)}.${tabTestsLabel(brands.tests, 'brands')}`,
      columns: [
        textColumn('brand'),
        textColumn('kind'),
        textColumn(words.keys, words.many),
        textColumn('agreement'),
        textColumn('visibility'),
        textColumn('share of voice'),
        textColumn('mean rank', 'average position'),
        ...labels(comparison).map((label) => numberColumn(label)),
        textColumn('real?', 'significance'),
      ],
      rows: brands.rows.map((row) => [
        row.name,
        row.proposed ? 'detected' : row.kind,
        inColumns(row.columns, row.of),
        // A listed brand has a row also where nobody names it.
        row.columns === 0 ? 'none' : consensusLabel[row.consensus],
        rateLabel(row.visibility),
        rateLabel(row.shareOfVoice),
        figureLabel(row.meanRank),
        ...row.cells.map((cell) => cell?.meanRank.value ?? null),
        testLabel(row.test),
      ]),
    },
    intersectionSheet(
      'brand-intersections',
      `Brand overlap by ${words.one}`,
      words,
      comparison,
      brands.intersections,
    ),
  ];
}

/** The same for paper: in each market how many of its answers name a brand, and where; nothing only where none came. */
export function printedBrands(
  { brands }: ComparisonWith<'brands'>,
  sheets: readonly Sheet[],
): readonly Sheet[] {
  return sheets.map((sheet, index) => {
    if (index > 0) return sheet;
    const note = sheet.note.replace('Values: average', 'Values: answers that name it · average');
    const rows = sheet.rows.map((row, at) => {
      const cells = (brands.rows[at]?.cells ?? []).map((cell, column) => {
        const answers = brands.answers[column] ?? 0;
        if (cell === null) return answers === 0 ? null : `0 of ${answers}`;
        const { numerator, denominator } = cell.visibility;
        return `${numerator} of ${denominator} · ${cell.meanRank.value?.toFixed(1)}`;
      });
      return [...row.slice(0, factColumns), ...cells, ...row.slice(factColumns + cells.length)];
    });
    return { ...sheet, note, rows };
  });
}
