import { marketKey } from '../bridge/market.ts';
import type { Engine } from '../interface/engines.ts';
import { type MonitorRequestInputOf, parseRequest } from '../interface/requests/parseRequest.ts';
import { maximumCost, submissionCost, type Tariff } from '../interface/tariff.ts';
import { type AskedQuestion, cellGroups, cellRequest } from './cells.ts';
import type { Plan } from './plan.ts';

export type PriceLine = {
  readonly cells: number;
  /** Most it can cost, credits: every product cluster counted as returned. */
  readonly maximumCredits: number;
};

/** A cell group that the service would refuse, with the reason in the interface's own words. */
export type RefusedGroup = {
  readonly key: string;
  readonly problems: readonly { readonly field: string; readonly message: string }[];
};

export type PlanPrice = {
  readonly cells: number;
  readonly maximumCredits: number;
  /** Without the part that depends on what is returned. */
  readonly submissionCredits: number;
  readonly byEngine: Readonly<Partial<Record<Engine, PriceLine>>>;
  readonly byMarket: Readonly<Record<string, PriceLine>>;
  readonly byQuestion: Readonly<Record<string, PriceLine>>;
  /** Credits above the base cost, by the flag that causes them. */
  readonly addOns: PriceLine;
  /** At most 200 of them; `refusedGroups` counts all. */
  readonly refused: readonly RefusedGroup[];
  readonly refusedGroups: number;
};

const listedRefusals = 200;

/**
 * Prices a plan at the worst case. Requests that differ only in their question text cost the same, so validity
 * and cost are worked out once per engine and market and the question is checked by itself: 80,000 cells are
 * priced in the time of a few hundred.
 */
export function pricePlan(
  plan: Plan,
  questions: readonly AskedQuestion[],
  context: {
    readonly searchHosts: readonly string[];
    readonly tariff?: Tariff;
    readonly synchronous?: boolean;
  },
): PlanPrice {
  const priceOptions = {
    synchronous: context.synchronous ?? false,
    ...(context.tariff ? { tariff: context.tariff } : {}),
  };
  const total = { cells: 0, maximumCredits: 0, submissionCredits: 0 };
  const addOns = { cells: 0, maximumCredits: 0 };
  const byEngine = new Map<Engine, { cells: number; maximumCredits: number }>();
  const byMarket = new Map<string, { cells: number; maximumCredits: number }>();
  const byQuestion = new Map<string, { cells: number; maximumCredits: number }>();
  const refused: RefusedGroup[] = [];
  let refusedGroups = 0;
  const known = new Map<string, ReturnType<typeof priceOne>>();

  const priceOne = (group: { engine: Engine; request: Record<string, unknown> }) => {
    const parsed = parseRequest(group.engine, group.request, { searchHosts: context.searchHosts });
    if (!parsed.ok) return { ok: false, problems: parsed.issues } as const;
    const request = parsed.request as MonitorRequestInputOf<Engine> & object;
    const maximum = maximumCost(group.engine, request, priceOptions);
    const base = maximumCost(group.engine, {}, priceOptions);
    return {
      ok: true,
      maximum,
      submission: submissionCost(group.engine, request, priceOptions),
      addOn: maximum - base,
    } as const;
  };

  for (const group of cellGroups(plan, questions)) {
    // A question is valid or not by its own text alone, so one check stands for all questions of ordinary length.
    const length = group.question.text.length;
    const questionClass = length === 0 ? 'empty' : length > 10_000 ? `long:${length}` : 'usual';
    const cacheKey = `${questionClass}\t${group.engine}\t${marketKey(group.market)}\t${plan.engines.findIndex((choice) => choice.options === group.options)}`;
    let price = known.get(cacheKey);
    if (price === undefined) {
      price = priceOne({ engine: group.engine, request: cellRequest(group) });
      known.set(cacheKey, price);
    }
    if (!price.ok) {
      refusedGroups += 1;
      if (refused.length < listedRefusals) refused.push({ key: group.key, problems: price.problems });
      continue;
    }
    total.cells += plan.samples;
    total.maximumCredits += price.maximum * plan.samples;
    total.submissionCredits += price.submission * plan.samples;
    if (price.addOn > 0) {
      addOns.cells += plan.samples;
      addOns.maximumCredits += price.addOn * plan.samples;
    }
    add(byEngine, group.engine, plan.samples, price.maximum);
    add(byMarket, marketKey(group.market), plan.samples, price.maximum);
    add(byQuestion, group.question.text, plan.samples, price.maximum);
  }

  return {
    ...total,
    byEngine: Object.fromEntries(byEngine),
    byMarket: Object.fromEntries(byMarket),
    byQuestion: Object.fromEntries(byQuestion),
    addOns,
    refused,
    refusedGroups,
  };
}

function add<K>(
  lines: Map<K, { cells: number; maximumCredits: number }>,
  key: K,
  samples: number,
  each: number,
): void {
  const line = lines.get(key) ?? { cells: 0, maximumCredits: 0 };
  line.cells += samples;
  line.maximumCredits += samples * each;
  lines.set(key, line);
}
