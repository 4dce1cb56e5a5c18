import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { strictSchema } from '../lazySchema.ts';
import type { Ceilings, RunMode } from './plan.ts';
import type { runStates } from './run.ts';

export type OwnQueue = {
  /** Tasks of this history's queued runs at the service: queued, in progress, or to be collected. */
  readonly waiting: number;
  /** Calls of this history's live runs in progress. */
  readonly live: number;
  /** When the oldest waiting task was submitted. */
  readonly oldestAtMs: number | null;
  readonly byEngine: readonly { readonly engine: Engine; readonly count: number }[];
  /** Answers stored per minute, over the last five minutes; null if there were none. */
  readonly perMinute: number | null;
  readonly runs: readonly {
    readonly runId: string;
    readonly name: string;
    readonly mode: RunMode;
    readonly state: (typeof runStates)[number];
    readonly planned: number;
    readonly waiting: number;
    readonly priority: number;
    /** False if no program works on it: its waiting tasks are not collected. */
    readonly workedOn: boolean;
    readonly oldestAtMs: number | null;
  }[];
};
/** The service's queue for all users of the account, and our part of it. */
export type QueueView = {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly queued: number;
  readonly processing: number;
  readonly byPriority: readonly { readonly priority: number; readonly count: number }[];
  readonly slots: { readonly used: number; readonly limit: number } | null;
  readonly own: OwnQueue;
};
type ChargeTotals = {
  readonly answers: number;
  readonly credits: number;
};
export type ChargesView = ChargeTotals & {
  /** Start of the first UTC day included; null for everything. */
  readonly sinceMs: number | null;
  /** Reserved for requests in progress or with unknown outcome, which may be charged. */
  readonly held: number;
  readonly byDay: readonly (ChargeTotals & { readonly atMs: number })[];
  /** The newest 200 at most; one line without a run for all deleted runs. */
  readonly byRun: readonly (ChargeTotals & {
    readonly runId: string | null;
    readonly name: string | null;
    readonly createdAtMs: number | null;
  })[];
  readonly byProject: readonly (ChargeTotals & { readonly projectId: string; readonly name: string })[];
  readonly byEngine: readonly (ChargeTotals & { readonly engine: Engine })[];
};
/** Provider costs of stored answers by month, engine, provider and project. */
export type CostLine = {
  /** UTC, `YYYY-MM`. */
  readonly month: string;
  /** `analysis`: requests to the analysis model. `translation`: other translators with a price. */
  readonly engine: Engine | 'analysis' | 'translation';
  readonly provider: string | null;
  readonly projectId: string;
  readonly projectName: string;
  /** ISO 4217; null if the provider states no cost and there is no price list. */
  readonly currency: string | null;
  readonly source: 'stated' | 'computed' | null;
  readonly answers: number;
  readonly credits: number;
  readonly amount: number | null;
};
export type CreditsView = {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly remaining: number;
  readonly perCycle: number | null;
  readonly cycleResetsAt: string | null;
  /** The plan with these slots and credits; null if unknown. */
  readonly plan: string | null;
  readonly slots: number | null;
  readonly charges: ChargesView;
  /** For the same period as `charges`; excludes imported answers and deleted runs. */
  readonly costs: readonly CostLine[];
  /**
   * The service's charges since the first day of `charges`: from its ledger if it has one, or from the balance
   * of the cycle. Null if it provides neither.
   */
  readonly service: {
    readonly from: 'ledger' | 'balance';
    readonly sinceMs: number;
    readonly credits: number;
    readonly own: number;
  } | null;
  readonly ceilings: Ceilings;
};
export const byConnection = strictSchema(() => ({ connectionId: z.string() }));
