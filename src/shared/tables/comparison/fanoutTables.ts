import {
  answersWithQueries,
  distinctQueries,
  queriesPerAnswer,
} from '../../figures/definitions/marketFigures.ts';
import type { FanoutColumn, FanoutQuery } from '../../model/comparison/comparison.ts';
import type { ComparisonHead, ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { factWhen, marketsFacts } from '../figureFacts.ts';
import { testLabel } from '../figureLabels.ts';
import type { Sheet } from '../sheet.ts';
import {
  type ComparisonColumn,
  type ItemTable,
  inColumns,
  labelsOf,
  marketColumn,
  pairColumns,
  plainSheet,
  textOf,
} from './comparisonTable.ts';

/** A query in another language shares no words with the question, so there is nothing to compare. */
export const inAnotherLanguage = ({ kept, dropped }: FanoutQuery): boolean =>
  kept.length === 0 && dropped.length === 0;

const answeredIn = ({ columns }: ComparisonHead): number =>
  columns.filter(({ state }) => state === 'answered').length;

const queryColumns = (
  comparison: ComparisonHead,
  words: ColumnLabels,
): readonly ComparisonColumn<FanoutQuery>[] => {
  const of = answeredIn(comparison);
  return [
    textOf('search', ({ query }) => query, { label: 'query' }),
    textOf('language', ({ language }) => language, { shown: { width: 72 } }),
    textOf(words.keys, ({ columns }) => labelsOf(comparison, columns), {
      label: words.many,
      shown: {
        width: 72,
        end: true,
        text: ({ columns }) => inColumns(columns.length, of),
        facts: ({ columns }) => marketsFacts(words, columns.length, of),
      },
    }),
    textOf('added', ({ added }) => added.join(' '), { shown: { width: 200 } }),
    textOf('kept', ({ kept }) => kept.join(' '), { shown: { width: 160, hidden: true } }),
    textOf('dropped', ({ dropped }) => dropped.join(' '), { shown: { width: 160 } }),
  ];
};

/** In files, the markets of a query stand in one cell. */
export const queryTable: ItemTable<'fanout', FanoutQuery> = {
  id: 'fanout-queries',
  title: () => 'Fan-out queries',
  note: ({ fanout }, { many }) =>
    `Words added to, kept from and dropped from the question. All ${many}: ${testLabel(fanout.test)}.`,
  rows: ({ fanout }) => fanout.queries,
  key: ({ query }) => query,
  name: ({ query }) => query,
  columns: queryColumns,
  cellKind: 'text',
  cell: (query, column) =>
    query.columns.includes(column)
      ? {
          value: '•',
          text: '•',
          title: 'used this query',
          facts: [
            ['Query', query.query],
            ['Language', query.language],
            factWhen('Words added', inAnotherLanguage(query) ? '' : query.added.join(' ')),
            factWhen('Words dropped', query.dropped.join(' ')),
            factWhen('Words kept', query.kept.join(' ')),
          ],
        }
      : null,
};

export function fanoutSheets(comparison: ComparisonWith<'fanout'>, words: ColumnLabels): readonly Sheet[] {
  const { fanout, columns } = comparison;
  if (!fanout.available) return [];
  return [
    plainSheet(
      { id: queryTable.id, title: queryTable.title(words), note: queryTable.note(comparison, words) },
      fanout.queries,
      queryColumns(comparison, words),
    ),
    plainSheet(
      {
        id: `fanout-${words.keys}`,
        title: `Fan-out queries by ${words.one}: totals`,
        note: 'Overlap with the baseline.',
      },
      fanout.columns.map((column, index) => ({ ...column, label: columns[index]?.label ?? '' })),
      [
        textOf(words.key, ({ label }) => label, { label: words.one }),
        marketColumn(queriesPerAnswer, ({ mean }) => mean),
        marketColumn(distinctQueries, ({ distinct }) => distinct),
        marketColumn(answersWithQueries, ({ answers }) => answers),
        textOf('languages', ({ languages }) =>
          Object.entries(languages)
            .map(([code, count]) => `${code} ${count}`)
            .join(', '),
        ),
        ...pairColumns<FanoutColumn>(({ overlap }) => overlap),
      ],
    ),
  ];
}
