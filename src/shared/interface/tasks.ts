import { z } from 'zod';
import { lazySchema, looseSchema } from '../lazySchema.ts';
import { type Engine, engineOfTaskType, engines, taskTypes } from './engines.ts';
import { batchItemErrorCodes, type FieldIssue } from './errors.ts';
import { boundedText } from './requests/fields.ts';
import { fieldIssues } from './requests/issues.ts';
import type { Known } from './results/shared.ts';
import { safeParse } from './safeParse.ts';

export const batchLimit = 500;
export const defaultPriority = 1;

const priorityRule = 'priority must be a whole number from 1 to 10';

/** One task as submitted, alone or inside a batch. The payload has the rules of its engine: see `parseRequest`. */
export const taskRequestSchema = lazySchema(() =>
  z.strictObject(
    {
      taskType: z.enum([...taskTypes, ...engines], {
        error: (issue) =>
          issue.input === undefined
            ? 'taskType is required'
            : `taskType must be one of ${taskTypes.join(', ')}`,
      }),
      payload: z.record(z.string(), z.unknown(), {
        error: (issue) =>
          issue.input === undefined
            ? 'payload is required'
            : 'payload must be an object: the request of the engine',
      }),
      priority: z
        .number({ error: priorityRule })
        .int(priorityRule)
        .min(1, priorityRule)
        .max(10, priorityRule)
        .optional(),
      idempotencyKey: boundedText(
        z
          .string({ error: 'idempotencyKey must be a string' })
          .min(1, 'idempotencyKey must not be empty: send 1 to 255 characters or leave it out'),
        'idempotencyKey',
        255,
      ).optional(),
      webhook: z
        .strictObject(
          {
            url: boundedText(
              z.string({
                error: (issue) =>
                  issue.input === undefined
                    ? 'webhook.url is required'
                    : 'webhook.url must be a string: a web address',
              }),
              'webhook.url',
              2_048,
            ).refine(isWebAddress, 'webhook.url must be a complete http or https address'),
          },
          { error: 'webhook must be an object such as {"url": "https://hooks.example/answers"}' },
        )
        .optional(),
    },
    { error: 'A task must be a JSON object' },
  ),
);

/** A checked task, its payload still as it came. */
export type TaskRequest = {
  readonly engine: Engine;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly priority: number;
  readonly idempotencyKey: string | null;
  readonly webhookUrl: string | null;
};

export type ParsedTask =
  | { readonly ok: true; readonly task: TaskRequest }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** Checks everything of a task except its payload. */
export function parseTaskRequest(body: unknown): ParsedTask {
  const parsed = safeParse(taskRequestSchema, body);
  if (!parsed.success) return { ok: false, issues: fieldIssues(parsed.error, taskRequestSchema) };
  const { taskType, payload, priority, idempotencyKey, webhook } = parsed.data;
  const engine = engineOfTaskType(taskType);
  if (engine === undefined)
    return { ok: false, issues: [{ field: 'taskType', message: 'taskType is unknown' }] };
  return {
    ok: true,
    task: {
      engine,
      payload,
      priority: priority ?? defaultPriority,
      idempotencyKey: idempotencyKey ?? null,
      // As it was parsed: the address that is shown is the address that is called.
      webhookUrl: webhook === undefined ? null : new URL(webhook.url).href,
    },
  };
}

/** Issues of a payload as they are reported inside a task: with the `payload.` prefix. */
export function payloadIssues(issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.map(({ field, message }) => ({
    field: field === '' ? 'payload' : `payload.${field}`,
    message,
  }));
}

/** Body of `POST /v1/async/task/batch`; each item is checked by itself. */
export const batchRequestSchema = z
  .array(z.unknown(), { error: 'The request body must be an array of tasks' })
  .min(1, 'The array must hold at least one task')
  .max(batchLimit, `The array must hold at most ${batchLimit} tasks: split the batch`);

export const taskStates = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type TaskState = (typeof taskStates)[number];

export const taskRecordSchema = looseSchema(() => ({
  id: z.uuid(),
  taskType: z.string(),
  status: z.enum(taskStates),
  priority: z.int().min(1).max(10),
  createdAt: z.iso.datetime(),
  /** Milliseconds from first pickup to the outcome; null before it. */
  latencyMs: z.int().nullable().optional(),
  idempotencyKey: z.string().nullable().optional(),
}));

export const taskCreditsSchema = looseSchema(() => ({
  creditsToCharge: z.number(),
  /** Null until the task has ended; 0 on FAILED. */
  creditsCharged: z.number().nullable(),
}));

/** Answer of `POST /v1/async/task`. */
export const taskCreatedSchema = looseSchema(() => ({
  success: z.literal(true),
  task: taskRecordSchema,
  credits: taskCreditsSchema,
}));

export const batchItemErrorSchema = looseSchema(() => ({
  /** One of the three codes a batch item can carry; open, as clients must survive a new one. */
  code: z.union([z.enum(batchItemErrorCodes), z.string()]),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  timestamp: z.iso.datetime(),
}));

/** Answer of `POST /v1/async/task/batch`. */
export const batchResponseSchema = looseSchema(() => ({
  success: z.literal(true),
  summary: z.looseObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  results: z.array(
    z.discriminatedUnion('success', [
      z.looseObject({
        success: z.literal(true),
        /** 0-based position in the submitted array. */
        index: z.int().min(0),
        task: taskRecordSchema,
        credits: taskCreditsSchema,
      }),
      z.looseObject({ success: z.literal(false), index: z.int().min(0), error: batchItemErrorSchema }),
    ]),
  ),
}));

/** Answer of `GET /v1/async/task/{taskId}`; a webhook carries the same without the `webhook` block. */
export const taskStatusSchema = looseSchema(() => ({
  task: taskRecordSchema,
  credits: taskCreditsSchema,
  /** Only on ended tasks that were created with a webhook. */
  webhook: z
    .looseObject({ url: z.string(), deliveredAt: z.iso.datetime().nullable(), delivered: z.boolean() })
    .optional(),
  /** COMPLETED: the engine's result, flat. FAILED: `{error}`. Absent before. */
  response: z.record(z.string(), z.unknown()).optional(),
}));

/** Answer of `GET /v1/async/status`. */
export const queueMetricsSchema = looseSchema(() => ({
  queuedTasks: z.int(),
  processingTasks: z.int(),
  /** Queued tasks per priority, highest first, levels without tasks left out. */
  priorityBreakdown: z.array(z.looseObject({ priority: z.int().min(1).max(10), count: z.int().min(1) })),
  concurrency: z.looseObject({ used: z.int(), max: z.int() }).nullable().optional(),
}));

/** Answer of `DELETE /v1/async/queue`. */
export const queueClearedSchema = looseSchema(() => ({ success: z.literal(true), cleared: z.int().min(0) }));

export type TaskRecord = Known<z.infer<typeof taskRecordSchema>>;
export type TaskCredits = Known<z.infer<typeof taskCreditsSchema>>;
export type TaskStatus = Omit<Known<z.infer<typeof taskStatusSchema>>, 'response'> & {
  readonly response?: Readonly<Record<string, unknown>>;
};
export type QueueMetrics = Known<z.infer<typeof queueMetricsSchema>>;

/** With a host where it is read, and without what the URL parser would drop silently: line breaks, tabs, blanks. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\\?#\s]/i.test(text) && !/[\p{Cc}\s]/u.test(text) && URL.canParse(text);
}
