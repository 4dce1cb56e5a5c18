import {
  averagePosition,
  firstMentionRate,
  medianPosition,
  shareOfVoice,
  visibility,
} from '../../figures/definitions/brandFigures.ts';
import type { BrandRow } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import { shareOfNamedNote } from '../brandLabels.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { factWhen, meanFacts, rateFacts, verdictFacts } from '../figureFacts.ts';
import { counted, rateLabel, tabTestsLabel, testLabel } from '../figureLabels.ts';
import type { Sheet } from '../sheet.ts';
import {
  absentCell,
  agreementColumn,
  figureColumn,
  type ItemTable,
  intersectionSheet,
  itemSheet,
  type MarketFigure,
  marketsColumn,
  significanceColumn,
  textOf,
} from './comparisonTable.ts';

export const brandTable: ItemTable<'brands', BrandRow> = {
  id: 'brands',
  title: ({ one }) => `Brands by ${one}`,
  note: ({ brands }, { many }) =>
    `Values: average position in the answers that name it. ${shareOfNamedNote} Brand rules ${brands.rulesVersion}. All ${many}: ${testLabel(brands.test)}.${tabTestsLabel(brands.tests, 'brands')}`,
  rows: ({ brands }) => brands.rows,
  key: ({ id }) => id,
  name: ({ name }) => name,
  columns: ({ brands: { rulesVersion } }, words) => [
    textOf('brand', ({ name }) => name),
    textOf('kind', ({ proposed, kind }) => (proposed ? 'detected' : kind)),
    marketsColumn(words, ({ test }) => test),
    agreementColumn(),
    figureColumn(visibility, (row) => row.visibility, {
      counted: 'answers',
      more: ({ test }) => [[`Between ${words.many}`, testLabel(test)]],
    }),
    figureColumn(shareOfVoice, (row) => row.shareOfVoice, {
      counted: 'mentions',
      more: () => [
        ['Compared with', 'all brands named'],
        ['Brand rules', `version ${rulesVersion}`],
      ],
    }),
    figureColumn(averagePosition, (row) => row.meanRank, {
      counted: 'answers',
      more: (row) => meanFacts(medianPosition.label, row.medianRank).slice(0, 1),
    }),
  ],
  // If no row could be tested, this is stated once above the table.
  last: ({ brands: { tests } }, words) => [significanceColumn(words, tests.rows.tested === 0)],
  cellKind: 'number',
  cell: brandCell,
  paper: {
    note: (note) => note.replace('Values: average', 'Values: answers that name it · average'),
    cell: ({ cells }, column, { brands: { answers } }) => {
      const cell = cells[column] ?? null;
      const of = answers[column] ?? 0;
      if (cell === null) return of === 0 ? null : `0 of ${of}`;
      const { numerator, denominator } = cell.visibility;
      return `${numerator} of ${denominator} · ${cell.meanRank.value?.toFixed(1)}`;
    },
  },
};

export function brandSheets(
  comparison: ComparisonWith<'brands'>,
  words: ColumnLabels,
  paper = false,
): readonly Sheet[] {
  const { brands } = comparison;
  if (!brands.available) return [];
  return [
    itemSheet(brandTable, comparison, words, paper),
    intersectionSheet(
      'brand-intersections',
      `Brand overlap by ${words.one}`,
      words,
      comparison,
      brands.intersections,
    ),
  ];
}

function brandCell({ cells, verdicts, consensus }: BrandRow, column: number): MarketFigure | null {
  const cell = cells[column] ?? null;
  const verdict = verdicts[column] ?? null;
  if (cell === null) return absentCell(verdict, 'Named in no answer');
  const { meanRank, listRank, mentions, spelling } = cell;
  const position = meanRank.value;
  const { numerator, denominator } = cell.visibility;
  const parts = [
    `named in ${rateLabel(cell.visibility)}`,
    `average position ${position?.toFixed(1)}`,
    ...(listRank === null ? [] : [`list position ${listRank}`]),
    counted(mentions, 'mention'),
  ];
  const text = denominator === 1 ? String(position) : `${numerator}/${denominator} · ${position?.toFixed(1)}`;
  return {
    value: position,
    text: consensus === 'only-here' ? `${text} ①` : text,
    title: `${spelling}: ${parts.join(', ')}`,
    facts: [
      ...rateFacts(visibility.label, cell.visibility, 'answers'),
      [averagePosition.label, position?.toFixed(1) ?? 'no data'],
      factWhen('List position', listRank === null ? '' : String(listRank)),
      ['Mentions', String(mentions)],
      ['Spelling', spelling],
      [firstMentionRate.label, rateLabel(cell.firstRate)],
      [shareOfVoice.label, rateLabel(cell.shareOfVoice)],
      ...verdictFacts(verdict),
    ],
    position: position === null ? null : Math.round(position),
  };
}
