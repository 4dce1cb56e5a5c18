import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { type Condition, conditions, conditionsOfNoRun, type RunMoney } from '#shared/alerts/conditions.ts';
import { findings } from '#shared/alerts/findings.ts';
import { addComparison, evaluatedParts, noFacts, type RunFacts } from '#shared/alerts/runFacts.ts';
import { type AlertRule, ruleLabel } from '#shared/model/alertRules.ts';
import { hasParts, readTexts } from '#shared/model/comparison/comparisonParts.ts';
import type { RunDetail } from '#shared/model/run.ts';
import type { RunComparison } from '../comparison/runComparison.ts';
import type { RaiseAlerts, StoredRule, UnevaluatedRun } from '../history/store/operations/alerts.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

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
export function createEvaluator(deps: {
  readonly history: HistoryCalls;
  readonly comparison: Pick<RunComparison, 'parts'>;
  readonly clock: Clock;
  readonly log: Logger;
}) {
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

  const factsOf = async (
    pairs: readonly Pair[],
    side: 'now' | 'before',
    signal: AbortSignal,
  ): Promise<RunFacts> => {
    const facts = noFacts();
    for (const pair of pairs) {
      const { engine, markets } = pair;
      const texts = await comparison.parts(
        {
          ...pair[side],
          engine,
          markets: [...markets],
          baseline: null,
          granularity: 'auto',
          ignoreCase: false,
          ignoreWhitespace: false,
          shownSample: {},
          parts: [...evaluatedParts],
        },
        signal,
      );
      const compared = readTexts(texts);
      if (hasParts(compared, evaluatedParts)) addComparison(facts, pair, compared);
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
      const evaluated = {
        now: await factsOf(pairs, 'now', signal),
        before: beforeId === null ? null : await factsOf(pairs, 'before', signal),
      };
      const found = rules.flatMap(({ id, rule }) =>
        findings(rule, evaluated).map(({ key, ...content }) => ({
          ruleId: id,
          fingerprint: `${id} ${runId} ${key}`,
          kind: rule.kind,
          content,
        })),
      );
      const money = await moneyOf(runId, run.connectionId);
      log('debug', 'A run was evaluated', {
        run: runId,
        rules: rules.map(({ rule }) => ruleLabel(rule)),
        comparisons: pairs.length * 2,
        found: found.length,
        elapsedMs: clock.now() - started,
      });
      return { findings: found, conditions: seen((rule) => conditions(rule, money)) };
    },
  };
}
