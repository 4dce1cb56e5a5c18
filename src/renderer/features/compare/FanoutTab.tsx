import { inAnotherLanguage, queryTable } from '#shared/tables/comparison/fanoutTables.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { itemLines } from './itemLines.tsx';
import { MarketTable } from './MarketTable.tsx';

/** Fan-out queries of the engine, compared with the question. */
function FanoutTab({ comparison, onMarket, askFor }: ContentProps<'fanout'>) {
  const { fanout } = comparison;
  const words = useColumnLabels();
  if (!fanout.available)
    return (
      <NotCarried
        what="fan-out queries"
        how="Turn on Search queries under Extra data. Engines that always report them need no setting."
        askFor={askFor}
      />
    );
  const markets = tableMarkets(comparison);
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={`${formatQuantity(fanout.queries.length, 'distinct query', 'distinct queries')} in all ${words.many}`}
        tested={{ test: fanout.test, things: 'queries' }}
      />
      <MarketTable
        label={`Fan-out queries by ${words.one}`}
        title={formatQuantity(fanout.queries.length, 'query', 'queries')}
        markets={markets}
        onMarket={onMarket}
        headWidth={340}
        {...itemLines(queryTable, comparison, words, {
          head: ({ query, language }) => (
            <span
              dir="auto"
              lang={language === 'und' ? undefined : language}
              title={query}
              className="truncate"
            >
              {query}
            </span>
          ),
          fact: {
            added: (query) =>
              inAnotherLanguage(query) ? (
                <span
                  key="a"
                  title="Its words are not compared with those of the question"
                  className="text-ink-3"
                >
                  Another language
                </span>
              ) : (
                <span key="a" dir="auto" title={query.added.join(' ')} className="text-added">
                  {query.added.length > 0 ? `+ ${query.added.join(' ')}` : ''}
                </span>
              ),
            dropped: ({ dropped }) => (
              <span key="d" dir="auto" title={dropped.join(' ')} className="text-removed">
                {dropped.length > 0 ? `− ${dropped.join(' ')}` : ''}
              </span>
            ),
          },
        })}
      />
    </>
  );
}

export const fanoutTab = analysisTab({
  id: 'fanout',
  label: 'Fan-out',
  command: 'Show fan-out queries',
  shortcut: '4',
  parts: ['fanout'],
  report: 'fanout',
  Content: FanoutTab,
});
