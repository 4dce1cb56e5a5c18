import type { ResultList, ResultRow } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { factWhen } from '../figureFacts.ts';
import type { Sheet } from '../sheet.ts';
import {
  type ItemTable,
  itemSheet,
  type MarketFigure,
  marketsColumn,
  numberOf,
  textOf,
} from './comparisonTable.ts';

const titles: Readonly<Record<ResultList, string>> = {
  organic: 'Organic results',
  questions: 'People Also Ask',
  related: 'Related searches',
  news: 'News',
  overview: 'Sources of the AI overview',
};

export const resultTable = (list: ResultList): ItemTable<'search', ResultRow> => ({
  id: `search-${list}`,
  title: () => titles[list],
  note: (_, { there }) => `Values: position ${there}.`,
  rows: ({ search }) => search.lists.find((each) => each.list === list)?.rows ?? [],
  key: ({ key }) => key,
  name: ({ label }) => label,
  columns: (_, words) => [
    textOf('result', ({ label }) => label),
    textOf('domain', ({ domain }) => domain, { shown: { width: 160 } }),
    textOf('owner', ({ owner }) => owner),
    numberOf('best', ({ bestPosition }) => bestPosition, {
      inFiles: false,
      shown: {
        width: 48,
        end: true,
        facts: ({ bestPosition, meanPosition, columns }) => [
          ['Best position', String(bestPosition)],
          ['Average position', meanPosition.toFixed(1)],
          ['n', `${columns} ${words.many}`],
        ],
      },
    }),
    marketsColumn(words),
  ],
  cellKind: 'number',
  cell: resultCell,
});

function resultCell({ cells, label }: ResultRow, column: number): MarketFigure | null {
  const cell = cells[column] ?? null;
  if (cell === null) return null;
  const { position, change, title, date } = cell;
  const moved = change === null || change === 0 ? '' : change < 0 ? `↑${-change}` : `↓${change}`;
  return {
    value: position,
    text: `${position} ${moved}`.trim(),
    title: title || label,
    facts: [
      ['Position', String(position)],
      factWhen('Change from baseline', moved),
      factWhen('Title', title),
      factWhen('Date', date ?? ''),
    ],
    position,
  };
}

export const searchSheets = (comparison: ComparisonWith<'search'>, words: ColumnLabels): readonly Sheet[] =>
  comparison.search.available
    ? comparison.search.lists.map(({ list }) => itemSheet(resultTable(list), comparison, words))
    : [];
