import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { adTable } from '#shared/tables/comparison/adTables.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { Badge } from '../../ui/Chip.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { itemLines } from './itemLines.tsx';
import { MarketTable } from './MarketTable.tsx';

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
        onMarket={onMarket}
        {...itemLines(adTable, comparison, words, {
          head: (row) => (
            <>
              <span dir="auto" className="truncate">
                {row.advertiser}
              </span>
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

export const adsTab = analysisTab({
  id: 'ads',
  label: 'Ads',
  command: 'Show ads',
  shortcut: '7',
  parts: ['ads'],
  report: 'ads',
  Content: AdsTab,
});
