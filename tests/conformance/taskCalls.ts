import { expect } from 'vitest';
import type { z } from 'zod';
import type { Answer, Api } from './http.ts';
import { balance } from './shapes/reference.ts';
import { batch, creation, metrics, type TaskRecord, taskRecord } from './shapes/tasks.ts';
import { until } from './until.ts';

/** Creates a task that must be accepted. */
export async function createTask(api: Api, body: unknown): Promise<z.infer<typeof creation>> {
  return parsedAs(creation, await api.post('/v1/async/task', body));
}

/** Submits a batch that must be processed. */
export async function createBatch(api: Api, bodies: readonly unknown[]): Promise<z.infer<typeof batch>> {
  return parsedAs(batch, await api.post('/v1/async/task/batch', bodies));
}

/** The ids of a batch's tasks, all of which must have been accepted. */
export async function createTasks(api: Api, bodies: readonly unknown[]): Promise<readonly string[]> {
  const { results } = await createBatch(api, bodies);
  return results.map((item) => {
    if (!item.success) throw new Error(`item ${item.index} was refused: ${JSON.stringify(item.error)}`);
    return item.task.id;
  });
}

export async function readTask(api: Api, id: string): Promise<TaskRecord> {
  return parsedAs(taskRecord, await api.get(`/v1/async/task/${id}`));
}

export async function stateOf(api: Api, id: string): Promise<TaskRecord['task']['status']> {
  return (await readTask(api, id)).task.status;
}

export const isFinished = (record: TaskRecord): boolean =>
  record.task.status === 'COMPLETED' || record.task.status === 'FAILED';

/** The task's record once it is COMPLETED or FAILED. */
export function finished(api: Api, id: string, budgetMs?: number): Promise<TaskRecord> {
  return until(`task ${id} finished`, () => readTask(api, id), isFinished, budgetMs);
}

/** The task's record once it has left the queue. */
export function started(api: Api, id: string): Promise<TaskRecord> {
  return until(
    `task ${id} started`,
    () => readTask(api, id),
    ({ task }) => task.status !== 'QUEUED',
  );
}

export async function readMetrics(api: Api): Promise<z.infer<typeof metrics>> {
  return parsedAs(metrics, await api.get('/v1/async/status'));
}

/** Slots in use by this account, synchronous calls and tasks together. */
export async function slotsInUse(api: Api): Promise<number> {
  return (await readMetrics(api)).concurrency?.used ?? Number.NaN;
}

export function slotsInUseBecome(api: Api, used: number): Promise<number> {
  return until(
    `${used} slots in use`,
    () => slotsInUse(api),
    (now) => now === used,
  );
}

export async function remainingCredits(api: Api): Promise<number> {
  return parsedAs(balance, await api.get('/v1/credits')).remaining;
}

/** Parses a 200 answer; anything else fails with the answer's text. */
export function parsedAs<T extends z.ZodType>(shape: T, answer: Answer): z.infer<T> {
  expect(answer.status, answer.text).toBe(200);
  const parsed = shape.safeParse(answer.body);
  if (!parsed.success) throw new Error(`${parsed.error.message}\nin ${answer.text}`);
  return parsed.data;
}
