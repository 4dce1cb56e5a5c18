import type { ProviderUsage } from './driver.ts';

/** What a provider charges, for those that do not state the cost of an answer. US dollars. */
export type PriceList = {
  /** Day the prices were read, YYYY-MM-DD. */
  readonly of: string;
  /** Where they were read. */
  readonly from: string;
  /** Per million tokens, by the model's name without its date. A model that is not here has no computed cost. */
  readonly models?: Readonly<Record<string, TokenPrices>>;
  /** Per thousand searches the provider charges for by the chunk. */
  readonly thousandSearches?: number;
  /** Per thousand requests. */
  readonly thousandRequests?: number;
};

type TokenPrices = {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
};

/** The cost of one exchange; undefined when the list does not know a part of it. */
export function computedCost(
  prices: PriceList,
  model: string | undefined,
  usage: ProviderUsage,
): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, searches, requests } = usage;
  let cost = 0;
  if (inputTokens !== undefined || outputTokens !== undefined) {
    const tokens = prices.models?.[undated(model ?? '')];
    if (tokens === undefined) return undefined;
    const fresh = Math.max(0, (inputTokens ?? 0) - cachedTokens);
    cost += (fresh * tokens.input + cachedTokens * tokens.cachedInput) / 1e6;
    cost += ((outputTokens ?? 0) * tokens.output) / 1e6;
  }
  if (searches !== undefined && searches > 0) {
    if (prices.thousandSearches === undefined) return undefined;
    cost += (searches * prices.thousandSearches) / 1e3;
  }
  if (requests !== undefined && requests > 0) {
    if (prices.thousandRequests === undefined) return undefined;
    cost += (requests * prices.thousandRequests) / 1e3;
  }
  return cost;
}

/** `gpt-5.4-mini-2026-03-17` and `claude-haiku-4-5-20251001` are billed like the names without the day. */
function undated(model: string): string {
  return model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '');
}
