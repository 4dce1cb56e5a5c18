import { useState } from 'react';
import type { ResultList } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { Absence, TableMarket } from '../../reading/tableModel.ts';
import { Badge } from '../../ui/Chip.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { factWhen, marketsFacts } from './figureFacts.ts';
import { MarketTable } from './MarketTable.tsx';

const titles: Readonly<Record<ResultList, string>> = {
  organic: 'Organic',
  questions: 'People Also Ask',
  related: 'Related',
  news: 'News',
  overview: 'AI overview',
};

const noResults: Absence = { label: 'No results', reason: 'The answer has no results of this kind.' };

/** An answer without results is one of its market, and says so. */
function withResults(
  market: TableMarket,
  { columns }: ComparisonWith<'search'>,
  lengths: readonly (number | null)[],
): TableMarket {
  const state = columns[market.index]?.state;
  const received = state === 'answered' || state === 'empty';
  return received && !lengths[market.index] ? { ...market, absent: noResults } : market;
}

const factsOf = (words: ColumnLabels) => [
  { label: 'Domain', width: 160 },
  { label: 'Best', width: 48, end: true },
  { label: words.head, width: 72, end: true },
];

/** Result lists by rank across markets. */
function SearchTab({
  comparison,
  onMarket,
}: {
  readonly comparison: ComparisonWith<'search'>;
  readonly onMarket: (key: string) => void;
}) {
  const { search } = comparison;
  const words = useColumnLabels();
  const [chosen, setChosen] = useState<ResultList | null>(null);
  const list = search.lists.find((each) => each.list === chosen) ?? search.lists[0];
  if (!search.available || list === undefined)
    return (
      <NotCarried what="result lists" how="Result lists come from the engines search and search/news." />
    );
  return (
    <>
      <Tabs
        label="Result list"
        tabs={search.lists.map((each) => ({ id: each.list, label: titles[each.list] }))}
        value={list.list}
        onChange={setChosen}
      />
      <DataQualityStrip
        comparison={comparison}
        summary={`Values: position per ${words.one}${comparison.baseline === null ? '' : ', with the change from the baseline'}`}
        tested={{ test: search.test, things: 'results' }}
      />
      <MarketTable
        label={`${titles[list.list]} by ${words.one}`}
        title={formatQuantity(list.rows.length, 'result')}
        markets={tableMarkets(comparison).map((market) => withResults(market, comparison, list.lengths))}
        facts={factsOf(words)}
        onMarket={onMarket}
        headWidth={380}
        lines={list.rows.map((row) => ({
          key: row.key,
          level: 0,
          name: row.label,
          head: (
            <>
              <ExternalLink
                href={row.url ?? undefined}
                className="truncate hover:text-accent hover:underline"
              >
                <span dir="auto">{row.label}</span>
              </ExternalLink>
              {row.owner ? (
                <Badge tone={row.owner === 'own' ? 'good' : 'warn'}>{brandKindLabel[row.owner]}</Badge>
              ) : null}
            </>
          ),
          facts: [row.domain, row.bestPosition, marketsWord(row.columns, row.of)],
          figures: {
            Best: [
              ['Best position', String(row.bestPosition)],
              ['Average position', row.meanPosition.toFixed(2)],
              ['n', `${row.columns} ${words.many}`],
            ],
            [words.head]: marketsFacts(words, row.columns, row.of),
          },
          cell: (market) => {
            const cell = row.cells[market] ?? null;
            if (cell === null) return null;
            const change =
              cell.change === null || cell.change === 0
                ? ''
                : cell.change < 0
                  ? ` ↑${-cell.change}`
                  : ` ↓${cell.change}`;
            return {
              text: `${cell.position}${change}`,
              title: cell.title || row.label,
              facts: [
                ['Position', String(cell.position)],
                factWhen('Change from baseline', change.trim()),
                factWhen('Title', cell.title),
                factWhen('Date', cell.date ?? ''),
              ],
              position: cell.position,
            };
          },
        }))}
      />
    </>
  );
}

export const searchTab = analysisTab({
  id: 'search',
  label: 'Search',
  command: 'Show search results',
  shortcut: '5',
  parts: ['search'],
  report: 'search',
  Content: SearchTab,
});
