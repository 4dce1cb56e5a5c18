import { z } from 'zod';
import { type Engine, engines } from '../interface/engines.ts';
import { strictSchema } from '../lazySchema.ts';
import type { AppErrorCode } from './appError.ts';
import { type Market, marketSchema } from './market.ts';
import type { RunMode } from './plan.ts';
import { inProject } from './projectScope.ts';
import { wordingsSchema } from './wordings.ts';

export const engineSchema = z.enum(engines);
export const cellStates = ['planned', 'running', 'completed', 'failed', 'cancelled', 'unknown'] as const;
/**
 * `unknown`: the call was sent but its outcome never arrived; it may have been charged and is never retried
 * automatically.
 */
export type CellState = (typeof cellStates)[number];
const creditsSchema = z.number().int().min(0).max(1_000_000_000);
export const askInputSchema = strictSchema(() => ({
  question: z.string(),
  /** Wordings of the question by country and language. */
  wordings: wordingsSchema.optional(),
  engine: engineSchema,
  markets: z.array(marketSchema).max(1000),
  samples: z.number().int().min(1).max(50).default(1),
  /** Request fields beyond prompt and market: `include`, `legacy`, `disableWebSearch`, `pages` and so on. */
  options: z.record(z.string(), z.unknown()).default({}),
  /** Empty: the selected connection. */
  connectionId: z.string(),
  /** Credits that the run must not pass, and the highest price of a request where the service has no price list. */
  limit: z.strictObject({ credits: creditsSchema, perRequest: creditsSchema.optional() }).optional(),
  ...inProject,
}));
export type AskInput = z.input<typeof askInputSchema>;
type FieldProblem = {
  readonly field: string;
  readonly message: string;
};
export type RunPreview = {
  readonly cells: number;
  /** Maximum cost of the run by the embedded tariff; null for a deployment with an unknown tariff. */
  readonly maximumCredits: number | null;
  readonly balance: number | null;
  readonly slots: number | null;
  readonly estimatedSeconds: number | null;
  readonly problems: readonly FieldProblem[];
  /** What the service's documentation warns of about the engine. */
  readonly notices: readonly string[];
};
export type RunCounts = {
  readonly total: number;
  readonly planned: number;
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly unknown: number;
};
export const runStates = ['running', 'paused', 'interrupted', 'finished', 'cancelled'] as const;
/** Why a run is paused: a credit limit was reached, or a user paused it. */
export const holdReasons = ['ceiling-run', 'ceiling-day', 'ceiling-month', 'person'] as const;
/** What a run may cost. */
export type RunLimits = {
  readonly ceiling: number | null;
  /** The maximum cost at planning, to compare with `creditsCharged` afterwards. */
  readonly maximumCredits: number;
  /** Maximum remaining cost of cells in progress or with unknown outcome. */
  readonly creditsHeld: number;
  readonly holdReason: HoldReason | null;
};
/** Additional data of a plan's run. */
export type PlanRunFacts = RunLimits & {
  readonly planId: string;
  readonly name: string;
  readonly version: number;
  readonly mode: RunMode;
  readonly questions: number;
  readonly engines: readonly Engine[];
};
export type RunSummary = {
  readonly id: string;
  readonly question: string;
  readonly engine: Engine;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly state: (typeof runStates)[number];
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  readonly counts: RunCounts;
  readonly creditsCharged: number;
  readonly samples: number;
  /** Number of different markets among its cells. */
  readonly markets: number;
  /** The first 20 markets in plan order, for the flag strip; `markets` has their number. */
  readonly strip: readonly {
    readonly market: string;
    readonly country: string | null;
    readonly state: CellState;
  }[];
  /** Driver names seen in the run's answers, such as `sandbox`. */
  readonly drivers: readonly string[];
  readonly plan?: PlanRunFacts;
  /** Of a run of one question at a service whose prices are known. */
  readonly limits?: RunLimits;
};
/** Answers that arrived and cannot be stored yet: they are kept in memory. */
export type UnstoredAnswers = {
  readonly answers: number;
  readonly code: AppErrorCode;
  /** What is wrong and how to fix it. */
  readonly reason: string;
  readonly sinceMs: number;
};
export type CellError = {
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
};
export type CellView = {
  readonly id: string;
  readonly ordinal: number;
  readonly market: Market;
  readonly marketKey: string;
  /** The wording in this market, if it is not the main text. */
  readonly wording?: string;
  readonly sample: number;
  readonly state: CellState;
  readonly observationId: string | null;
  /** Of the stored answer. */
  readonly surface: string | null;
  readonly error: CellError | null;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly creditsCharged: number | null;
  readonly attempts: number;
};
export type RunDetail = {
  readonly run: RunSummary;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the question, by country and language. */
  readonly wordings?: Readonly<Record<string, string>>;
  readonly cells: readonly CellView[];
};
/** A plan's run cell by cell, compact enough for 80,000 of them. */
export type RunGrid = {
  readonly questions: readonly string[];
  readonly engines: readonly Engine[];
  readonly markets: readonly string[];
  /**
   * By question and engine (`question * engines.length + engine`): one letter per market, for the first of
   * these states among its samples: running (r), planned (p), unknown (u), failed (f), cancelled (c), completed
   * (d), or `.` if nothing is planned.
   */
  readonly rows: readonly string[];
  /** Every sample counted, in the order of `engines` and of `markets`. */
  readonly byEngine: readonly RunCounts[];
  readonly byMarket: readonly RunCounts[];
};
export type FailureGroup = {
  readonly state: 'failed' | 'unknown';
  readonly code: string;
  /** The message of the first of them. */
  readonly message: string;
  readonly cells: number;
  /** Maximum cost of retrying them. */
  readonly maximumCredits: number;
  readonly engines: readonly Engine[];
  readonly markets: number;
};
export const runIdSchema = strictSchema(() => ({ runId: z.string() }));
export type HoldReason = (typeof holdReasons)[number];

/** What became of a task that was given to settle a request of unknown outcome. */
export type Collected = {
  /** Id of the task, or the place of the record in the input, from 1. */
  readonly task: string;
  /** `waiting`: the task has not ended; a resumed run collects it. */
  readonly state: 'completed' | 'failed' | 'waiting' | 'refused';
  readonly cellId: string | null;
  readonly creditsCharged: number | null;
  /** Why it was refused. */
  readonly message: string | null;
};
