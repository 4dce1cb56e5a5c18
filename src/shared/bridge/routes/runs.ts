import { z } from 'zod';
import { engines } from '../../interface/engines.ts';
import { marketSchema } from '../market.ts';
import { mutation, query } from '../route.ts';

export const engineSchema = z.enum(engines);

export const cellStates = ['planned', 'running', 'completed', 'failed', 'cancelled', 'unknown'] as const;
/** `unknown`: the call was sent and its outcome never arrived; it may have been charged and is never repeated by itself. */
export const cellStateSchema = z.enum(cellStates);

export const askInputSchema = z.strictObject({
  question: z.string(),
  engine: engineSchema,
  markets: z.array(marketSchema).max(1000),
  samples: z.number().int().min(1).max(50).default(1),
  /** Request fields beyond prompt and market: `include`, `legacy`, `disableWebSearch`, `pages` and so on. */
  options: z.record(z.string(), z.unknown()).default({}),
  connectionId: z.string(),
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

export const runSummarySchema = z.object({
  id: z.string(),
  question: z.string(),
  engine: engineSchema,
  connectionId: z.string(),
  connectionName: z.string(),
  state: z.enum(runStates),
  createdAtMs: z.number(),
  finishedAtMs: z.number().nullable(),
  counts: runCountsSchema,
  creditsCharged: z.number().int(),
  samples: z.number().int(),
  /** One entry per cell in plan order, for the flag strip; at most 300, `counts.total` tells the rest. */
  strip: z.array(z.object({ market: z.string(), country: z.string().nullable(), state: cellStateSchema })),
  /** Driver names seen in the run's answers, such as `sandbox`. */
  drivers: z.array(z.string()),
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
  sample: z.number().int(),
  state: cellStateSchema,
  observationId: z.string().nullable(),
  error: cellErrorSchema.nullable(),
  startedAtMs: z.number().nullable(),
  finishedAtMs: z.number().nullable(),
  creditsCharged: z.number().int().nullable(),
  attempts: z.number().int(),
});

export const runDetailSchema = z.object({
  run: runSummarySchema,
  options: z.record(z.string(), z.unknown()),
  cells: z.array(cellViewSchema),
});

const runIdSchema = z.strictObject({ runId: z.string() });

export const runRoutes = {
  'runs.preview': query(askInputSchema, previewSchema),
  'runs.start': mutation(askInputSchema, z.object({ runId: z.string() })),
  'runs.cancel': mutation(runIdSchema, z.object({ cancelled: z.number().int() })),
  /** Runs what is planned but unfinished; `unknown` cells only with `includeUnknown`, since they may have been charged. */
  'runs.resume': mutation(
    z.strictObject({
      runId: z.string(),
      retryFailed: z.boolean().default(false),
      includeUnknown: z.boolean().default(false),
      cellIds: z.array(z.string()).optional(),
    }),
    z.object({ resumed: z.number().int() }),
  ),
  'runs.list': query(
    z.strictObject({
      limit: z.number().int().min(1).max(500).default(50),
      /** Pages back in time: the `createdAtMs` and id of the last row seen. */
      before: z.strictObject({ createdAtMs: z.number(), id: z.string() }).optional(),
      text: z.string().max(500).optional(),
    }),
    z.object({ runs: z.array(runSummarySchema), more: z.boolean() }),
  ),
  'runs.get': query(runIdSchema, runDetailSchema),
  'runs.remove': mutation(runIdSchema, z.object({ removed: z.boolean() })),
};

export type RunSummary = z.infer<typeof runSummarySchema>;
export type RunDetail = z.infer<typeof runDetailSchema>;
export type CellView = z.infer<typeof cellViewSchema>;
export type CellState = z.infer<typeof cellStateSchema>;
export type RunCounts = z.infer<typeof runCountsSchema>;
export type RunPreview = z.infer<typeof previewSchema>;
