/** Products of every market, matched by identifier or name. Prices are kept as displayed. */

import type { ProductCell, ProductRow, ShoppingTab } from '../../model/comparison/comparison.ts';
import type { ProductItem } from '../../model/comparison/samples.ts';
import { foldName } from '../../text/words/folding.ts';
import { currencyOf, numberRules } from '../../text/words/numberRules.ts';
import { parsePrice } from '../../text/words/numbers.ts';
import { productPresence } from '../definitions/itemFigures.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';

type ProductGroup = {
  readonly names: Set<string>;
  readonly identifiers: Set<string>;
  readonly products: { readonly column: number; readonly sample: number; readonly product: ProductItem }[];
  matchedBy: ProductRow['matchedBy'];
};

/** Minimum share of common words in two names of a product. Colours, sizes and sellers' additions may differ. */
const similar = 0.8;

export function shoppingTab(read: ReadComparison): ShoppingTab {
  const carrying = read.columns.filter((column) => offering(column).length > 0);
  const groups = groupProducts(read.columns);
  const rows = groups.map((group) => productRow(read, group, carrying.length));
  rows.sort(
    (one, two) =>
      two.columns - one.columns || bestPosition(one) - bestPosition(two) || (one.key < two.key ? -1 : 1),
  );
  const sellers = read.columns.map((column) => sellersOf(column));
  return {
    available: carrying.length > 0,
    rows,
    sellers: sellerList(sellers),
  };
}

/** Samples of a column that can contain products. */
function offering(column: ReadColumn) {
  return column.samples.filter((sample) => sample.sample.shopping !== null);
}

function bestPosition(row: ProductRow): number {
  return Math.min(...row.cells.map((cell) => cell?.position ?? 999));
}

function groupProducts(columns: readonly ReadColumn[]): readonly ProductGroup[] {
  const groups: ProductGroup[] = [];
  const byIdentifier = new Map<string, ProductGroup>();
  const byName = new Map<string, ProductGroup>();
  for (const column of columns) {
    offering(column).forEach((sample, at) => {
      for (const product of sample.sample.shopping ?? []) {
        const name = foldName(product.title);
        // Identifiers are specific to an engine: two engines may use the same one for different products.
        const identifier =
          product.identifier === null ? null : `${column.column.engine}:${product.identifier}`;
        const known = identifier === null ? undefined : byIdentifier.get(identifier);
        const group = known ?? byName.get(name) ?? similarGroup(groups, name, column.index);
        const target: ProductGroup = group ?? {
          names: new Set(),
          identifiers: new Set(),
          products: [],
          matchedBy: 'single',
        };
        if (group === undefined) groups.push(target);
        else if (target.matchedBy !== 'identifier')
          target.matchedBy = known === undefined ? 'name' : 'identifier';
        target.names.add(name);
        target.products.push({ column: column.index, sample: at, product });
        byName.set(name, target);
        if (identifier !== null) {
          target.identifiers.add(identifier);
          byIdentifier.set(identifier, target);
        }
      }
    });
  }
  return groups;
}

/** A group of another market whose name shares nearly all words and has exactly the same numbers. */
function similarGroup(
  groups: readonly ProductGroup[],
  name: string,
  column: number,
): ProductGroup | undefined {
  const words = new Set(name.split(/[\s,()/|-]+/).filter(Boolean));
  if (words.size < 2) return undefined;
  const numbers = [...words]
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ');
  return groups.find((group) => {
    if (group.products.some((entry) => entry.column === column)) return false;
    return [...group.names].some((other) => {
      const otherWords = new Set(other.split(/[\s,()/|-]+/).filter(Boolean));
      if (
        [...otherWords]
          .filter((word) => /\d/.test(word))
          .sort()
          .join(' ') !== numbers
      )
        return false;
      let shared = 0;
      for (const word of words) if (otherWords.has(word)) shared++;
      return (2 * shared) / (words.size + otherWords.size) >= similar;
    });
  });
}

function productRow(read: ReadComparison, group: ProductGroup, of: number): ProductRow {
  const first = group.products[0]?.product;
  const cells = read.columns.map((column) => productCell(column, group));
  const present = cells.filter((cell) => cell !== null).length;
  const name = first?.title ?? '';
  const mention = read.reader.matcher.find([name, first?.brand ?? ''].join(' '))[0];
  return {
    key: [...group.identifiers][0] ?? foldName(name),
    name,
    brandId: mention === undefined ? null : (read.brands[mention.brand]?.id ?? null),
    matchedBy: present > 1 ? group.matchedBy : 'single',
    cells,
    columns: present,
    of,
    consensus: consensusOf(present, of),
    prices: priceRanges(cells),
  };
}

function productCell(column: ReadColumn, group: ProductGroup): ProductCell | null {
  const own = group.products.filter((entry) => entry.column === column.index);
  if (own.length === 0) return null;
  const samples = offering(column);
  const shownAt = column.shown === null ? -1 : samples.indexOf(column.shown);
  const { product } = own.find((entry) => entry.sample === shownAt) ?? (own[0] as (typeof own)[number]);
  const rules = numberRules(column.language.code, column.column.market.country);
  const price = product.price === null ? null : parsePrice(product.price, rules);
  const money = price === null ? null : currencyOf(price.currency, rules.currency);
  return {
    position: product.position,
    title: product.title,
    price: product.price,
    amount: price?.amount ?? null,
    currency: money?.currency ?? null,
    currencyAssumed: money?.assumed ?? false,
    oldPrice: product.oldPrice,
    sellers: [
      ...new Set(
        [product.seller ?? '', ...product.offers.map((offer) => offer.seller)].filter(
          (seller) => seller !== '',
        ),
      ),
    ],
    offers: product.offers.length,
    rating: product.rating,
    reviews: product.reviews,
    url: product.url,
    presence: productPresence.compute(new Set(own.map((entry) => entry.sample)).size, samples.length),
  };
}

function priceRanges(cells: readonly (ProductCell | null)[]): ProductRow['prices'] {
  const ranges = new Map<
    string,
    { currency: string; low: number; high: number; columns: number; assumed: number }
  >();
  for (const cell of cells) {
    if (cell?.amount == null) continue;
    const currency = cell.currency ?? '';
    const assumed = cell.currencyAssumed ? 1 : 0;
    const range = ranges.get(currency);
    if (range === undefined)
      ranges.set(currency, { currency, low: cell.amount, high: cell.amount, columns: 1, assumed });
    else {
      range.low = Math.min(range.low, cell.amount);
      range.high = Math.max(range.high, cell.amount);
      range.columns++;
      range.assumed += assumed;
    }
  }
  return [...ranges.values()].sort(
    (one, two) => two.columns - one.columns || (one.currency < two.currency ? -1 : 1),
  );
}

/** Sellers of a column by folded name, with their spelling and number of products. */
function sellersOf(column: ReadColumn): Map<string, { readonly name: string; products: number }> {
  const sellers = new Map<string, { readonly name: string; products: number }>();
  for (const product of column.shown?.sample.shopping ?? []) {
    const names = new Set(
      [product.seller ?? '', ...product.offers.map((offer) => offer.seller)].filter((name) => name !== ''),
    );
    for (const name of names) {
      const known = sellers.get(foldName(name));
      if (known === undefined) sellers.set(foldName(name), { name, products: 1 });
      else known.products++;
    }
  }
  return sellers;
}

function sellerList(
  columns: readonly ReadonlyMap<string, { readonly name: string; readonly products: number }>[],
): ShoppingTab['sellers'] {
  const sellers = new Map<string, { name: string; columns: number[]; products: number }>();
  columns.forEach((list, index) => {
    for (const [key, seller] of list) {
      const known = sellers.get(key);
      if (known === undefined)
        sellers.set(key, { name: seller.name, columns: [index], products: seller.products });
      else {
        known.columns.push(index);
        known.products += seller.products;
      }
    }
  });
  return [...sellers.values()].sort(
    (one, two) =>
      two.columns.length - one.columns.length ||
      two.products - one.products ||
      (one.name < two.name ? -1 : 1),
  );
}
