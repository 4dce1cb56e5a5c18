import { numberAt, textAt } from '../jsonFields.ts';

export function priceText(product: unknown): string | undefined {
  return textAt(product, 'price', 'displayed_price') ?? textAt(product, 'price');
}

export function moneyOf(product: unknown): Record<string, unknown> | undefined {
  const value = numberAt(product, 'price', 'current') ?? numberAt(product, 'price');
  const currency = textAt(product, 'price', 'currency') ?? textAt(product, 'currency');
  const raw = priceText(product);
  if (value === undefined && raw === undefined) return undefined;
  return { value, currency, raw };
}

export function ratingOf(product: unknown): number | undefined {
  return (
    numberAt(product, 'rating', 'value') ??
    numberAt(product, 'product_rating', 'value') ??
    numberAt(product, 'rating')
  );
}
