import { z } from 'zod';
import {
  askInputSchema,
  type Collected,
  engineSchema,
  type FailureGroup,
  type RunDetail,
  type RunGrid,
  type RunPreview,
  type RunSummary,
  runIdSchema,
} from '../../model/run.ts';
import { mutation, ofProject, ofProjectOrAll, query } from '../route.ts';

export const runRoutes = {
  'runs.preview': query(() => askInputSchema).returns<RunPreview>(),
  'runs.start': ofProject(mutation(() => askInputSchema.unwrap()).returns<{ readonly runId: string }>()),
  'runs.cancel': mutation(() => runIdSchema).returns<{ readonly cancelled: number }>(),
  /**
   * Runs planned and unfinished cells; `unknown` cells only with `includeUnknown`, because they may have been
   * charged.
   */
  'runs.resume': mutation(() => ({
    runId: z.string(),
    retryFailed: z.boolean().default(false),
    includeUnknown: z.boolean().default(false),
    cellIds: z.array(z.string()).optional(),
    /** Retries only those that ended with one of these codes. */
    causes: z.array(z.string().max(100)).max(100).optional(),
    /** A new credit limit for the run; unchanged if absent. */
    ceiling: z.number().int().min(0).max(1_000_000_000).optional(),
  })).returns</** `collecting`: tasks already waiting at the service. */
  { readonly resumed: number; readonly collecting?: number }>(),
  /**
   * Settles requests whose outcome is unknown by their tasks: read at the service by id, or given as stored webhook
   * bodies. Sends nothing that costs.
   */
  'runs.collect': mutation(() => ({
    runId: z.string(),
    taskIds: z.array(z.string().min(1).max(200)).max(500).default([]),
    /** Webhook bodies or task records, as JSON. */
    records: z.array(z.string()).max(500).default([]),
  })).returns<{ readonly outcomes: readonly Collected[] }>(),
  /** Sends nothing more until it is resumed; requests in progress are settled. */
  'runs.pause': mutation(() => runIdSchema).returns<{ readonly paused: boolean }>(),
  'runs.status': query(() => runIdSchema).returns<RunSummary>(),
  'runs.grid': query(() => runIdSchema).returns<RunGrid>(),
  'runs.failures': query(() => runIdSchema).returns<{ readonly failures: readonly FailureGroup[] }>(),
  'runs.list': ofProjectOrAll(
    query(() => ({
      limit: z.number().int().min(1).max(500).default(50),
      /** Pages back in time: the `createdAtMs` and id of the last row seen. */
      before: z.strictObject({ createdAtMs: z.number(), id: z.string() }).optional(),
      text: z.string().max(500).optional(),
    })).returns<{ readonly runs: readonly RunSummary[]; readonly more: boolean }>(),
  ),
  /**
   * All data of a run of one question. For a plan's run by question and engine, by default the first of each:
   * `run` describes these two, while its counts are those of the whole run.
   */
  'runs.get': query(() =>
    runIdSchema
      .unwrap()
      .extend({ question: z.number().int().min(0).optional(), engine: engineSchema.optional() }),
  ).returns<RunDetail>(),
  /** The runs that asked only these questions, and how many asked others too. */
  'runs.ofQuestions': ofProject(
    query(() => ({ questions: z.array(z.string()).min(1).max(1000) })).returns<{
      readonly runIds: readonly string[];
      readonly shared: number;
    }>(),
  ),
  'runs.remove': mutation(() => runIdSchema).returns<{ readonly removed: boolean }>(),
};
