import type { Deployment } from '../interface/deployments.ts';
import type { Engine } from '../interface/engines.ts';
import { type MonitorRequestInputOf, parseRequest } from '../interface/requests/parseRequest.ts';
import { isLongerThan, questionLimit } from '../interface/requests/textLength.ts';
import { maximumCost, submissionCost } from '../interface/tariff.ts';
import { type Market, marketKey } from '../model/market.ts';
import type { PlanPrice as PlanTotals, PriceLine } from '../model/plan.ts';
import { type AskedQuestion, type CellGroup, cellKey, cellRequest, switchedOff } from './cells.ts';
import type { Plan } from './plan.ts';

/** Why the service would refuse a request. */
export type RefusalProblems = readonly { readonly field: string; readonly message: string }[];

/** The message for users: without the path of the HTTP interface that is meant for programs. */
export const withoutAddress = (message: string): string => message.replace(/(: see| from) GET \S+$/, '');

export type PlanPrice = Omit<PlanTotals, 'byQuestion'> & {
  readonly byQuestion: Readonly<Record<string, PriceLine>>;
};

export type PricingContext = {
  readonly searchHosts: readonly string[];
  /** The known hosted service that is asked: its prices and rules count. */
  readonly deployment?: Deployment | null;
  readonly synchronous?: boolean;
};

export type GroupPrice =
  | {
      readonly ok: true;
      /**
       * Credits of one sample: the maximum, the part that does not depend on the answer, and the part above the
       * engine's base cost.
       */
      readonly maximum: number;
      readonly submission: number;
      readonly addOn: number;
    }
  | { readonly ok: false; readonly problems: RefusalProblems };

/**
 * Prices cell groups one by one. Requests that differ only in an ordinary question cost the same: each engine
 * and market is computed once for all of them.
 */
export function createGroupPricer(
  context: PricingContext,
): (group: Pick<CellGroup, 'question' | 'engine' | 'options' | 'market'>) => GroupPrice {
  const { deployment, synchronous } = context;
  const priceOptions = { synchronous, tariff: deployment?.tariff };
  const known = new Map<string, Map<CellGroup['options'], Map<Market, GroupPrice>>>();
  const priceOne = (group: Parameters<typeof cellRequest>[0]): GroupPrice => {
    const { engine } = group;
    const missing = countryMissing(deployment, engine, group.market);
    if (missing !== null) return { ok: false, problems: [missing] };
    const parsed = parseRequest(engine, cellRequest(group), { searchHosts: context.searchHosts });
    if (!parsed.ok)
      return {
        ok: false,
        problems: parsed.issues.map((issue) => ({
          ...issue,
          message: issue.field === 'state' ? stateRefused(engine) : withoutAddress(issue.message),
        })),
      };
    const request = parsed.request as MonitorRequestInputOf<Engine> & object;
    const maximum = maximumCost(engine, request, priceOptions);
    const submission = submissionCost(engine, request, priceOptions);
    return { ok: true, maximum, submission, addOn: maximum - maximumCost(engine, {}, priceOptions) };
  };
  return (group) => {
    const ofKind = within(known, `${group.engine} ${questionKind(group.question.text)}`, () => new Map());
    const ofOptions = within(ofKind, group.options, () => new Map());
    return within(ofOptions, group.market, () => priceOne(group));
  };
}

/** The problem of a request without a country, where the service asks for one; null if there is none. */
export function countryMissing(
  deployment: Deployment | null | undefined,
  engine: Engine,
  market: Market,
): { readonly field: string; readonly message: string } | null {
  const asked = deployment?.engines[engine];
  if (asked?.countryRequired !== true || market.country !== null) return null;
  return { field: 'country', message: `${asked.displayName} at ${deployment?.name} needs a country.` };
}

const stateRefused = (engine: Engine): string =>
  `${engine} cannot be asked from a US state. Choose the country instead.`;

/** The validity of a question depends on its own text: one check covers all questions of ordinary length. */
function questionKind(text: string): string {
  if (text.length === 0) return 'empty';
  if (!text.isWellFormed()) return 'broken';
  return isLongerThan(text, questionLimit) ? 'long' : 'usual';
}

/** The value of a key, created on first use. */
function within<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Prices a plan at the maximum, by multiplication: questions of one kind cost the same from each engine in each
 * market, so only these are iterated, and then the excluded cells. 80,000 cells are priced in the time of a few
 * hundred. Engines and markets are in the plan once each.
 */
export function pricePlan(
  plan: Plan,
  questions: readonly AskedQuestion[],
  context: PricingContext,
): PlanPrice {
  const { samples } = plan;
  const priceOf = createGroupPricer(context);
  const byEngine = new Map<Engine, PriceLine>();
  const byMarket = new Map<string, PriceLine>();
  const byQuestion = new Map<string, PriceLine>();
  let submissionCredits = 0;
  let addOns: PriceLine = { cells: 0, maximumCredits: 0 };
  const marketKeys = plan.markets.map(marketKey);
  const kinds = Map.groupBy(questions, ({ text }) => questionKind(text));
  const offOf = Map.groupBy(switchedOff(plan, questions), ({ question }) => questions[question]);
  /** Refused cells of each question, in order. */
  const refusedOf = new Map<AskedQuestion, readonly Refused[]>();

  for (const alike of kinds.values()) {
    const [example] = alike;
    if (!example) continue;
    const off = alike.flatMap((question) => offOf.get(question) ?? []);
    const offAt = Map.groupBy(off, (place) => placeNumber(plan, place));
    const whole = { cells: 0, maximumCredits: 0 };
    const refused: Refused[] = [];
    const prices = plan.engines.map(({ engine, options }, engineAt) =>
      plan.markets.map((market, marketAt): GroupPrice => {
        const price = priceOf({ question: example, engine, options, market });
        const key = marketKeys[marketAt] ?? '';
        if (!price.ok) {
          refused.push({ engine, market: key, engineAt, marketAt, problems: price.problems });
          return price;
        }
        whole.cells += samples;
        whole.maximumCredits += samples * price.maximum;
        const less = offAt.get(placeNumber(plan, { engine: engineAt, market: marketAt }))?.length ?? 0;
        const cells = samples * (alike.length - less);
        submissionCredits += cells * price.submission;
        if (price.addOn > 0) addOns = plus(addOns, cells, price.addOn);
        byEngine.set(engine, plus(byEngine.get(engine), cells, price.maximum));
        byMarket.set(key, plus(byMarket.get(key), cells, price.maximum));
        return price;
      }),
    );
    for (const question of alike) {
      let line: PriceLine = whole;
      const without = offOf.get(question) ?? [];
      for (const { engine, market } of without) {
        const price = prices[engine]?.[market];
        if (price?.ok) line = plus(line, -samples, price.maximum);
      }
      byQuestion.set(question.text, line);
      const numbers = new Set(without.map((place) => placeNumber(plan, place)));
      const left = refused.filter(
        ({ engineAt, marketAt }) => !numbers.has(placeNumber(plan, { engine: engineAt, market: marketAt })),
      );
      refusedOf.set(question, left);
    }
  }

  const refusedCells = questions.flatMap((question) =>
    (refusedOf.get(question) ?? []).map(({ engine, market }) => cellKey(question.text, engine, market)),
  );
  const firstRefused = questions.map((question) => refusedOf.get(question)?.[0]).find((each) => each);
  const engineLines = [...byEngine.values()];
  return {
    cells: engineLines.reduce((sum, { cells }) => sum + cells, 0),
    maximumCredits: engineLines.reduce((sum, { maximumCredits }) => sum + maximumCredits, 0),
    submissionCredits,
    byEngine: Object.fromEntries(asked(byEngine)),
    byMarket: Object.fromEntries(asked(byMarket)),
    byQuestion: Object.fromEntries(asked(byQuestion)),
    addOns,
    refusedCells,
    refusedGroups: refusedCells.length,
    refusalProblems: firstRefused?.problems ?? [],
  };
}

/** An engine and a market that refuse a kind of question. */
type Refused = {
  readonly engine: Engine;
  readonly market: string;
  readonly engineAt: number;
  readonly marketAt: number;
  readonly problems: RefusalProblems;
};

/** One number for an engine and a market. */
function placeNumber(
  plan: Plan,
  { engine, market }: { readonly engine: number; readonly market: number },
): number {
  return engine * plan.markets.length + market;
}

function plus(line: PriceLine | undefined, cells: number, each: number): PriceLine {
  const { cells: before, maximumCredits } = line ?? { cells: 0, maximumCredits: 0 };
  return { cells: before + cells, maximumCredits: maximumCredits + cells * each };
}

/** Lines of which anything is asked. */
function asked<Key>(lines: ReadonlyMap<Key, PriceLine>): readonly (readonly [Key, PriceLine])[] {
  return [...lines].filter(([, { cells }]) => cells > 0);
}
