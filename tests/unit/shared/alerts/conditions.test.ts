import { describe, expect, it } from 'vitest';
import {
  type Condition,
  conditions,
  conditionsOfNoRun,
  phaseToTell,
  type RunMoney,
  type Told,
} from '#shared/alerts/conditions.ts';
import { type AlertRuleInput, alertRuleSchema } from '#shared/model/alertRules.ts';

const hour = 3_600_000;
const seen = (rule: AlertRuleInput, run: Partial<RunMoney>) =>
  conditions(alertRuleSchema.parse(rule), { cells: 40, failed: 0, credits: 0, ceilings: [], ...run });

/** What is told of a condition that is looked at every hour: its hour and its phase. */
function told(hours: readonly (Condition | null)[]): (readonly [number, string])[] {
  let last: Told | null = null;
  return hours.flatMap((condition, at) => {
    const phase = condition && phaseToTell(condition, last, at * hour);
    if (!condition || !phase) return [];
    const sinceMs = phase === 'began' || last === null ? at * hour : last.sinceMs;
    last = { phase, cause: condition.cause, sinceMs, toldAtMs: at * hour };
    return [[at, phase] as const];
  });
}
const failing = (failed: number) => seen({ kind: 'failures' }, { failed })[0] ?? null;
const noKey = (note: string) =>
  conditionsOfNoRun(alertRuleSchema.parse({ kind: 'failures' }), { scheduledAtMs: 0, note })[0] ?? null;

describe('a condition that lasts over many runs', () => {
  it('is sent when it begins, after a day, and once when it is over', () => {
    const days = [0, ...Array.from({ length: 30 }, () => 30), 0, 0, 30];
    expect(told(days.map(failing))).toEqual([
      [1, 'began'],
      [25, 'goes-on'],
      [31, 'over'],
      [33, 'began'],
    ]);
  });

  it('is sent again with another cause, and not ended by an undecided run', () => {
    // Five of 40 are more than the tenth of the rule, but chance could make them.
    expect(failing(5)).toBe(null);
    expect(
      told([noKey('no key'), noKey('no key'), noKey('no plan'), failing(5), failing(30), failing(0)]),
    ).toEqual([
      [0, 'began'],
      [2, 'began'],
      [4, 'began'],
      [5, 'over'],
    ]);
    expect(seen({ kind: 'failures', evenNoise: true }, { failed: 5 })).toMatchObject([
      { holds: true, verdict: 'within-noise' },
    ]);
  });

  it('is nothing where a run has no cell that was asked', () => {
    expect(seen({ kind: 'failures' }, { cells: 0 })).toEqual([]);
    expect(seen({ kind: 'cost', credits: 5 }, { cells: 0 })).toEqual([]);
  });
});

it('a cost alerts per run, daily and monthly limits once each', () => {
  const cost = (credits: number) => seen({ kind: 'cost', credits: 100 }, { credits })[0] ?? null;
  expect(told([101, 500, 100, 101].map(cost))).toEqual([
    [0, 'began'],
    [2, 'over'],
    [3, 'began'],
  ]);
  const near = seen(
    { kind: 'ceiling' },
    {
      ceilings: [
        { period: 'run', id: '', spent: 90, ceiling: 100 },
        { period: 'month', id: 'c 2026-06', spent: 89, ceiling: 100 },
        { period: 'day', id: 'c 2026-06-01', spent: 90, ceiling: 100 },
      ],
    },
  );
  expect(near.map(({ subject, holds }) => [subject, holds])).toEqual([
    ['run', true],
    ['month', false],
    ['day', true],
  ]);
  const [run = null, month = null, day = null] = near;
  const threeDays = (condition: Condition | null) => Array.from({ length: 60 }, () => condition);
  expect(told(threeDays(run)).map(([at]) => at)).toEqual([0, 24, 48]);
  expect(told(threeDays(month))).toEqual([]);
  expect(told(threeDays(day))).toEqual([[0, 'began']]);
});
