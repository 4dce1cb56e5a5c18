import { z } from 'zod';
import { instant } from './errors.ts';

export const taskTypes = [
  'ASSISTANT_A',
  'ASSISTANT_B',
  'ASSISTANT_C',
  'ASSISTANT_D',
  'ASSISTANT_E',
  'SEARCH',
  'SEARCH_NEWS',
  'SEARCH_AI',
] as const;

export const taskStates = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

export const task = z.strictObject({
  id: z.uuid(),
  taskType: z.enum(taskTypes),
  status: z.enum(taskStates),
  priority: z.int().min(1).max(10),
  createdAt: instant,
  latencyMs: z.int().min(0).nullable(),
  idempotencyKey: z.string().nullable(),
});

const credits = z.strictObject({
  creditsToCharge: z.number().min(0),
  creditsCharged: z.number().min(0).nullable(),
});

export const creation = z.strictObject({ success: z.literal(true), task, credits });

const itemError = z.strictObject({
  code: z.enum(['VALIDATION_ERROR', 'RESOURCE_ALREADY_EXISTS', 'INSUFFICIENT_CREDITS']),
  message: z.string().min(1),
  details: z.record(z.string(), z.unknown()).optional(),
  timestamp: instant,
});

const batchItem = z.discriminatedUnion('success', [
  z.strictObject({ success: z.literal(true), index: z.int().min(0), task, credits }),
  z.strictObject({ success: z.literal(false), index: z.int().min(0), error: itemError }),
]);

export const batch = z.strictObject({
  success: z.literal(true),
  summary: z.strictObject({
    total: z.int().min(0),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
  }),
  results: z.array(batchItem),
});

const webhook = z.strictObject({
  url: z.string(),
  deliveredAt: instant.nullable(),
  delivered: z.boolean(),
});

/** The answer to a status question; also, without `webhook`, the body of a webhook. */
export const taskRecord = z.strictObject({
  task,
  credits,
  webhook: webhook.optional(),
  response: z.record(z.string(), z.unknown()).optional(),
});
export type TaskRecord = z.infer<typeof taskRecord>;

export const failedResponse = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

export const metrics = z.strictObject({
  queuedTasks: z.int().min(0),
  processingTasks: z.int().min(0),
  priorityBreakdown: z.array(z.strictObject({ priority: z.int().min(1).max(10), count: z.int().min(1) })),
  concurrency: z.strictObject({ used: z.int().min(0), max: z.int().min(1) }).nullable(),
});

export const cleared = z.strictObject({ success: z.literal(true), cleared: z.int().min(0) });
