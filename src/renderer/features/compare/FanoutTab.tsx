import type { FanoutQuery } from '#shared/model/comparison/comparison.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { factWhen, marketsFacts } from './figureFacts.ts';
import { MarketTable } from './MarketTable.tsx';

const factsOf = (words: ColumnLabels) => [
  { label: 'Language', width: 72 },
  { label: 'Added to the question', width: 200 },
  { label: 'Dropped', width: 160 },
  { label: words.head, width: 72, end: true },
];

/** A query in another language shares no words with the question, so there is nothing to compare. */
const inAnotherLanguage = ({ kept, dropped }: FanoutQuery): boolean =>
  kept.length === 0 && dropped.length === 0;

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
  const answered = markets.filter(({ absent }) => absent === null).length;
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
        facts={factsOf(words)}
        onMarket={onMarket}
        headWidth={340}
        lines={fanout.queries.map((query) => ({
          key: query.query,
          level: 0,
          name: query.query,
          head: (
            <span
              dir="auto"
              lang={query.language === 'und' ? undefined : query.language}
              title={query.query}
              className="truncate"
            >
              {query.query}
            </span>
          ),
          facts: [
            query.language,
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
            <span key="d" dir="auto" title={query.dropped.join(' ')} className="text-removed">
              {query.dropped.length > 0 ? `− ${query.dropped.join(' ')}` : ''}
            </span>,
            marketsWord(query.columns.length, answered),
          ],
          figures: { [words.head]: marketsFacts(words, query.columns.length, answered) },
          cell: (market) =>
            query.columns.includes(market)
              ? {
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
        }))}
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
