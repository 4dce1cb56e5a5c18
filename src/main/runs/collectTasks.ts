import type { Answer } from '#client/contract.ts';
import { readAccounting } from '#client/responseHeaders.ts';
import { ServiceError } from '#client/serviceError.ts';
import { fitting } from '#shared/interface/fitting.ts';
import { type TaskStatus, taskStatusSchema } from '#shared/interface/tasks.ts';
import type { Collected } from '#shared/model/run.ts';
import { sentence } from '../client/appErrors.ts';
import type { OpenConnection } from '../connections/connections.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { RunDeps } from './runDeps.ts';
import { outcomeOfTask } from './taskAnswer.ts';

type TaskToCollect = { readonly task: string; readonly read: () => Promise<Answer<TaskStatus> | string> };

/**
 * Settles cells of unknown outcome by their tasks: the key of a task is the one that its cell was sent with. A task
 * that has not ended is noted, so that the run collects it when it is resumed.
 */
export async function collectTasks(
  input: { readonly runId: string; readonly taskIds: readonly string[]; readonly records: readonly string[] },
  deps: Pick<RunDeps, 'clock' | 'outcomes'> & {
    readonly history: HistoryCalls;
    readonly connect: () => Promise<OpenConnection>;
  },
): Promise<readonly Collected[]> {
  const { runId } = input;
  const { history, clock } = deps;
  const { optionsOf } = await history.call('runs.config', { runId, nowMs: clock.now() });
  const given: readonly TaskToCollect[] = [
    ...input.taskIds.map((id): TaskToCollect => ({ task: id, read: () => taskAt(deps.connect, id) })),
    ...input.records.map(
      (record, index): TaskToCollect => ({
        task: String(index + 1),
        read: async () => taskIn(record, clock.now()),
      }),
    ),
  ];
  const outcomes: Collected[] = [];
  for (const { task, read } of given) {
    const refused = (message: string): Collected => ({
      task,
      state: 'refused',
      cellId: null,
      creditsCharged: null,
      message,
    });
    const answer = await read();
    if (typeof answer === 'string') {
      outcomes.push(refused(answer));
      continue;
    }
    const { id: taskId, idempotencyKey } = answer.data.task;
    const cell =
      idempotencyKey == null ? null : await history.call('cells.reopen', { runId, idempotencyKey, taskId });
    if (cell === null) {
      outcomes.push(
        refused('No request of this run with an unknown outcome was sent with the key of this task.'),
      );
      continue;
    }
    const outcome = outcomeOfTask(cell, optionsOf, answer);
    const found = { task: taskId, cellId: cell.id, message: null };
    if (outcome === null) {
      outcomes.push({ ...found, state: 'waiting', creditsCharged: null });
      continue;
    }
    const settled = await deps.outcomes.settle(cell, outcome);
    if (settled === null) {
      outcomes.push(refused('The answer is not stored yet: it is kept for the next start of Parallax.'));
      continue;
    }
    const state = settled.observationId === null ? 'failed' : 'completed';
    outcomes.push({ ...found, state, creditsCharged: settled.cell.creditsCharged });
  }
  await history.call('runs.finish', { runId, nowMs: clock.now() });
  return outcomes;
}

/** The task as its service reports it now, or why it cannot be read. */
async function taskAt(
  connect: () => Promise<OpenConnection>,
  id: string,
): Promise<Answer<TaskStatus> | string> {
  const { client } = await connect();
  try {
    return await client.task(id, { surfaceRefusals: true });
  } catch (error) {
    if (error instanceof ServiceError) return sentence(error);
    throw error;
  }
}

/** The body of a webhook, or a stored task record. */
function taskIn(record: string, nowMs: number): Answer<TaskStatus> | string {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    return 'It is not JSON.';
  }
  const data = fitting(taskStatusSchema, value);
  if (data === undefined)
    return 'It is not the body of a webhook or a task with "task", "credits" and "response".';
  const exchange = {
    status: 200,
    headers: {},
    body: record,
    requestId: '',
    sentAtMs: nowMs,
    receivedAtMs: nowMs,
  };
  return { data: data as TaskStatus, exchange, accounting: readAccounting({}) };
}
