import { marketKey } from '../bridge/market.ts';
import type { Engine } from '../interface/engines.ts';
import { type MonitorRequestInputOf, parseRequest } from '../interface/requests/parseRequest.ts';
import { maximumCost, submissionCost, type Tariff } from '../interface/tariff.ts';
import { type AskedQuestion, type CellGroup, cellGroups, cellRequest } from './cells.ts';
import type { Plan } from './plan.ts';

export type PriceLine = {
  readonly cells: number;
  /** Most it can cost, credits: every product cluster counted as returned. */
  readonly maximumCredits: number;
};

/** Why the service would refuse a request, in the interface's own words. */
export type RefusalProblems = readonly { readonly field: string; readonly message: string }[];

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
  /** Keys of every cell group that the service would refuse: what can be switched off. */
  readonly refusedCells: readonly string[];
  /** How many these are. */
  readonly refusedGroups: number;
  /** Why, of the first of them; empty when none is. */
  readonly refusalProblems: RefusalProblems;
};

export type PricingContext = {
  readonly searchHosts: readonly string[];
  readonly tariff?: Tariff;
  readonly synchronous?: boolean;
};

export type GroupPrice =
  | {
      readonly ok: true;
      /** Credits of one sample: at most, without what depends on the answer, and above the engine's base cost. */
      readonly maximum: number;
      readonly submission: number;
      readonly addOn: number;
    }
  | { readonly ok: false; readonly problems: RefusalProblems };

/** Prices cell groups one by one; groups that differ in an ordinary question only are worked out once. */
export function createGroupPricer(plan: Plan, context: PricingContext): (group: CellGroup) => GroupPrice {
  const priceOptions = {
    synchronous: context.synchronous ?? false,
    ...(context.tariff ? { tariff: context.tariff } : {}),
  };
  const known = new Map<string, GroupPrice>();
  const priceOne = (group: CellGroup): GroupPrice => {
    const { engine } = group;
    const parsed = parseRequest(engine, cellRequest(group), { searchHosts: context.searchHosts });
    if (!parsed.ok) return { ok: false, problems: parsed.issues };
    const request = parsed.request as MonitorRequestInputOf<Engine> & object;
    const maximum = maximumCost(engine, request, priceOptions);
    const submission = submissionCost(engine, request, priceOptions);
    return { ok: true, maximum, submission, addOn: maximum - maximumCost(engine, {}, priceOptions) };
  };
  return (group) => {
    // A question is valid or not by its own text alone, so one check stands for all questions of ordinary length.
    const length = group.question.text.length;
    const questionClass = length === 0 ? 'empty' : length > 10_000 ? `long:${length}` : 'usual';
    const choice = plan.engines.findIndex(({ options }) => options === group.options);
    const cacheKey = `${questionClass}\t${group.engine}\t${marketKey(group.market)}\t${choice}`;
    const price = known.get(cacheKey) ?? priceOne(group);
    known.set(cacheKey, price);
    return price;
  };
}

/**
 * Prices a plan at the worst case. Requests that differ only in their question text cost the same, so validity
 * and cost are worked out once per engine and market and the question is checked by itself: 80,000 cells are
 * priced in the time of a few hundred.
 */
export function pricePlan(
  plan: Plan,
  questions: readonly AskedQuestion[],
  context: PricingContext,
): PlanPrice {
  const total = { cells: 0, maximumCredits: 0, submissionCredits: 0 };
  const addOns = { cells: 0, maximumCredits: 0 };
  const byEngine = new Map<Engine, { cells: number; maximumCredits: number }>();
  const byMarket = new Map<string, { cells: number; maximumCredits: number }>();
  const byQuestion = new Map<string, { cells: number; maximumCredits: number }>();
  const refusedCells: string[] = [];
  let refusalProblems: RefusalProblems = [];
  const priceOf = createGroupPricer(plan, context);

  for (const group of cellGroups(plan, questions)) {
    const price = priceOf(group);
    if (!price.ok) {
      if (refusedCells.length === 0) refusalProblems = price.problems;
      refusedCells.push(group.key);
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
    refusedCells,
    refusedGroups: refusedCells.length,
    refusalProblems,
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
