import { useState } from 'react';
import type { ResultList } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { resultTable } from '#shared/tables/comparison/searchTables.ts';
import { analysisTab } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import type { Absence, TableMarket } from '../../reading/tableModel.ts';
import { Badge } from '../../ui/Chip.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { itemLines } from './itemLines.tsx';
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
        onMarket={onMarket}
        headWidth={380}
        {...itemLines(resultTable(list.list), comparison, words, {
          head: (row) => (
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
        })}
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
