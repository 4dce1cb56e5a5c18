import type { ComparisonWith } from '../../analysis/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { priceRangeLabel } from '../figures.ts';
import { numberColumn, type Sheet, textColumn } from '../sheet.ts';
import { inColumns, labels, labelsOf } from './sheetParts.ts';

export function shoppingSheets(
  comparison: ComparisonWith<'shopping'>,
  words: ColumnLabels,
): readonly Sheet[] {
  const { shopping } = comparison;
  if (!shopping.available) return [];
  return [
    {
      id: 'products',
      title: `Products and prices by ${words.one}`,
      note: 'Prices as shown; nothing is converted. A range holds one currency; where a price does not say which, the market’s own is assumed and the range says so.',
      columns: [
        textColumn('product'),
        textColumn('matched by'),
        textColumn('price range'),
        textColumn(words.many),
        ...labels(comparison).map(textColumn),
      ],
      rows: shopping.rows.map((row) => [
        row.name,
        row.matchedBy,
        priceRangeLabel(row),
        inColumns(row.columns, row.of),
        ...row.cells.map((cell) => (cell ? [cell.price ?? 'no price', ...cell.sellers].join(' · ') : null)),
      ]),
    },
    {
      id: 'sellers',
      title: 'Sellers',
      note: `Products counts distinct products over all ${words.many}.`,
      columns: [textColumn('seller'), numberColumn('products'), textColumn(words.many)],
      rows: shopping.sellers.map((seller) => [
        seller.name,
        seller.products,
        labelsOf(comparison, seller.columns),
      ]),
    },
  ];
}
