import { type Accounting, readAccounting } from '#client/responseHeaders.ts';
import { ServiceError } from '#client/serviceError.ts';
import type { Logger } from '#platform/log.ts';
import { maximumRetriesMessage } from '#shared/interface/errors.ts';
import { AppError } from '#shared/model/appError.ts';
import type { CellView } from '#shared/model/run.ts';
import { cellErrorCode, described, sentence } from '../client/appErrors.ts';
import type { MonitorAnswer, ServiceClient } from '../client/serviceClient.ts';
import type { OpenConnection } from '../connections/connections.ts';
import type { CellOutcome, SettledCell, TakenCell } from '../history/store/operations/cells.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import type { ReceivedAnswer } from '../history/threads/encode/encodeAnswer.ts';
import type { Verdict } from './dispatcherState.ts';
import type { Outcomes } from './outcomes.ts';
import { requestOf } from './planRun.ts';

export type CellContext = {
  readonly client: ServiceClient;
  readonly recordedCause: OpenConnection['recordedCause'];
  readonly outcomes: Pick<Outcomes, 'settle' | 'write'>;
  readonly log: Logger;
  readonly optionsOf: RunConfig['optionsOf'];
  /** Aborts the call; the cell is then settled as unknown. */
  readonly signal: AbortSignal;
  readonly onAccounting: (accounting: Accounting) => void;
  /** The call has ended and its outcome will be stored: the slot is free for the next question. */
  readonly onAnswered: () => void;
  readonly onCell: (cell: CellView) => void;
  readonly onPages: (pages: SettledCell['pages']) => void;
  /** The service is unreachable; true if it was reachable before and is worth waiting for. */
  readonly onAway: () => boolean;
  /** The service has no free slot; true if a retry is not worthwhile. */
  readonly onRefused: () => Promise<boolean>;
  /** Every further call of this run would fail in the same way. */
  readonly onHopeless: (code: string, message: string) => Promise<void>;
};

/** Sends one taken cell and settles it. Never rejects. */
export async function executeCell(cell: TakenCell, context: CellContext): Promise<Verdict> {
  const { client, log } = context;
  const settle = async (outcome: CellOutcome<ReceivedAnswer>): Promise<void> => {
    try {
      const settled = await context.outcomes.settle(cell, outcome);
      if (settled === null) return;
      context.onCell(settled.cell);
      if (settled.pages.length > 0) context.onPages(settled.pages);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await context.onHopeless(error instanceof AppError ? error.code : 'INTERNAL', reason);
    }
  };
  try {
    const request = requestOf(cell.engine, cell.question, cell.market, context.optionsOf[cell.engine] ?? {});
    const answer = await client.monitor(cell.engine, request, {
      signal: context.signal,
      // Can be found in the service's log after a crash, because the id follows from run, cell and attempt.
      requestId: `${cell.idempotencyKey}.${cell.attempt}`,
      surfaceRefusals: true,
    });
    context.onAccounting(answer.accounting);
    context.onAnswered();
    await settle({ kind: 'completed', answer: received(answer) });
    return { kind: 'ran', slotLimit: answer.accounting.slots?.limit ?? null };
  } catch (error) {
    const failure = error instanceof ServiceError ? error : null;
    if (!failure) {
      const message =
        error instanceof AppError
          ? error.message
          : 'An unexpected error occurred in Parallax. Retry the request.';
      if (!(error instanceof AppError))
        log('error', 'A question could not be sent', { reason: String(error) });
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      context.onAnswered();
      await settle({ kind: 'failed', failure: { code, message, status: null, requestId: null, body: null } });
      if (error instanceof AppError) await context.onHopeless(code, message);
      return { kind: 'ran', slotLimit: null };
    }
    const accounting = readAccounting(failure.headers);
    const unread = failure.reach === 'never-sent';
    if (failure.status !== null && !unread) context.onAccounting(accounting);
    const refused = failure.status === 429 && !(await context.onRefused());
    if (refused || (failure.kind === 'cancelled' && unread)) {
      await release(cell, context);
      return { kind: 'refused', by: refusedBy(failure), slotLimit: slotLimitOf(failure, accounting) };
    }
    if ((failure.kind === 'connection' || failure.kind === 'api') && unread && context.onAway()) {
      await release(cell, context);
      return { kind: 'refused', by: 'network', slotLimit: null };
    }
    const outcome = outcomeOf(await withRecordedCause(failure, context));
    context.onAnswered();
    await settle(outcome);
    if (isHopeless(failure)) await context.onHopeless(cellErrorCode(failure), sentence(failure));
    // After a broken connection the next call is likely to break too, each with an unknown outcome: probe
    // first.
    if (failure.kind === 'connection' && failure.reach === 'unknown')
      return { kind: 'refused', by: 'network', slotLimit: null };
    return { kind: 'ran', slotLimit: accounting.slots?.limit ?? null };
  }
}

async function release(cell: TakenCell, { outcomes, log, onCell }: CellContext): Promise<void> {
  try {
    onCell(await outcomes.write('cells.release', { cellId: cell.id }));
  } catch (error) {
    log('error', 'A refused question could not be planned again', { cell: cell.id, reason: String(error) });
  }
}

function received(answer: MonitorAnswer) {
  const { exchange, accounting } = answer;
  return {
    body: exchange.body,
    status: exchange.status,
    headers: storedHeaders(exchange.headers),
    requestPath: answer.requestPath,
    requestBody: answer.requestBody,
    receivedAtMs: exchange.receivedAtMs,
    // The wall clock may be set back meanwhile.
    roundTripMs: Math.max(0, exchange.receivedAtMs - exchange.sentAtMs),
    latencyMs: accounting.latencyMs,
    creditsCharged: accounting.creditsCharged,
    requestId: accounting.requestId ?? exchange.requestId,
    imported: false,
  };
}

/** All headers of the service except cookies of a gateway, which are session secrets. */
export function storedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'set-cookie': _, ...kept } = headers;
  return kept;
}

/** The interface reports only that every attempt failed; the embedded service recorded the cause. */
async function withRecordedCause(failure: ServiceError, context: CellContext): Promise<ServiceError> {
  const { status, requestId, message } = failure;
  if (status !== 500 || requestId === null || message !== maximumRetriesMessage) return failure;
  const reason = await context.recordedCause(requestId);
  if (reason === undefined) return failure;
  const { kind, reach, code, body, headers } = failure;
  return new ServiceError({
    ...{ kind, reach, message, status, requestId, headers },
    ...{ code: code ?? undefined, body: body ?? undefined, details: { reason }, cause: failure },
  });
}

function outcomeOf(failure: ServiceError): CellOutcome<ReceivedAnswer> {
  const { status, requestId, body } = failure;
  const details = { status, requestId, body };
  if (failure.reach !== 'unknown') {
    const stored = { code: cellErrorCode(failure), message: sentence(failure), ...details };
    return { kind: described(failure).mayBeCharged ? 'unknown' : 'failed', failure: stored };
  }
  const code = failure.kind === 'cancelled' ? 'CANCELLED' : cellErrorCode(failure);
  const what = failure.kind === 'cancelled' ? 'Cancelled after the request was sent.' : failure.message;
  const message = `${what} It may have been charged, so it is not retried automatically.`;
  return { kind: 'unknown', failure: { code, message, ...details } };
}

function refusedBy(failure: ServiceError): 'slots' | 'rate' {
  return failure.code === 'RATE_LIMIT_EXCEEDED' ? 'rate' : 'slots';
}

function slotLimitOf(failure: ServiceError, accounting: Accounting): number | null {
  const { limit } = failure.details;
  if (accounting.slots) return accounting.slots.limit;
  return /^CONCURREN(T|CY)_LIMIT_EXCEEDED$/.test(failure.code ?? '') && typeof limit === 'number'
    ? limit
    : null;
}

/**
 * A rejected key, an empty account, an unreachable server: the remaining requests would fail in the same way.
 */
export function isHopeless(failure: ServiceError): boolean {
  if (failure.kind === 'certificate' || failure.kind === 'proxy') return true;
  if (failure.kind === 'connection') return failure.reach === 'never-sent';
  if (failure.kind === 'not-this-service') return failure.status === null || failure.status >= 300;
  return failure.status === 401 || failure.code === 'INSUFFICIENT_CREDITS';
}
