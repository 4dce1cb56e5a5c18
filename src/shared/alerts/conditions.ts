/**
 * What can hold of a run by itself and go on over many: too many failures, too high a cost, a ceiling near. Told when
 * it begins, once a day while it goes on, and when it is over, so that a monitor that fails every hour is not told
 * of every hour.
 */
import type { Rate } from '../analysis/comparison.ts';
import { rateOf } from '../analysis/wilson.ts';
import type { AlertFigures } from './findings.ts';
import { type AlertRule, percent } from './rules.ts';

export type RunMoney = {
  readonly cells: number;
  /** Failed or unknown. */
  readonly failed: number;
  readonly credits: number;
  readonly ceilings: readonly {
    readonly period: 'run' | 'day' | 'month';
    /** Tells periods apart: the day, the month; every run has the same. */
    readonly id: string;
    readonly spent: number;
    readonly ceiling: number;
  }[];
};

export type Condition = AlertFigures & {
  /** What it is about within its rule. */
  readonly key: string;
  readonly holds: boolean;
  /** Another cause is told as another beginning. */
  readonly cause: string;
  /** Whether it is told again while it goes on. */
  readonly repeats: boolean;
  readonly text: string;
  /** Period of a ceiling. */
  readonly subject: string | null;
};

export type Phase = 'began' | 'goes-on' | 'over';

/** What was last told of a condition. */
export type Told = {
  readonly phase: Phase;
  readonly cause: string;
  /** Scheduled time of the run with which it began, milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly toldAtMs: number;
};

const dayMs = 86_400_000;

/** What a rule sees in a run. Nothing where the run says neither that it holds nor that it does not. */
export function conditions(rule: AlertRule, run: RunMoney): readonly Condition[] {
  if (rule.kind === 'ceiling') return ceilings(rule, run);
  if (run.cells === 0) return [];
  if (rule.kind === 'failures') return failures(rule, run);
  return rule.kind === 'cost' ? [cost(rule, run)] : [];
}

/** A run that could not begin is a failure of all of it. */
export function conditionsOfNoRun(
  rule: AlertRule,
  time: { readonly scheduledAtMs: number; readonly note: string },
): readonly Condition[] {
  if (rule.kind !== 'failures') return [];
  const text = `The run of ${utcMinute(time.scheduledAtMs)} could not start: ${time.note}`;
  return [{ ...failing, cause: time.note, holds: true, text, now: rateOf(0, 0), verdict: null }];
}

/** What is to be told of a condition now, if anything. */
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
  // As many as the rule says, by chance perhaps: neither a beginning nor an end.
  if (holds && !sure && !rule.evenNoise) return [];
  const verdict = sure || !holds ? 'larger-than-noise' : 'within-noise';
  const text = `${grouped(run.failed)} of ${grouped(run.cells)} requests failed (${percent(now.value ?? 0)})`;
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
    // That of a day or a month is over with it.
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
