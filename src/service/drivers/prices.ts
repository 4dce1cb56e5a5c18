/** The provider's counts, summed over every exchange of the attempt that answered. */
export type ProviderUsage = {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of the output the model spent on thinking. */
  readonly reasoningTokens?: number;
  /** Part of the input read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Searches that the provider charges for individually. */
  readonly searches?: number;
  /** Requests or result pages, for a provider that charges by those. */
  readonly requests?: number;
};

/** A provider's price list, if it does not state the cost of an answer. US dollars. */
export type PriceList = {
  /** Day the prices were read, YYYY-MM-DD. */
  readonly of: string;
  /** Where they were read. */
  readonly from: string;
  /** What the provider's documentation leaves open. */
  readonly note?: string;
  /** Per million tokens, by the model's name without date. Models that are not listed have no computed cost. */
  readonly models?: Readonly<Record<string, TokenPrices>>;
  /** Day on which the provider shuts a model down, by its name without date. */
  readonly endsOn?: Readonly<Record<string, string>>;
  /** Per thousand searches that the provider charges for individually. */
  readonly thousandSearches?: number;
  /** Per thousand requests. */
  readonly thousandRequests?: number;
};

type TokenRates = {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
};

export type TokenPrices = TokenRates & {
  /** Rates of a whole exchange with more input tokens than `above`. */
  readonly longInput?: TokenRates & { readonly above: number };
  /** Rates that the provider has announced, from this day on, YYYY-MM-DD. */
  readonly later?: TokenRates & { readonly on: string };
};

/** The cost of one exchange on a day; undefined if a part of it is not in the list. */
export function computedCost(
  prices: PriceList,
  model: string | undefined,
  usage: ProviderUsage,
  day: string,
): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, searches, requests } = usage;
  let cost = 0;
  if (inputTokens !== undefined || outputTokens !== undefined) {
    const listed = prices.models?.[undated(model ?? '')];
    if (listed === undefined) return undefined;
    const { longInput, later } = listed;
    const isLong = longInput !== undefined && (inputTokens ?? 0) > longInput.above;
    const tokens = isLong ? longInput : later !== undefined && day >= later.on ? later : listed;
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

/** `gpt-5.4-mini-2026-03-17` and `claude-haiku-4-5-20251001` have the prices of the names without date. */
export function undated(model: string): string {
  return model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '');
}
