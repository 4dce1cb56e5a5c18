import { setImmediate as othersTurn } from 'node:timers/promises';
import { timeOrderedId } from '#platform/identifiers.ts';
import { type Engine, engineOfTaskType } from '#shared/interface/engines.ts';
import type { BatchItemErrorCode, FieldIssue } from '#shared/interface/errors.ts';
import { fieldIssues, maxNamed, oneForEachField } from '#shared/interface/requests/issues.ts';
import { parseRequest } from '#shared/interface/requests/parseRequest.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { maximumCost, submissionCost } from '#shared/interface/tariff.ts';
import {
  batchLimit,
  batchRequestSchema,
  parseTaskRequest,
  payloadIssues,
  type TaskCredits,
  type TaskRecord,
} from '#shared/interface/tasks.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import type { StoreWait } from '../parts/storeWait.ts';
import type { NewTask } from '../store/serviceStore.ts';
import { createdBody } from './taskBodies.ts';

export type Submitter = {
  readonly accountId: number;
  readonly requestId: string;
  readonly wait: StoreWait;
};

export type QueueOverflow = {
  readonly kind: 'overflow';
  readonly details: {
    readonly queuedCount: number;
    readonly batchSize: number;
    readonly maxQueueSize: number;
    readonly remainingCapacity: number;
  };
};

export type Created = { readonly task: TaskRecord; readonly credits: TaskCredits };

export type SingleOutcome =
  | { readonly kind: 'created'; readonly body: Created }
  | { readonly kind: 'invalid'; readonly issues: readonly FieldIssue[] }
  | { readonly kind: 'exists'; readonly idempotencyKey: string }
  | { readonly kind: 'insufficient'; readonly required: number }
  | QueueOverflow;

export type BatchItem =
  | ({ readonly success: true; readonly index: number } & Created)
  | {
      readonly success: false;
      readonly index: number;
      readonly error: {
        readonly code: BatchItemErrorCode;
        readonly message: string;
        readonly details?: Readonly<Record<string, unknown>>;
        readonly timestamp: string;
      };
    };

export type BatchOutcome =
  | {
      readonly kind: 'done';
      readonly summary: { readonly total: number; readonly succeeded: number; readonly failed: number };
      readonly results: readonly BatchItem[];
    }
  | { readonly kind: 'invalid'; readonly issues: readonly FieldIssue[] }
  | QueueOverflow;

/** In a batch, a task that is larger than one sent by itself may be. */
export const oversized = Symbol('oversized');

export type Submissions = {
  readonly single: (body: unknown, submitter: Submitter) => Promise<SingleOutcome>;
  /**
   * @param items read one at a time, so that other requests get their turn in between
   * @param bytes of the whole batch: what is said about its errors is bounded by it
   */
  readonly batch: (items: Iterable<unknown>, bytes: number, submitter: Submitter) => Promise<BatchOutcome>;
};

/** What a batch says of its invalid tasks beyond its own size, in bytes; the rest is said in brief. */
const saidBeyond = 12 * 1024;
const inBrief = 'Not valid; send it alone for details';

/** Validates tasks and adds them to the queue. */
export function createSubmissions(parts: ServiceParts): Submissions {
  const { store, settings, clock } = parts;

  const create = (tasks: readonly NewTask[], batchSize: number, accountId: number, now: number) =>
    store.createTasks({ accountId, tasks, batchSize, queueLimit: settings.queueLimit, now });

  const overflow = (queuedCount: number, batchSize: number): QueueOverflow => ({
    kind: 'overflow',
    details: {
      queuedCount,
      batchSize,
      maxQueueSize: settings.queueLimit,
      remainingCapacity: Math.max(0, settings.queueLimit - queuedCount),
    },
  });

  return {
    single: async (body, { accountId, requestId, wait }) => {
      const now = clock.now();
      const checked = checkTask(body, requestId, now, parts);
      if (!checked.ok) return { kind: 'invalid', issues: checked.issues };
      const { task } = checked;
      const creation = await wait(create([task], 1, accountId, now));
      if (creation.kind === 'overflow') return overflow(creation.queuedCount, 1);
      switch (creation.results[0]) {
        case 'exists':
          return { kind: 'exists', idempotencyKey: task.idempotencyKey ?? '' };
        case 'insufficient':
          return { kind: 'insufficient', required: task.maximumCost };
        default:
          parts.capacityFreed();
          return { kind: 'created', body: createdBody(task, now) };
      }
    },

    batch: async (items, bytes, { accountId, requestId, wait }) => {
      const now = clock.now();
      const checked: Checked[] = [];
      for (const item of items) {
        checked.push(checkTask(item, requestId, now, parts));
        if (checked.length > batchLimit) break;
        await othersTurn();
      }
      const counted = safeParse(batchRequestSchema, checked);
      if (!counted.success)
        return { kind: 'invalid', issues: fieldIssues(counted.error, batchRequestSchema) };
      const valid = checked.flatMap((check) => (check.ok ? [check.task] : []));
      const creation = await wait(create(valid, checked.length, accountId, now));
      if (creation.kind === 'overflow') return overflow(creation.queuedCount, checked.length);
      let room = saidBeyond + bytes;
      const said = (issues: readonly FieldIssue[]): readonly FieldIssue[] => {
        room -= Buffer.byteLength(JSON.stringify(issues));
        return room >= 0 ? issues : [{ field: (issues[0]?.field ?? '').slice(0, 40), message: inBrief }];
      };

      const outcomes = creation.results[Symbol.iterator]();
      const timestamp = new Date(now).toISOString();
      const results = checked.map((check, index): BatchItem => {
        const refuse = (
          code: BatchItemErrorCode,
          message: string,
          details?: Readonly<Record<string, unknown>>,
        ): BatchItem => ({
          success: false,
          index,
          error: { code, message, details, timestamp },
        });
        if (!check.ok) {
          return refuse('VALIDATION_ERROR', `The task at index ${index} is not valid`, {
            errors: said(check.issues),
          });
        }
        const { task } = check;
        switch (outcomes.next().value) {
          case 'exists':
            return refuse('RESOURCE_ALREADY_EXISTS', 'A task with this idempotencyKey already exists', {
              field: 'idempotencyKey',
              value: task.idempotencyKey,
            });
          case 'insufficient':
            return refuse(
              'INSUFFICIENT_CREDITS',
              'The balance does not cover the maximum cost of this task',
              {
                required: task.maximumCost,
              },
            );
          default:
            return { success: true, index, ...createdBody(task, now) };
        }
      });
      const succeeded = results.filter(({ success }) => success).length;
      if (succeeded > 0) parts.capacityFreed();
      const summary = { total: checked.length, succeeded, failed: checked.length - succeeded };
      return { kind: 'done', summary, results };
    },
  };
}

type Checked =
  | { readonly ok: true; readonly task: NewTask }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

function checkTask(body: unknown, requestId: string, now: number, parts: ServiceParts): Checked {
  if (body === oversized)
    return { ok: false, issues: [{ field: '', message: 'A task must have at most 1 MiB: shorten it' }] };
  const parsed = parseTaskRequest(body);
  // The payload is validated even if the task around it is invalid, so that one response names every invalid
  // field.
  const asked = parsed.ok ? parsed.task : askedOf(body);
  const issues = parsed.ok ? [] : [...parsed.issues];
  const checked = asked === null ? null : checkPayload(asked, maxNamed - issues.length, parts);
  if (checked !== null && !checked.ok) issues.push(...checked.issues);
  if (!parsed.ok || checked === null || !checked.ok) return { ok: false, issues: oneForEachField(issues) };
  const { engine, priority, idempotencyKey, webhookUrl } = parsed.task;
  return {
    ok: true,
    task: {
      id: timeOrderedId(now),
      requestId,
      engine,
      payload: JSON.stringify(checked.request),
      priority,
      idempotencyKey,
      webhookUrl,
      creditsToCharge: submissionCost(engine, checked.request),
      maximumCost: maximumCost(engine, checked.request),
    },
  };
}

type RequestedAnswer = { readonly engine: Engine; readonly payload: Readonly<Record<string, unknown>> };

/** Engine and payload of an otherwise invalid task; null if they cannot be determined. */
function askedOf(body: unknown): RequestedAnswer | null {
  if (typeof body !== 'object' || body === null) return null;
  const { taskType, payload } = body as { taskType?: unknown; payload?: unknown };
  const engine = typeof taskType === 'string' ? engineOfTaskType(taskType) : undefined;
  if (engine === undefined || typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return null;
  return { engine, payload: payload as Readonly<Record<string, unknown>> };
}

function checkPayload({ engine, payload }: RequestedAnswer, room: number, parts: ServiceParts) {
  if (!parts.registry.isAvailable(engine))
    return { ok: false, issues: [{ field: 'taskType', message: `${engine} is not yet available` }] } as const;
  const checked = parseRequest(engine, payload, { searchHosts: parts.searchHosts(), room });
  return checked.ok ? checked : ({ ok: false, issues: payloadIssues(checked.issues) } as const);
}
