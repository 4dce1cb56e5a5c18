import { z } from 'zod';
import lists from '#resources/prices.json' with { type: 'json' };
import type { PriceList } from './prices.ts';

const price = z.number().min(0).max(10_000);
const rates = { input: price, cachedInput: price, output: price };
const tokens = z.strictObject({
  ...rates,
  longInput: z.strictObject({ ...rates, above: z.int() }).optional(),
  later: z.strictObject({ ...rates, on: z.iso.date() }).optional(),
});
const listSchema = z.strictObject({
  of: z.iso.date(),
  from: z.string().min(1),
  note: z.string().optional(),
  models: z.record(z.string(), tokens).optional(),
  thousandSearches: price.optional(),
  thousandRequests: price.optional(),
  endsOn: z.record(z.string(), z.iso.date()).optional(),
});

/** Prices as they were read on a day, from the data file; nothing is fetched while the program runs. */
export function priceList(driver: keyof typeof lists): PriceList {
  return listSchema.parse(lists[driver]);
}
