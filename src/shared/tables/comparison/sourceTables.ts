import {
  answersWithSources,
  citations,
  localShare,
  marketConcentration,
  sourceDomains,
  topFiveShare,
} from '../../figures/definitions/marketFigures.ts';
import {
  averageSourcePosition,
  citationShare,
  sourcePresence,
} from '../../figures/definitions/sourceFigures.ts';
import type { SourceColumn, SourceRow } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { meanFacts, rateFacts, verdictFacts } from '../figureFacts.ts';
import { rateLabel, tabTestsLabel, testLabel } from '../figureLabels.ts';
import type { Sheet } from '../sheet.ts';
import {
  absentCell,
  agreementColumn,
  figureColumn,
  type ItemTable,
  intersectionSheet,
  itemSheet,
  type MarketFigure,
  marketColumn,
  marketsColumn,
  pairColumns,
  plainSheet,
  significanceColumn,
  textOf,
} from './comparisonTable.ts';

export const domainTable: ItemTable<'sources', SourceRow> = {
  id: 'source-domains',
  title: ({ one }) => `Source domains by ${one}`,
  note: ({ sources }, { there, many }) =>
    `Values: best position in the source list ${there}. All ${many}: ${testLabel(sources.test)}.${tabTestsLabel(sources.tests, 'domains')}`,
  rows: ({ sources }) => sources.rows,
  key: ({ domain }) => domain,
  name: ({ domain }) => domain,
  columns: (_, words) => [
    textOf('domain', ({ domain }) => domain),
    textOf('type', ({ type }) => type, { shown: { width: 96 } }),
    textOf('owner', ({ owner }) => owner),
    marketsColumn(words, ({ test }) => test),
    agreementColumn(),
    figureColumn(sourcePresence, (row) => row.presence, {
      counted: 'answers',
      more: (row) => meanFacts(averageSourcePosition.label, row.meanPosition).slice(0, 1),
    }),
    figureColumn(citationShare, (row) => row.citationShare, { counted: 'citations' }),
  ],
  last: (_, words) => [significanceColumn(words, true)],
  cellKind: 'number',
  cell: domainCell,
};

function domainCell({ cells, verdicts, consensus }: SourceRow, column: number): MarketFigure | null {
  const cell = cells[column] ?? null;
  const verdict = verdicts[column] ?? null;
  if (cell === null) return absentCell(verdict, 'Cited by no answer');
  const { position, rate } = cell;
  return {
    value: position,
    text: consensus === 'only-here' ? `${position} ①` : String(position),
    title: `Position ${position}, cited in ${rateLabel(rate)}`,
    facts: [
      ['Best position', String(position)],
      ['Average position', cell.meanPosition.toFixed(1)],
      ...rateFacts(sourcePresence.label, rate, 'answers'),
      ['Cited in the text', `${cell.inline} of ${rate.numerator} answers`],
      ...verdictFacts(verdict),
    ],
    position,
  };
}

export function sourceSheets(comparison: ComparisonWith<'sources'>, words: ColumnLabels): readonly Sheet[] {
  const { sources, columns } = comparison;
  if (!sources.available) return [];
  return [
    itemSheet(domainTable, comparison, words),
    plainSheet(
      {
        id: `source-${words.keys}`,
        title: `Source statistics by ${words.one}`,
        note: 'Local-domain share: citations on the country’s own top-level domain. Concentration: sum of squared domain shares. Overlap with the baseline.',
      },
      sources.columns.map((column, index) => ({ ...column, label: columns[index]?.label ?? '' })),
      [
        textOf(words.key, ({ label }) => label, { label: words.one }),
        marketColumn(citations, (row) => row.citations),
        marketColumn(sourceDomains, (row) => row.domains),
        marketColumn(answersWithSources, (row) => row.answersWithSources),
        marketColumn(localShare, (row) => row.localShare),
        marketColumn(marketConcentration, (row) => row.concentration, 2),
        marketColumn(topFiveShare, (row) => row.topFiveShare),
        ...pairColumns<SourceColumn>(({ overlap }) => overlap),
        textOf('only here', ({ onlyHere }) => onlyHere.join(', ')),
      ],
    ),
    intersectionSheet(
      'source-intersections',
      `Source overlap by ${words.one}`,
      words,
      comparison,
      sources.intersections,
    ),
  ];
}
