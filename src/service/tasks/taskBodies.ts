import { taskTypeOf } from '#shared/interface/engines.ts';
import type { TaskCredits, TaskRecord } from '#shared/interface/tasks.ts';
import type { Delivery, JobResult, NewTask, Task } from '../store/serviceStore.ts';
import { withHtml } from './resultBody.ts';

/** `task` and `credits` of a newly queued task. */
export function createdBody(task: NewTask, now: number): { task: TaskRecord; credits: TaskCredits } {
  return {
    task: {
      id: task.id,
      taskType: taskTypeOf(task.engine),
      status: 'QUEUED',
      priority: task.priority,
      createdAt: new Date(now).toISOString(),
      latencyMs: null,
      idempotencyKey: task.idempotencyKey,
    },
    credits: { creditsToCharge: task.creditsToCharge, creditsCharged: null },
  };
}

/**
 * Body of the status endpoint and, without `delivery`, of a webhook, as JSON. The stored result is inserted as
 * text, because it is large and already JSON.
 */
export function statusBody(
  task: Task,
  result: JobResult | null,
  delivery: Delivery | null,
  baseUrl: string,
): string {
  const { startedAt, finishedAt } = task;
  const head = {
    task: {
      id: task.id,
      taskType: taskTypeOf(task.engine),
      status: task.state,
      priority: task.priority,
      createdAt: new Date(task.createdAt).toISOString(),
      latencyMs: startedAt !== null && finishedAt !== null ? Math.max(0, finishedAt - startedAt) : null,
      idempotencyKey: task.idempotencyKey,
    } satisfies TaskRecord,
    credits: {
      creditsToCharge: task.creditsToCharge,
      creditsCharged: task.creditsCharged,
    } satisfies TaskCredits,
    ...(delivery === null ? {} : { webhook: webhookBlock(delivery) }),
  };
  if (finishedAt === null || result === null) return JSON.stringify(head);
  const pages = { token: result.pageToken, count: result.pageCount };
  const response = withHtml(result.body, task.engine, pages, baseUrl);
  return `${JSON.stringify(head).slice(0, -1)},"response":${response}}`;
}

function webhookBlock(delivery: Delivery) {
  return {
    url: delivery.url,
    deliveredAt: delivery.deliveredAt === null ? null : new Date(delivery.deliveredAt).toISOString(),
    delivered: delivery.deliveredAt !== null,
  };
}
