import { productTable } from '#shared/tables/comparison/shoppingTables.ts';
import { analysisTab, type ContentProps } from '../../reading/analysisTab.tsx';
import { DataQualityStrip } from '../../reading/DataQualityStrip.tsx';
import { NotCarried } from '../../reading/TabFrame.tsx';
import { tableMarkets, useColumnLabels } from '../../reading/tableMarkets.ts';
import { formatQuantity } from '../../ui/format.ts';
import { itemLines } from './itemLines.tsx';
import { MarketTable } from './MarketTable.tsx';

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
        onMarket={onMarket}
        headWidth={240}
        marketWidth={92}
        {...itemLines(productTable, comparison, words, {
          head: ({ name }) => (
            <span dir="auto" title={name} className="truncate">
              {name}
            </span>
          ),
        })}
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
