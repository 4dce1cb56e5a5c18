import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { lazySchema } from '../lazySchema.ts';
import { appErrorCodes } from './appError.ts';
import { marketSchema } from './market.ts';
import { runModes } from './plan.ts';
import { inProject } from './projectScope.ts';
import { wordingsSchema } from './wordings.ts';

export const engineSchema = z.enum(engines);
export const cellStates = ['planned', 'running', 'completed', 'failed', 'cancelled', 'unknown'] as const;
/**
 * `unknown`: the call was sent but its outcome never arrived; it may have been charged and is never retried
 * automatically.
 */
export const cellStateSchema = z.enum(cellStates);
export const askInputSchema = lazySchema(() =>
  z.strictObject({
    question: z.string(),
    /** Wordings of the question by country and language. */
    wordings: wordingsSchema.optional(),
    engine: engineSchema,
    markets: z.array(marketSchema).max(1000),
    samples: z.number().int().min(1).max(50).default(1),
    /** Request fields beyond prompt and market: `include`, `legacy`, `disableWebSearch`, `pages` and so on. */
    options: z.record(z.string(), z.unknown()).default({}),
    connectionId: z.string(),
    ...inProject,
  }),
);
export type AskInput = z.input<typeof askInputSchema>;
const fieldProblemSchema = lazySchema(() => z.object({ field: z.string(), message: z.string() }));
export const previewSchema = lazySchema(() =>
  z.object({
    cells: z.number().int(),
    /** Maximum cost of the run by the embedded tariff; null for a deployment with an unknown tariff. */
    maximumCredits: z.number().int().nullable(),
    balance: z.number().int().nullable(),
    slots: z.number().int().nullable(),
    estimatedSeconds: z.number().nullable(),
    problems: z.array(fieldProblemSchema),
    /** What the service's documentation warns of about the engine. */
    notices: z.array(z.string()),
  }),
);
export const runCountsSchema = lazySchema(() =>
  z.object({
    total: z.number().int(),
    planned: z.number().int(),
    running: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    unknown: z.number().int(),
  }),
);
export const runStates = ['running', 'paused', 'interrupted', 'finished', 'cancelled'] as const;
/** Why a run is paused: a credit limit was reached, or a user paused it. */
export const holdReasons = ['ceiling-run', 'ceiling-day', 'ceiling-month', 'person'] as const;
/** Additional data of a plan's run. */
const planRunSchema = lazySchema(() =>
  z.object({
    planId: z.string(),
    name: z.string(),
    version: z.number().int(),
    mode: z.enum(runModes),
    questions: z.number().int(),
    engines: z.array(engineSchema),
    ceiling: z.number().int().nullable(),
    /** The maximum cost at planning, to compare with `creditsCharged` afterwards. */
    maximumCredits: z.number().int(),
    /** Maximum remaining cost of cells in progress or with unknown outcome. */
    creditsHeld: z.number().int(),
    holdReason: z.enum(holdReasons).nullable(),
  }),
);
export const runSummarySchema = lazySchema(() =>
  z.object({
    id: z.string(),
    question: z.string(),
    engine: engineSchema,
    connectionId: z.string(),
    connectionName: z.string(),
    projectId: z.string(),
    projectName: z.string(),
    state: z.enum(runStates),
    createdAtMs: z.number(),
    finishedAtMs: z.number().nullable(),
    counts: runCountsSchema,
    creditsCharged: z.number().int(),
    samples: z.number().int(),
    /** Number of different markets among its cells. */
    markets: z.number().int(),
    /** The first 20 markets in plan order, for the flag strip; `markets` has their number. */
    strip: z.array(z.object({ market: z.string(), country: z.string().nullable(), state: cellStateSchema })),
    /** Driver names seen in the run's answers, such as `sandbox`. */
    drivers: z.array(z.string()),
    plan: planRunSchema.optional(),
  }),
);
/** Answers that arrived and cannot be stored yet: they are kept in memory. */
export const unstoredAnswersSchema = lazySchema(() =>
  z.object({
    answers: z.number().int(),
    code: z.enum(appErrorCodes),
    /** What is wrong and how to fix it. */
    reason: z.string(),
    sinceMs: z.number(),
  }),
);
export const cellErrorSchema = lazySchema(() =>
  z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string().nullable(),
  }),
);
export const cellViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    ordinal: z.number().int(),
    market: marketSchema,
    marketKey: z.string(),
    /** The wording in this market, if it is not the main text. */
    wording: z.string().optional(),
    sample: z.number().int(),
    state: cellStateSchema,
    observationId: z.string().nullable(),
    /** Of the stored answer. */
    surface: z.string().nullable(),
    error: cellErrorSchema.nullable(),
    startedAtMs: z.number().nullable(),
    finishedAtMs: z.number().nullable(),
    creditsCharged: z.number().int().nullable(),
    attempts: z.number().int(),
  }),
);
export const runDetailSchema = lazySchema(() =>
  z.object({
    run: runSummarySchema,
    options: z.record(z.string(), z.unknown()),
    /** Of the question, by country and language. */
    wordings: z.record(z.string(), z.string()).optional(),
    cells: z.array(cellViewSchema),
  }),
);
/** A plan's run cell by cell, compact enough for 80,000 of them. */
export const runGridSchema = lazySchema(() =>
  z.object({
    questions: z.array(z.string()),
    engines: z.array(engineSchema),
    markets: z.array(z.string()),
    /**
     * By question and engine (`question * engines.length + engine`): one letter per market, for the first of
     * these states among its samples: running (r), planned (p), unknown (u), failed (f), cancelled (c), completed
     * (d), or `.` if nothing is planned.
     */
    rows: z.array(z.string()),
    /** Every sample counted, in the order of `engines` and of `markets`. */
    byEngine: z.array(runCountsSchema),
    byMarket: z.array(runCountsSchema),
  }),
);
export const failureGroupSchema = lazySchema(() =>
  z.object({
    state: z.enum(['failed', 'unknown']),
    code: z.string(),
    /** The message of the first of them. */
    message: z.string(),
    cells: z.number().int(),
    /** Maximum cost of retrying them. */
    maximumCredits: z.number().int(),
    engines: z.array(engineSchema),
    markets: z.number().int(),
  }),
);
export const runIdSchema = lazySchema(() => z.strictObject({ runId: z.string() }));
export type RunSummary = z.infer<typeof runSummarySchema>;
export type RunDetail = z.infer<typeof runDetailSchema>;
export type CellView = z.infer<typeof cellViewSchema>;
export type CellState = z.infer<typeof cellStateSchema>;
export type RunCounts = z.infer<typeof runCountsSchema>;
export type PlanRunFacts = z.infer<typeof planRunSchema>;
export type HoldReason = (typeof holdReasons)[number];
export type RunGrid = z.infer<typeof runGridSchema>;
export type FailureGroup = z.infer<typeof failureGroupSchema>;
export type UnstoredAnswers = z.infer<typeof unstoredAnswersSchema>;
export type RunPreview = z.infer<typeof previewSchema>;

/** What became of a task that was given to settle a request of unknown outcome. */
export const collectedSchema = lazySchema(() =>
  z.object({
    /** Id of the task, or the place of the record in the input, from 1. */
    task: z.string(),
    /** `waiting`: the task has not ended; a resumed run collects it. */
    state: z.enum(['completed', 'failed', 'waiting', 'refused']),
    cellId: z.string().nullable(),
    creditsCharged: z.number().int().nullable(),
    /** Why it was refused. */
    message: z.string().nullable(),
  }),
);
export type Collected = z.infer<typeof collectedSchema>;
