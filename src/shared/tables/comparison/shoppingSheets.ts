import type { ComparisonWith } from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { priceRangeLabel } from '../figureLabels.ts';
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
      note: 'Prices are shown in their original currency, without conversion. A price without a currency is assumed to be in the local currency.',
      columns: [
        textColumn('product'),
        textColumn('matched by'),
        textColumn('price range'),
        textColumn(words.keys, words.many),
        ...labels(comparison).map((label) => textColumn(label)),
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
      note: `Distinct products in all ${words.many}.`,
      columns: [textColumn('seller'), numberColumn('products'), textColumn(words.keys, words.many)],
      rows: shopping.sellers.map((seller) => [
        seller.name,
        seller.products,
        labelsOf(comparison, seller.columns),
      ]),
    },
  ];
}
