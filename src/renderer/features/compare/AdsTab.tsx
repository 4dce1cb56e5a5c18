import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { shareLabel } from '#shared/tables/figureLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { Badge } from '../../ui/Chip.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { marketsFacts, rateFacts } from './figureFacts.ts';
import { MarketTable } from './MarketTable.tsx';

const factsOf = (words: ColumnLabels) => [
  { label: 'Domain', width: 180 },
  { label: 'Share', width: 72, end: true },
  { label: words.head, width: 72, end: true },
];

/** Advertisers by market. */
function AdsTab({ comparison, onMarket, askFor }: ContentProps<'ads'>) {
  const { ads } = comparison;
  const words = useColumnLabels();
  if (!ads.available || ads.rows.length === 0)
    return (
      <NotCarried
        what="ads"
        how={
          ads.available
            ? 'No ads were shown.'
            : 'Turn on Ads under Extra data for assistant-a, or use a search engine.'
        }
        askFor={askFor}
      />
    );
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={`${formatQuantity(ads.rows.length, 'advertiser')}. Values: number of ads per ${words.one}`}
        tested={null}
      />
      <MarketTable
        label={`Advertisers by ${words.one}`}
        title={formatQuantity(ads.rows.length, 'advertiser')}
        markets={tableMarkets(comparison)}
        facts={factsOf(words)}
        onMarket={onMarket}
        lines={ads.rows.map((row) => ({
          key: row.advertiser,
          level: 0,
          name: row.advertiser,
          head: (
            <>
              <span dir="auto" className="truncate">
                {row.advertiser}
              </span>
              {row.owner ? (
                <Badge tone={row.owner === 'own' ? 'good' : 'warn'}>{brandKindLabel[row.owner]}</Badge>
              ) : null}
            </>
          ),
          facts: [row.domain, shareLabel(row.share.value), marketsWord(row.columns, row.of)],
          figures: {
            Share: rateFacts(row.share, 'ads'),
            [words.head]: marketsFacts(words, row.columns, row.of),
          },
          cell: (market) => {
            const cell = row.cells[market] ?? null;
            if (cell === null) return null;
            return {
              text: String(cell.ads),
              title: cell.titles.join(' · '),
              facts: [
                ['Ads', String(cell.ads)],
                ['Best position', String(cell.bestPosition)],
                ...rateFacts(cell.rate, 'answers'),
                ['Titles', cell.titles.join(' · ')],
              ],
            };
          },
        }))}
      />
    </>
  );
}

export const adsTab = analysisTab({
  id: 'ads',
  label: 'Ads',
  command: 'Show ads',
  shortcut: '7',
  parts: ['ads'],
  report: 'ads',
  Content: AdsTab,
});
