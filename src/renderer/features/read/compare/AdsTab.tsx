import type { Comparison } from '#shared/analysis/comparison.ts';
import { rateWords } from '#shared/report/figures.ts';
import { Badge } from '../../../ui/Chip.tsx';
import { formatQuantity } from '../../../ui/format.ts';
import { MarketTable } from './MarketTable.tsx';
import { NotCarried, TabSummary } from './TabFrame.tsx';
import { marketsWord, tableMarkets } from './tableMarkets.ts';

const facts = [
  { label: 'Domain', width: 180 },
  { label: 'Share', width: 72, end: true },
  { label: 'Markets', width: 72, end: true },
] as const;

/** Who advertises where. */
export function AdsTab({
  comparison,
  onMarket,
}: {
  readonly comparison: Comparison;
  readonly onMarket: (key: string) => void;
}) {
  const { ads } = comparison;
  if (!ads.available || ads.rows.length === 0)
    return (
      <NotCarried
        what="ads"
        how={
          ads.available
            ? 'Ads were looked for and none were shown.'
            : 'Ask assistant-a with “ads” switched on, or an engine of the search family.'
        }
      />
    );
  return (
    <>
      <TabSummary test={null}>
        {formatQuantity(ads.rows.length, 'advertiser')}. A figure is the number of ads in that market.
      </TabSummary>
      <MarketTable
        label="Advertisers by market"
        title={formatQuantity(ads.rows.length, 'advertiser')}
        markets={tableMarkets(comparison)}
        facts={facts}
        onMarket={onMarket}
        lines={ads.rows.map((row) => ({
          key: row.advertiser,
          level: 0,
          head: (
            <>
              <span dir="auto" className="truncate">
                {row.advertiser}
              </span>
              {row.owner ? <Badge tone={row.owner === 'own' ? 'good' : 'warn'}>{row.owner}</Badge> : null}
            </>
          ),
          facts: [
            row.domain,
            <span key="s" title={rateWords(row.share)}>
              {row.share.value === null ? 'no data' : `${Math.round(row.share.value * 100)} %`}
            </span>,
            marketsWord(row.columns, row.of),
          ],
          cell: (market) => {
            const cell = row.cells[market] ?? null;
            return cell === null ? null : { text: String(cell.ads), title: cell.titles.join(' · ') };
          },
        }))}
      />
    </>
  );
}
