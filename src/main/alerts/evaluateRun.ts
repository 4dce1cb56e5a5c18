import { type Condition, conditions, conditionsOfNoRun, type RunMoney } from '#shared/alerts/conditions.ts';
import { findings } from '#shared/alerts/findings.ts';
import {
  addComparison,
  evaluatedParts,
  newOutlier,
  noFacts,
  type Period,
  preferredMatrix,
  type RunFacts,
} from '#shared/alerts/runFacts.ts';
import { type AlertRule, ruleLabel } from '#shared/model/alertRules.ts';
import {
  type ComparisonHead,
  type ComparisonPart,
  hasParts,
  type PartialComparison,
  readTexts,
} from '#shared/model/comparison/comparisonParts.ts';
import type { RunDetail } from '#shared/model/run.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { CoreParts } from '../coreParts.ts';
import type { RaiseAlerts, StoredRule, UnevaluatedRun } from '../history/store/operations/alerts.ts';

/** Requests in both runs, for one question and engine. */
type Pair = {
  readonly now: { readonly runId: string; readonly question: number };
  readonly before: { readonly runId: string; readonly question: number };
  readonly question: string;
  readonly engine: RunDetail['run']['engine'];
  /** Markets with an answer in both. */
  readonly markets: readonly string[];
};

type Evaluated = Pick<RaiseAlerts, 'findings' | 'conditions'>;
const nothing: Evaluated = { findings: [], conditions: [] };

/** Evaluates a scheduled run by its monitor's rules, compared with the previous run of the series. */
export function createEvaluator(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log'> & {
    readonly comparison: Pick<RunComparison, 'parts' | 'periods'>;
  },
) {
  const { history, comparison, clock, log } = deps;

  const answered = ({ cells }: RunDetail): ReadonlySet<string> =>
    new Set(cells.flatMap(({ marketKey, observationId }) => (observationId === null ? [] : [marketKey])));

  /** Questions by text: a newer version of the plan may have them in another order. */
  const pairsOf = async (runId: string, beforeId: string): Promise<readonly Pair[]> => {
    const [grid, past] = await Promise.all([
      history.call('runs.grid', { runId }),
      history.call('runs.grid', { runId: beforeId }),
    ]);
    const pairs: Pair[] = [];
    for (const [question, text] of grid.questions.entries()) {
      const there = past.questions.indexOf(text);
      if (there === -1) continue;
      for (const engine of grid.engines.filter((each) => past.engines.includes(each))) {
        const now = answered(await history.call('runs.get', { runId, question, engine }));
        const then = answered(await history.call('runs.get', { runId: beforeId, question: there, engine }));
        const markets = [...now].filter((market) => then.has(market));
        if (markets.length === 0) continue;
        pairs.push({
          now: { runId, question },
          before: { runId: beforeId, question: there },
          question: text,
          engine,
          markets,
        });
      }
    }
    return pairs;
  };

  /** One question on one engine in one run, or in both together. */
  const matrixOf = async (pair: Pair, period: Period, signal: AbortSignal) => {
    const { engine, markets } = pair;
    const compared = readTexts(
      await comparison.parts(
        {
          ...pair[period],
          engine,
          markets: [...markets],
          baseline: null,
          granularity: 'auto',
          ignoreCase: false,
          ignoreWhitespace: false,
          shownSample: {},
          parts: ['matrix'],
        },
        signal,
      ),
    );
    return hasParts(compared, ['matrix']) ? compared : null;
  };
  const bothRuns = async <P extends ComparisonPart>(
    pair: Pair,
    parts: readonly P[],
    signal: AbortSignal,
    sites?: readonly string[],
  ) => {
    const { before, now, engine, markets } = pair;
    const compared = readTexts(
      await comparison.periods({ before, now, engine, markets, parts, sites }, signal),
    ) as PartialComparison;
    return hasParts(compared, parts) ? compared : null;
  };

  const addOutlier = async (facts: RunFacts, pair: Pair, signal: AbortSignal): Promise<void> => {
    const [before, now] = [await matrixOf(pair, 'before', signal), await matrixOf(pair, 'now', signal)];
    if (before === null || now === null) return;
    const validIn = (compared: ComparisonHead, market: string): number =>
      compared.columns.find(({ id }) => id === market)?.samples.valid ?? 0;
    const validOf = (market: string) => ({ before: validIn(before, market), now: validIn(now, market) });
    const found = newOutlier(now, before);
    const { engine, question, markets } = pair;
    const others = markets.filter((market) => market !== found?.market).map(validOf);
    if (found === null) {
      facts.outliers.push({ engine, question, others, found });
      return;
    }
    // Whether its answers changed: its own earlier ones against those of now.
    const own = await bothRuns({ ...pair, markets: [found.market] }, ['matrix'], signal);
    const test = own === null ? undefined : preferredMatrix(own)?.test;
    const pValue = test?.pValue ?? null;
    facts.outliers.push({
      engine,
      question,
      others,
      found: { ...found, valid: validOf(found.market), pValue },
    });
  };

  const factsOf = async (
    pairs: readonly Pair[],
    rules: readonly StoredRule[],
    signal: AbortSignal,
  ): Promise<RunFacts> => {
    const facts = noFacts();
    const needs = (...kinds: readonly AlertRule['kind'][]): boolean =>
      rules.some(({ rule: { kind } }) => kinds.includes(kind));
    const sites = rules.flatMap(({ rule }) => (rule.kind === 'source' ? rule.domains : []));
    for (const pair of pairs) {
      if (needs('brand', 'rank', 'source')) {
        const compared = await bothRuns(pair, evaluatedParts, signal, sites);
        if (compared !== null) addComparison(facts, pair.engine, pair.markets, compared);
      }
      if (needs('outlier')) await addOutlier(facts, pair, signal);
    }
    return facts;
  };

  const moneyOf = async (runId: string, connectionId: string): Promise<RunMoney> => {
    const nowMs = clock.now();
    const [run, ceilings] = await Promise.all([
      history.call('runs.status', { runId }),
      history.call('ceilings.get', { connectionId, nowMs }),
    ]);
    const { counts, creditsCharged, plan } = run;
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const periods = [
      { period: 'run', id: '', spent: creditsCharged, ceiling: plan?.ceiling ?? null },
      { period: 'day', id: `${connectionId} ${day}`, spent: ceilings.spentToday, ceiling: ceilings.day },
      {
        period: 'month',
        id: `${connectionId} ${day.slice(0, 7)}`,
        spent: ceilings.spentThisMonth,
        ceiling: ceilings.month,
      },
    ] as const;
    return {
      cells: counts.total - counts.cancelled - counts.planned,
      failed: counts.failed + counts.unknown,
      credits: creditsCharged,
      ceilings: periods.flatMap(({ ceiling, ...period }) =>
        ceiling === null ? [] : [{ ...period, ceiling }],
      ),
    };
  };

  return {
    /** The findings of its rules. Answers are read only if a rule needs them. */
    async evaluate(
      run: UnevaluatedRun,
      rules: readonly StoredRule[],
      signal: AbortSignal,
    ): Promise<Evaluated> {
      if (rules.length === 0) return nothing;
      const started = clock.now();
      const { runId, beforeId, scheduledAtMs, failedNote } = run;
      const seen = (conditionsOf: (rule: AlertRule) => readonly Condition[]): Evaluated['conditions'] =>
        rules.flatMap(({ id, rule }) =>
          conditionsOf(rule).map((condition) => ({ ruleId: id, kind: rule.kind, condition })),
        );
      if (failedNote !== null || runId === null) {
        const time = { scheduledAtMs, note: failedNote ?? '' };
        return { findings: [], conditions: seen((rule) => conditionsOfNoRun(rule, time)) };
      }
      const reads = rules.some(({ rule: { kind } }) => !['failures', 'cost', 'ceiling'].includes(kind));
      const pairs = reads && beforeId !== null ? await pairsOf(runId, beforeId) : [];
      const facts = await factsOf(pairs, rules, signal);
      const byRule = findings(
        rules.map(({ rule }) => rule),
        facts,
      );
      const found = rules.flatMap(({ id, rule: { kind } }, at) =>
        (byRule[at] ?? []).map(({ key, ...content }) => ({
          ruleId: id,
          fingerprint: `${id} ${runId} ${key}`,
          kind,
          content,
        })),
      );
      const money = await moneyOf(runId, run.connectionId);
      log('debug', 'A run was evaluated', {
        run: runId,
        rules: rules.map(({ rule }) => ruleLabel(rule)),
        questions: pairs.length,
        found: found.length,
        elapsedMs: clock.now() - started,
      });
      return { findings: found, conditions: seen((rule) => conditions(rule, money)) };
    },
  };
}
