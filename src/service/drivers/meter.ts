import type { Provenance } from './driver.ts';
import { numberAt } from './jsonFields.ts';
import { computedCost, type PriceList, type ProviderUsage, undated } from './prices.ts';

/** What one exchange reports about itself. */
export type Metered = {
  readonly requestId?: string;
  readonly usage?: ProviderUsage;
  /** The provider's charge for this exchange, in US dollars. */
  readonly statedCost?: number;
  /** The billed model, if the provider states no cost. */
  readonly model?: string;
};

/** Sums the exchanges of one attempt: the cost of an answer with three requests is that of all three. */
export type Meter = {
  readonly note: (exchange: Metered) => void;
  readonly total: () => Pick<Provenance, 'requestId' | 'usage' | 'cost'>;
  /** The model whose price is in no list, if the cost is unknown for that reason. */
  readonly unpriced: () => string | undefined;
  /** Stated and computed cost of exchanges that have both. */
  readonly compared: () => { readonly stated: number; readonly computed: number } | undefined;
};

/** @param day on which the provider charges, YYYY-MM-DD */
export function createMeter(prices: PriceList | undefined, day: string): Meter {
  const computed = ({ usage, model }: Metered): number | undefined =>
    prices === undefined || usage === undefined ? undefined : computedCost(prices, model, usage, day);
  const noted: Metered[] = [];
  return {
    note: (exchange) => {
      noted.push(exchange);
    },
    total: () => {
      const requestId = noted.findLast((exchange) => exchange.requestId !== undefined)?.requestId;
      const usages = noted.flatMap(({ usage }) => usage ?? []);
      const usage = usages.length === 0 ? undefined : summed(usages);
      const cost = costOf(noted, computed, prices?.of);
      return {
        requestId,
        ...(usage === undefined || Object.keys(usage).length === 0 ? {} : { usage }),
        cost,
      };
    },
    unpriced: () =>
      noted.find(
        ({ usage, statedCost, model }) =>
          prices !== undefined &&
          statedCost === undefined &&
          usage?.inputTokens !== undefined &&
          prices.models?.[undated(model ?? '')] === undefined,
      )?.model,
    compared: () => {
      const both = noted.flatMap((exchange) => {
        const [stated, listed] = [exchange.statedCost, computed(exchange)];
        return stated === undefined || listed === undefined ? [] : [{ stated, listed }];
      });
      if (both.length === 0) return undefined;
      return {
        stated: both.reduce((sum, { stated }) => sum + stated, 0),
        computed: both.reduce((sum, { listed }) => sum + listed, 0),
      };
    },
  };
}

/** A partial sum would be too low, so the cost is omitted if one exchange has no price. */
function costOf(
  noted: readonly Metered[],
  computed: (exchange: Metered) => number | undefined,
  pricesOf: string | undefined,
): Provenance['cost'] {
  const billed = noted.filter(
    ({ usage = {}, statedCost }) => statedCost !== undefined || Object.keys(usage).length > 0,
  );
  const parts = billed.flatMap((exchange) => exchange.statedCost ?? computed(exchange) ?? []);
  if (billed.length === 0 || parts.length < billed.length) return undefined;
  const amount = Math.round(parts.reduce((sum, part) => sum + part, 0) * 1e9) / 1e9;
  return billed.every(({ statedCost }) => statedCost !== undefined)
    ? { amount, currency: 'USD', source: 'stated' }
    : { amount, currency: 'USD', source: 'computed', pricesOf };
}

const members = [
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cachedTokens',
  'searches',
  'requests',
] as const;

function summed(usages: readonly ProviderUsage[]): ProviderUsage {
  const totals = members.flatMap((name) => {
    const given = usages.flatMap((usage) => usage[name] ?? []);
    return given.length === 0 ? [] : [[name, given.reduce((sum, count) => sum + count, 0)] as const];
  });
  return Object.fromEntries(totals);
}

/** Counts found in a payload; missing ones stay absent. */
export function usageOf(counts: { readonly [K in keyof ProviderUsage]: number | undefined }): ProviderUsage {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** `usage` in the formats of the Responses protocol and the chat protocol. */
export function tokenUsage(usage: unknown): ProviderUsage {
  return usageOf({
    inputTokens: numberAt(usage, 'input_tokens') ?? numberAt(usage, 'prompt_tokens'),
    outputTokens: numberAt(usage, 'output_tokens') ?? numberAt(usage, 'completion_tokens'),
    reasoningTokens:
      numberAt(usage, 'output_tokens_details', 'reasoning_tokens') ??
      numberAt(usage, 'completion_tokens_details', 'reasoning_tokens'),
    cachedTokens:
      numberAt(usage, 'input_tokens_details', 'cached_tokens') ??
      numberAt(usage, 'input_tokens_details', 'cache_read_input_tokens') ??
      numberAt(usage, 'prompt_tokens_details', 'cached_tokens') ??
      numberAt(usage, 'prompt_cache_hit_tokens'),
  });
}
