import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { maxRepeats } from '#shared/figures/statistics/power.ts';
import type { PlanPower, PowerComparison } from '#shared/model/plan.ts';
import { trendQuerySchema } from '#shared/model/trend.ts';
import { askedQuestions, countCells } from '#shared/planning/cells.ts';
import type { Plan } from '#shared/planning/plan.ts';
import type { PlanPrice } from '#shared/planning/price.ts';
import type { Connections } from '../connections/connections.ts';
import type { AnswerCost } from '../history/store/operations/charges.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { Trends } from '../trends/trends.ts';
import { refuseProblems, uniqueMarkets } from './plans.ts';

/** Repeats that a plan needs to detect a change, and their cost. */
export function createPlanPower(deps: {
  readonly history: HistoryCalls;
  readonly connections: Connections;
  readonly trends: Trends;
}) {
  const { history, connections, trends } = deps;

  return async (
    { projectId, brand, change, power, compare, ...input }: RouteParsedInput<'plans.power'>,
    context: { readonly signal: AbortSignal },
  ): Promise<PlanPower> => {
    const plan = { ...input.plan, markets: uniqueMarkets(input.plan.markets) };
    refuseProblems(plan);
    const connection = await connections.open(input.connectionId);
    const perRepeat = answersPerRepeat(plan, compare);
    const engines = plan.engines.map(({ engine }) => engine);
    const found = await trends.power(
      {
        // The project's own answers of these engines.
        query: trendQuerySchema.parse({
          project: projectId,
          metric: 'visibility',
          brand,
          engines,
          branded: 'with',
        }),
        test: compare === 'markets' ? 'markets' : 'periods',
        change,
        power,
        perRepeat,
        samples: plan.samples,
      },
      context,
    );
    const [price, costs] = await Promise.all([
      history.call('plans.price', {
        plan: { ...plan, samples: found.repeats ?? maxRepeats },
        deployment: connection.deployment?.id ?? null,
        synchronous: false,
      }),
      history.call('costs.typical', { connectionId: connection.id }),
    ]);
    const { cells, maximumCredits } = price;
    return { ...found, perRepeat, cells, maximumCredits, money: moneyOf(price, costs) };
  };
}

/** Answers that one repeat of every question adds to each side: of all markets together, or of one. */
function answersPerRepeat(plan: Plan, compare: PowerComparison): number {
  const once = { ...plan, samples: 1 };
  const asked = askedQuestions(once);
  const cells = asked.ok ? countCells(once, asked.questions) : 0;
  return Math.max(1, compare === 'periods' ? cells : Math.floor(cells / Math.max(1, plan.markets.length)));
}

/** In the currency of most answers; null if an engine was never charged in it. */
function moneyOf({ byEngine }: PlanPrice, costs: readonly AnswerCost[]): PlanPower['money'] {
  const currency = costs[0]?.currency;
  if (currency === undefined) return null;
  let amount = 0;
  for (const [engine, { cells }] of Object.entries(byEngine)) {
    const cost = costs.find((each) => each.engine === engine && each.currency === currency);
    if (cost === undefined) return null;
    amount += cells * cost.amount;
  }
  return { amount, currency };
}
