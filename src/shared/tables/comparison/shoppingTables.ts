import { productPresence } from '../../figures/definitions/itemFigures.ts';
import type { ProductRow } from '../../model/comparison/comparison.ts';
import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { factWhen, rateFacts } from '../figureFacts.ts';
import { priceRangeLabel } from '../figureLabels.ts';
import type { Sheet } from '../sheet.ts';
import {
  type ItemTable,
  itemSheet,
  labelsOf,
  type MarketFigure,
  marketsColumn,
  numberOf,
  plainSheet,
  textOf,
} from './comparisonTable.ts';

export const productTable: ItemTable<'shopping', ProductRow> = {
  id: 'products',
  title: ({ one }) => `Products and prices by ${one}`,
  note: () =>
    'Prices are shown in their original currency, without conversion. A price without a currency is assumed to be in the local currency. A price that cannot be read surely is shown, but is not part of a price range.',
  rows: ({ shopping }) => shopping.rows,
  key: ({ key }) => key,
  name: ({ name }) => name,
  columns: (_, words) => [
    textOf('product', ({ name }) => name),
    textOf('matched by', ({ matchedBy }) => matchedBy, {
      shown: { width: 88, text: ({ matchedBy }) => (matchedBy === 'single' ? '' : matchedBy) },
    }),
    textOf('price range', priceRangeLabel, {
      shown: {
        width: 240,
        facts: ({ prices }) =>
          prices.map(({ currency, low, high, columns, assumed }) => [
            currency,
            `${low === high ? low : `${low} to ${high}`}, n ${columns}${assumed > 0 ? `, ${assumed} assumed` : ''}`,
          ]),
      },
    }),
    marketsColumn(words),
  ],
  cellKind: 'text',
  cell: productCell,
};

function productCell({ cells }: ProductRow, column: number): MarketFigure | null {
  const cell = cells[column] ?? null;
  if (cell === null) return null;
  const { title, sellers, amount, currency, currencyAssumed, oldPrice, position, presence } = cell;
  const price = cell.price ?? 'no price';
  const assumed = currencyAssumed ? [`assumed to be ${currency}, the market’s currency`] : [];
  return {
    value: [price, ...sellers].join(' · '),
    text: price,
    title: [title, ...sellers, ...assumed].join(' · '),
    facts: [
      ['Shown as', title],
      ['Price', price],
      factWhen(
        'Amount',
        cell.price === null ? '' : amount === null ? 'cannot be read surely' : String(amount),
      ),
      factWhen(
        'Currency',
        currency === null ? '' : `${currency}${currencyAssumed ? ', assumed from the market' : ''}`,
      ),
      factWhen('Previous price', oldPrice ?? ''),
      factWhen('Sellers', sellers.join(', ')),
      ['Position', String(position)],
      ...rateFacts(productPresence.label, presence, 'answers'),
    ],
  };
}

export function shoppingSheets(
  comparison: ComparisonWith<'shopping'>,
  words: ColumnLabels,
): readonly Sheet[] {
  const { shopping } = comparison;
  if (!shopping.available) return [];
  return [
    itemSheet(productTable, comparison, words),
    plainSheet(
      { id: 'sellers', title: 'Sellers', note: `Distinct products in all ${words.many}.` },
      shopping.sellers,
      [
        textOf('seller', ({ name }) => name),
        numberOf('products', ({ products }) => products),
        textOf(words.keys, ({ columns }) => labelsOf(comparison, columns), { label: words.many }),
      ],
    ),
  ];
}
