import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { deploymentNotices } from '#shared/interface/deployments.ts';
import type { FieldProblem } from '#shared/model/appError.ts';
import { AppError } from '#shared/model/appError.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import type { Ceilings, PlanQuote, RunMode, WantedMode } from '#shared/model/plan.ts';
import { nameOfKey, strangeVariables } from '#shared/model/wordingTexts.ts';
import { askedQuestions, countCells } from '#shared/planning/cells.ts';
import { type Observed, observedQuestions } from '#shared/planning/observedQuestions.ts';
import type { Plan } from '#shared/planning/plan.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { SetCeilings } from '../history/store/operations/ceilings.ts';
import type { FindPlan } from '../history/store/operations/plans.ts';
import type { Runs } from '../runs/runs.ts';

/** By default, runs with more cells are queued, so that they continue at the service when the program ends. */
const maxLive = 500;
const maxCells = 100_000;
const answersAtOnce = 100;

export type RunPlan = FindPlan & {
  readonly connectionId: string;
  readonly mode: WantedMode;
  readonly ceiling?: number;
  readonly priority: number;
};

/** Operations on plans for the user: save versions, price, limit and run them. */
export function createPlans(
  deps: Pick<CoreParts, 'history' | 'clock'> & {
    readonly connections: Connections;
    readonly runs: Runs;
  },
) {
  const { history, connections, runs, clock } = deps;

  return {
    /** @throws AppError INVALID_INPUT with the fields */
    async save(input: { readonly projectId: string; readonly name: string; readonly plan: Plan }) {
      const plan = { ...input.plan, markets: uniqueMarkets(input.plan.markets) };
      refuseProblems(plan);
      return history.call('plans.save', {
        projectId: input.projectId,
        name: input.name,
        plan,
        nowMs: clock.now(),
      });
    },
    rename: (input: RouteParsedInput<'plans.rename'>) => history.call('plans.rename', input),
    async remove(input: RouteParsedInput<'plans.remove'>): Promise<{ removed: boolean }> {
      return { removed: await history.call('plans.remove', { ...input, nowMs: clock.now() }) };
    },
    /** Reads in batches, so that other reads get their turn in between. */
    async observedQuestions({ projectId, answers }: RouteParsedInput<'plans.observedQuestions'>) {
      const ids = await history.call('observations.newest', { projectId, limit: answers });
      const searched: Observed[] = [];
      for (let from = 0; from < ids.length; from += answersAtOnce)
        searched.push(
          ...(await history.call('observations.searched', { ids: ids.slice(from, from + answersAtOnce) })),
        );
      const questions = observedQuestions(searched).map((each) => ({ ...each, tags: [...each.tags] }));
      return { answers: ids.length, questions };
    },
    /** Cost and duration of a plan on a connection; sends no question. */
    async price(input: RouteParsedInput<'plans.price'>): Promise<PlanQuote> {
      const plan = { ...input.plan, markets: uniqueMarkets(input.plan.markets) };
      refuseProblems(plan);
      const connection = await connections.open(input.connectionId);
      const asked = askedQuestions(plan);
      const cells = asked.ok ? countCells(plan, asked.questions) : 0;
      const typical = plan.engines.map(async ({ engine }) => {
        const ms = await history.call('observations.typicalMs', { engine });
        return [engine, ms] as const;
      });
      const [{ byQuestion, ...price }, typicalMs] = await Promise.all([
        history.call('plans.price', {
          plan,
          deployment: connection.deployment?.id ?? null,
          synchronous: modeOf(input.mode, cells) === 'live',
        }),
        Promise.all(typical),
      ]);
      const { credits, slots } = connections.account(connection.id);
      const limit = slots?.limit ?? connection.slotLimit;
      const work = typicalMs.map(([engine, ms]) =>
        ms === null ? null : ms * (price.byEngine[engine]?.cells ?? 0),
      );
      const known = work.filter((ms) => ms !== null);
      const slotMs = known.length < work.length ? null : known.reduce((sum, ms) => sum + ms, 0);
      return {
        ...price,
        byEngine: { ...price.byEngine },
        byMarket: { ...price.byMarket },
        byQuestion: Object.entries(byQuestion).map(([question, line]) => ({ question, ...line })),
        refusedCells: [...price.refusedCells],
        refusalProblems: [...price.refusalProblems],
        connectionId: connection.id,
        connectionName: connection.name,
        notices: deploymentNotices(
          connection.deployment,
          plan.engines.map(({ engine }) => engine),
        ),
        ownTariff: connection.tariff !== null,
        balance: credits?.remaining ?? null,
        slots: limit,
        estimatedSeconds:
          slotMs === null || limit === null ? null : Math.ceil(slotMs / Math.max(1, limit) / 1000),
      };
    },
    /**
     * Creates a run of a plan version and starts it.
     * @throws AppError NOT_FOUND, CONFLICT, UNAUTHORIZED
     */
    async run(input: RunPlan): Promise<{
      runId: string;
      mode: RunMode;
      cells: number;
      maximumCredits: number;
    }> {
      const { cells: planned } = await history.call('plans.get', input);
      const mode = modeOf(input.mode, planned);
      const { runId, cells, maximumCredits } = await runs.startPlanned({
        plan: input.plan,
        version: input.version,
        projectId: input.projectId,
        connectionId: input.connectionId,
        mode,
        ceiling: input.ceiling ?? null,
        priority: input.priority,
      });
      return { runId, mode, cells, maximumCredits };
    },
    setCeilings: (input: Omit<SetCeilings, 'nowMs'>): Promise<Ceilings> =>
      history.call('ceilings.set', { ...input, nowMs: clock.now() }),
  };
}

const modeOf = (mode: WantedMode, cells: number): RunMode =>
  mode === 'auto' ? (cells > maxLive ? 'queued' : 'live') : mode;

/** Reports all errors of a plan together. */
export function refuseProblems(plan: Plan): void {
  const problems: FieldProblem[] = [];
  const asked = askedQuestions(plan);
  if (!asked.ok) {
    const names = [...new Set(asked.missing.map(({ name }) => name))];
    for (const name of names) {
      problems.push({
        field: `variables.${name}`,
        message: `A question uses the variable {${name}}, which has no values. Enter values for it, or write {{${name}}} to ask it in braces.`,
      });
    }
  } else {
    const cells = asked.questions.length * plan.engines.length * plan.markets.length * plan.samples;
    if (cells > maxCells) {
      problems.push({
        field: 'samples',
        message: `A plan can have at most ${maxCells.toLocaleString('en')} requests; this one has ${cells.toLocaleString('en')}. Split it into two plans.`,
      });
    }
    if (asked.questions.some(({ text }) => text === ''))
      problems.push({ field: 'questions', message: 'A question is empty. Enter or remove it.' });
  }
  for (const [at, { text, wordings = {} }] of plan.questions.entries())
    for (const [key, wording] of Object.entries(wordings)) {
      const [strange] = strangeVariables(text, wording);
      if (strange !== undefined)
        problems.push({
          field: `questions.${at}.wordings.${key}`,
          message: `The wording for ${nameOfKey(key)} uses the variable {${strange}}, which its question does not use. Remove it.`,
        });
    }
  const engines = new Set(plan.engines.map(({ engine }) => engine));
  if (engines.size < plan.engines.length)
    problems.push({ field: 'engines', message: 'An engine is listed twice. List each engine once.' });
  if (problems.length === 0) return;
  throw new AppError('INVALID_INPUT', problems.map(({ message }) => message).join(' '), { fields: problems });
}

export function uniqueMarkets(markets: readonly Market[]): Market[] {
  return [...new Map(markets.map((market) => [marketKey(market), market])).values()];
}
