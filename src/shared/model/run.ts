import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { marketSchema } from './market.ts';
import { runModes } from './plan.ts';
import { inProject } from './projectScope.ts';
import { wordingsSchema } from './wordings.ts';

export const engineSchema = z.enum(engines);
export const cellStates = ['planned', 'running', 'completed', 'failed', 'cancelled', 'unknown'] as const;
/** `unknown`: the call was sent and its outcome never arrived; it may have been charged and is never repeated by itself. */
export const cellStateSchema = z.enum(cellStates);
export const askInputSchema = z.strictObject({
  question: z.string(),
  /** The same question in the words of countries and languages. */
  wordings: wordingsSchema.optional(),
  engine: engineSchema,
  markets: z.array(marketSchema).max(1000),
  samples: z.number().int().min(1).max(50).default(1),
  /** Request fields beyond prompt and market: `include`, `legacy`, `disableWebSearch`, `pages` and so on. */
  options: z.record(z.string(), z.unknown()).default({}),
  connectionId: z.string(),
  ...inProject,
});
export type AskInput = z.input<typeof askInputSchema>;
const fieldProblemSchema = z.object({ field: z.string(), message: z.string() });
export const previewSchema = z.object({
  cells: z.number().int(),
  /** Most that the run can cost by the embedded tariff; null on a deployment whose tariff is not known. */
  maximumCredits: z.number().int().nullable(),
  balance: z.number().int().nullable(),
  slots: z.number().int().nullable(),
  estimatedSeconds: z.number().nullable(),
  problems: z.array(fieldProblemSchema),
});
export const runCountsSchema = z.object({
  total: z.number().int(),
  planned: z.number().int(),
  running: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  unknown: z.number().int(),
});
export const runStates = ['running', 'paused', 'interrupted', 'finished', 'cancelled'] as const;
/** Why a run is paused: a ceiling was reached, or a person wished it. */
export const holdReasons = ['ceiling-run', 'ceiling-day', 'ceiling-month', 'person'] as const;
/** What a run of a plan has beyond a single question. */
const planRunSchema = z.object({
  planId: z.string(),
  name: z.string(),
  version: z.number().int(),
  mode: z.enum(runModes),
  questions: z.number().int(),
  engines: z.array(engineSchema),
  ceiling: z.number().int().nullable(),
  /** The worst case at planning, to hold against `creditsCharged` afterwards. */
  maximumCredits: z.number().int(),
  /** What cells under way, and those of unknown outcome, may still have cost. */
  creditsHeld: z.number().int(),
  holdReason: z.enum(holdReasons).nullable(),
});
export const runSummarySchema = z.object({
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
  /** Different markets among all its cells. */
  markets: z.number().int(),
  /** One entry per cell in plan order, for the flag strip; at most 300, `counts.total` tells the rest. */
  strip: z.array(z.object({ market: z.string(), country: z.string().nullable(), state: cellStateSchema })),
  /** Driver names seen in the run's answers, such as `sandbox`. */
  drivers: z.array(z.string()),
  plan: planRunSchema.optional(),
});
export const cellErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string().nullable(),
});
export const cellViewSchema = z.object({
  id: z.string(),
  ordinal: z.number().int(),
  market: marketSchema,
  marketKey: z.string(),
  /** What is asked in this market, where that is another wording of the question. */
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
});
export const runDetailSchema = z.object({
  run: runSummarySchema,
  options: z.record(z.string(), z.unknown()),
  /** Of the question, by country and language. */
  wordings: z.record(z.string(), z.string()).optional(),
  cells: z.array(cellViewSchema),
});
/** A run of a plan cell by cell, small enough for 80,000 of them. */
export const runGridSchema = z.object({
  questions: z.array(z.string()),
  engines: z.array(engineSchema),
  markets: z.array(z.string()),
  /**
   * By question and engine (`question * engines.length + engine`): one letter for each market, the first of its
   * samples' states that is there of running (r), planned (p), unknown (u), failed (f), cancelled (c), completed
   * (d), or `.` where nothing is planned.
   */
  rows: z.array(z.string()),
  /** Every sample counted, in the order of `engines` and of `markets`. */
  byEngine: z.array(runCountsSchema),
  byMarket: z.array(runCountsSchema),
});
export const failureGroupSchema = z.object({
  state: z.enum(['failed', 'unknown']),
  code: z.string(),
  /** The sentence of the first of them. */
  message: z.string(),
  cells: z.number().int(),
  /** What asking them again can cost at most. */
  maximumCredits: z.number().int(),
  engines: z.array(engineSchema),
  markets: z.number().int(),
});
export const runIdSchema = z.strictObject({ runId: z.string() });
export type RunSummary = z.infer<typeof runSummarySchema>;
export type RunDetail = z.infer<typeof runDetailSchema>;
export type CellView = z.infer<typeof cellViewSchema>;
export type CellState = z.infer<typeof cellStateSchema>;
export type RunCounts = z.infer<typeof runCountsSchema>;
export type PlanRunFacts = z.infer<typeof planRunSchema>;
export type HoldReason = (typeof holdReasons)[number];
export type RunGrid = z.infer<typeof runGridSchema>;
export type FailureGroup = z.infer<typeof failureGroupSchema>;
export type RunPreview = z.infer<typeof previewSchema>;
