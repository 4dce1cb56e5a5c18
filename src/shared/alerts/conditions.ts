/**
 * Conditions of a run that can last over many runs: too many failures, too high a cost, a limit nearly reached.
 * An alert is sent when a condition begins, once a day while it lasts, and when it ends, so that a monitor that
 * fails every hour does not send an alert every hour.
 */

import { rateOf } from '../figures/statistics/wilson.ts';
import type { AlertRule } from '../model/alertRules.ts';
import type { Rate } from '../model/comparison/comparison.ts';
import { percentLabel } from '../percent.ts';
import type { AlertFigures } from './findings.ts';

export type RunMoney = {
  readonly cells: number;
  /** Failed or unknown. */
  readonly failed: number;
  readonly credits: number;
  readonly ceilings: readonly {
    readonly period: 'run' | 'day' | 'month';
    /** Distinguishes periods: the day, the month; every run has the same. */
    readonly id: string;
    readonly spent: number;
    readonly ceiling: number;
  }[];
};

export type Condition = AlertFigures & {
  /** Its subject within the rule. */
  readonly key: string;
  readonly holds: boolean;
  /** A different cause counts as a new beginning. */
  readonly cause: string;
  /** Whether the alert is repeated while the condition lasts. */
  readonly repeats: boolean;
  readonly text: string;
  /** Period of a credit limit. */
  readonly subject: string | null;
};

export type Phase = 'began' | 'goes-on' | 'over';

/** The last alert of a condition. */
export type Told = {
  readonly phase: Phase;
  readonly cause: string;
  /** Scheduled time of the run in which it began, milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly toldAtMs: number;
};

const dayMs = 86_400_000;

/**
 * A rule's conditions in a run. Nothing if the run shows neither that the condition holds nor that it does not.
 */
export function conditions(rule: AlertRule, run: RunMoney): readonly Condition[] {
  if (rule.kind === 'ceiling') return ceilings(rule, run);
  if (run.cells === 0) return [];
  if (rule.kind === 'failures') return failures(rule, run);
  return rule.kind === 'cost' ? [cost(rule, run)] : [];
}

/** A run that could not start counts as completely failed. */
export function conditionsOfNoRun(
  rule: AlertRule,
  time: { readonly scheduledAtMs: number; readonly note: string },
): readonly Condition[] {
  if (rule.kind !== 'failures') return [];
  const text = `The run of ${utcMinute(time.scheduledAtMs)} could not start: ${time.note}`;
  return [{ ...failing, cause: time.note, holds: true, text, now: rateOf(0, 0), verdict: null }];
}

/** The alert of a condition that is due now, if any. */
export function phaseToTell(condition: Condition, last: Told | null, nowMs: number): Phase | null {
  const stands = last !== null && last.phase !== 'over';
  if (!condition.holds) return stands ? 'over' : null;
  if (!stands || last.cause !== condition.cause) return 'began';
  return condition.repeats && nowMs - last.toldAtMs >= dayMs ? 'goes-on' : null;
}

/** Its text in its phase. */
export function textInPhase(text: string, phase: Phase, sinceMs: number): string {
  if (phase === 'began') return text;
  const sentence = `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return `${phase === 'over' ? 'Resolved' : 'Ongoing'}: ${sentence}; since the run of ${utcMinute(sinceMs)}`;
}

const failing = { key: 'failures', repeats: true, subject: null, before: null } as const;

function failures(rule: Extract<AlertRule, { kind: 'failures' }>, run: RunMoney): readonly Condition[] {
  const now = rateOf(run.failed, run.cells);
  const sure = (now.low ?? 0) >= rule.share;
  const holds = (now.value ?? 0) >= rule.share;
  // Reaches the rule's threshold, but possibly by chance: neither a beginning nor an end.
  if (holds && !sure && !rule.evenNoise) return [];
  const verdict = sure || !holds ? 'larger-than-noise' : 'within-noise';
  const text = `${grouped(run.failed)} of ${grouped(run.cells)} requests failed (${percentLabel(now.value ?? 0)})`;
  return [{ ...failing, cause: 'cells', holds, text, now, verdict: holds ? verdict : null }];
}

function cost(rule: Extract<AlertRule, { kind: 'cost' }>, { credits }: RunMoney): Condition {
  const holds = credits > rule.credits;
  return {
    key: 'cost',
    cause: '',
    holds,
    repeats: true,
    text: `The run cost ${grouped(credits)} credits, ${holds ? 'above' : 'not above'} the limit of ${grouped(rule.credits)}`,
    subject: null,
    before: null,
    now: amount(credits, rule.credits),
    verdict: null,
  };
}

const periodLabel = { run: 'the run', day: 'the day', month: 'the month' } as const;

function ceilings(rule: Extract<AlertRule, { kind: 'ceiling' }>, run: RunMoney): readonly Condition[] {
  return run.ceilings.map(({ period, id, spent, ceiling }) => ({
    key: `ceiling ${period} ${id}`,
    cause: '',
    holds: spent >= rule.share * ceiling,
    // A daily or monthly condition ends with its period.
    repeats: period === 'run',
    text: `${grouped(spent)} of ${grouped(ceiling)} credits of ${periodLabel[period]} are spent`,
    subject: period,
    before: null,
    now: amount(spent, ceiling),
    verdict: null,
  }));
}

const amount = (value: number, of: number): Rate => ({
  numerator: value,
  denominator: of,
  value,
  low: null,
  high: null,
});
const grouped = (count: number): string => count.toLocaleString('en');
const utcMinute = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
