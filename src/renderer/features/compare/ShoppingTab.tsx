import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { priceRangeLabel } from '#shared/tables/figureLabels.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { marketsWord, tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { factWhen, marketsFacts, rateFacts } from './figureFacts.ts';
import { MarketTable } from './MarketTable.tsx';

const factsOf = (words: ColumnLabels) => [
  { label: 'Matched by', width: 88 },
  { label: 'Price range', width: 240 },
  { label: words.head, width: 72, end: true },
];

/** Products across markets with displayed prices and sellers. */
function ShoppingTab({ comparison, onMarket, askFor }: ContentProps<'shopping'>) {
  const { shopping } = comparison;
  const words = useColumnLabels();
  if (!shopping.available || shopping.rows.length === 0)
    return (
      <NotCarried
        what="products"
        how={
          shopping.available
            ? 'No products were shown.'
            : 'Turn on Shopping under Extra data for assistant-a, or use search-ai.'
        }
        askFor={askFor}
      />
    );
  return (
    <>
      <DataQualityStrip
        comparison={comparison}
        summary={`${formatQuantity(shopping.rows.length, 'product')} from ${formatQuantity(shopping.sellers.length, 'seller')}, prices in their original currency`}
        tested={null}
      />
      <MarketTable
        label={`Products by ${words.one}`}
        title={formatQuantity(shopping.rows.length, 'product')}
        markets={tableMarkets(comparison)}
        facts={factsOf(words)}
        onMarket={onMarket}
        headWidth={240}
        marketWidth={92}
        lines={shopping.rows.map((row) => ({
          key: row.key,
          level: 0,
          name: row.name,
          head: (
            <span dir="auto" title={row.name} className="truncate">
              {row.name}
            </span>
          ),
          facts: [
            row.matchedBy === 'single' ? '' : row.matchedBy,
            priceRangeLabel(row),
            marketsWord(row.columns, row.of),
          ],
          figures: {
            'Price range': row.prices.map(
              (price) =>
                [
                  price.currency,
                  `${price.low === price.high ? price.low : `${price.low} to ${price.high}`}, n ${price.columns}${price.assumed > 0 ? `, ${price.assumed} assumed` : ''}`,
                ] as const,
            ),
            [words.head]: marketsFacts(words, row.columns, row.of),
          },
          cell: (market) => {
            const cell = row.cells[market] ?? null;
            if (cell === null) return null;
            return {
              text: cell.price ?? 'no price',
              title: [
                cell.title,
                ...cell.sellers,
                ...(cell.currencyAssumed ? [`assumed to be ${cell.currency}, the market’s currency`] : []),
              ].join(' · '),
              facts: [
                ['Shown as', cell.title],
                ['Price', cell.price ?? 'no price'],
                factWhen(
                  'Currency',
                  cell.currency === null
                    ? ''
                    : `${cell.currency}${cell.currencyAssumed ? ', assumed from the market' : ''}`,
                ),
                factWhen('Previous price', cell.oldPrice ?? ''),
                factWhen('Sellers', cell.sellers.join(', ')),
                ['Position', String(cell.position)],
                ...rateFacts(cell.presence, 'answers'),
              ],
            };
          },
        }))}
      />
    </>
  );
}

export const shoppingTab = analysisTab({
  id: 'shopping',
  label: 'Shopping',
  command: 'Show shopping',
  shortcut: '6',
  parts: ['shopping'],
  report: 'shopping',
  Content: ShoppingTab,
});
