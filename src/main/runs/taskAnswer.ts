import type { TaskStatus } from '#shared/interface/tasks.ts';
import type { Accounting } from '../client/responseHeaders.ts';
import type { Answer } from '../client/serviceClient.ts';
import type { CellOutcome, ClaimedCell } from '../history/store/operations/cells.ts';
import { storedHeaders } from './cellExecution.ts';
import { requestOf } from './planRun.ts';

/** What an ended task means for its cell; null while it waits or runs. */
export function outcomeOfTask(
  cell: ClaimedCell,
  optionsOf: Readonly<Partial<Record<ClaimedCell['engine'], Readonly<Record<string, unknown>>>>>,
  answer: Answer<TaskStatus>,
): CellOutcome | null {
  const { data, exchange, accounting } = answer;
  const { task, credits, response } = data;
  if (task.status === 'FAILED') {
    const { code, message } = errorOf(response);
    const { requestId } = ids(accounting, exchange.requestId);
    return { kind: 'failed', failure: { code, message, status: null, requestId, body: exchange.body } };
  }
  if (task.status !== 'COMPLETED') return null;
  const payload = requestOf(cell.engine, cell.question, cell.market, optionsOf[cell.engine] ?? {});
  return {
    kind: 'completed',
    answer: {
      body: exchange.body,
      status: exchange.status,
      headers: storedHeaders(exchange.headers),
      requestPath: '/v1/async/task',
      requestBody: JSON.stringify({ taskType: task.taskType, payload }),
      receivedAtMs: exchange.receivedAtMs,
      roundTripMs: Math.max(0, exchange.receivedAtMs - Date.parse(task.createdAt)),
      latencyMs: task.latencyMs ?? null,
      creditsCharged: credits.creditsCharged,
      ...ids(accounting, exchange.requestId),
      imported: false,
    },
  };
}

const ids = (accounting: Accounting, sent: string) => ({ requestId: accounting.requestId ?? sent });

function errorOf(response: Readonly<Record<string, unknown>> | undefined): {
  readonly code: string;
  readonly message: string;
} {
  const error = response?.error;
  const text = (name: string): string | null => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    code: text('code') ?? 'TASK_FAILED',
    message: text('message') ?? 'The service could not answer this question.',
  };
}
