import { z } from 'zod';
import type { Answer } from '#client/contract.ts';
import type { Accounting } from '#client/responseHeaders.ts';
import { describeFailure } from '#shared/interface/providerFailure.ts';
import type { TaskStatus } from '#shared/interface/tasks.ts';
import type { CellOutcome, TakenCell } from '../history/store/operations/cells.ts';
import type { ReceivedAnswer } from '../history/threads/encode/encodeAnswer.ts';
import { storedHeaders } from './cellExecution.ts';
import { requestOf } from './planRun.ts';

/** The result of an ended task for its cell; null while it waits or runs. */
export function outcomeOfTask(
  cell: TakenCell,
  optionsOf: Readonly<Partial<Record<TakenCell['engine'], Readonly<Record<string, unknown>>>>>,
  answer: Answer<TaskStatus>,
): CellOutcome<ReceivedAnswer> | null {
  const { data, exchange, accounting } = answer;
  const { task, credits, response } = data;
  if (task.status === 'FAILED') {
    const { code, message, mayBeCharged } = errorOf(response);
    const { requestId } = ids(accounting, exchange.requestId);
    const failure = { code, message, status: null, requestId, body: exchange.body };
    return { kind: mayBeCharged ? 'unknown' : 'failed', failure };
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
      roundTripMs: Math.max(0, exchange.receivedAtMs - Date.parse(task.createdAt)) || 0,
      latencyMs: task.latencyMs ?? null,
      creditsCharged: credits.creditsCharged === null ? null : Math.ceil(credits.creditsCharged),
      ...ids(accounting, exchange.requestId),
      imported: false,
    },
  };
}

const ids = (accounting: Accounting, sent: string) => ({ requestId: accounting.requestId ?? sent });

const taskErrorSchema = z
  .object({
    error: z.object({
      code: z.string().min(1).catch('TASK_FAILED'),
      message: z.string().min(1).catch('The service could not answer this request.'),
      details: z.record(z.string(), z.unknown()).catch({}),
    }),
  })
  .catch({
    error: {
      code: 'TASK_FAILED',
      message: 'The service could not answer this request.',
      details: {},
    },
  });

function errorOf(response: unknown) {
  const { code, message, details } = taskErrorSchema.parse(response).error;
  const failure = describeFailure(code, message, details);
  return { ...failure, code: failure.code ?? code };
}
