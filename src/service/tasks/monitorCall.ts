import { timeOrderedId } from '#platform/identifiers.ts';
import {
  type ErrorCode,
  engineUnavailableMessage,
  maximumRetriesMessage,
  statusOfCode,
} from '#shared/interface/errors.ts';
import { usedUpMessage } from '#shared/interface/providerFailure.ts';
import type { EngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { finalCharge, maximumCost } from '#shared/interface/tariff.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import type { StoreWait } from '../parts/storeWait.ts';
import type { AccountUse, CallHold } from '../store/capacity.ts';
import type { StoredPages } from '../store/serviceStore.ts';
import type { ClientDisconnect } from './clientDisconnect.ts';
import { responseBody, resultJson, storedPages } from './resultBody.ts';
import { type JobOutcome, runJob } from './runJob.ts';

export type CallError = {
  readonly kind: 'error';
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

export type CallAnswer = {
  readonly kind: 'answer';
  /** The complete response as JSON. */
  readonly body: Buffer;
  readonly charged: number;
  readonly accountId: number;
  readonly callId: string;
  /** Stored result without `html`, and its pages, in case the caller has disconnected. */
  readonly stored: { readonly result: string; readonly pages: StoredPages | null };
};

export type Caller = {
  readonly accountId: number;
  readonly requestId: string;
  readonly clientDisconnect: ClientDisconnect;
  /** For admission; the outcome waits as long as it takes to store it. */
  readonly wait: StoreWait;
};

export type MonitorCalls = {
  /**
   * Runs one synchronous call: admitted by its maximum cost and a free slot, run with retries, charged with its
   * outcome in one transaction. The slot is free again when the promise resolves. `accountUse` has the slots at
   * admission or refusal, and the balance after it.
   */
  readonly run: (
    asked: EngineRequest,
    caller: Caller,
  ) => Promise<{ readonly accountUse: AccountUse; readonly outcome: CallAnswer | CallError }>;
  /** Stores the result of a response that did not reach the caller. */
  readonly keep: (answer: CallAnswer) => Promise<void>;
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>;
};

export function createMonitorCalls(parts: ServiceParts): MonitorCalls {
  const { store, capacity, clock, settings } = parts;
  let running = 0;
  const waiting: (() => void)[] = [];

  const run: MonitorCalls['run'] = async (asked, caller) => {
    running += 1;
    try {
      return await admitted(asked, caller);
    } finally {
      running -= 1;
      if (running === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  };

  const admitted: MonitorCalls['run'] = async (asked, caller) => {
    const { accountId } = caller;
    // A stopping service refuses with 429, the only refusal that is always safe to retry.
    if (parts.draining()) {
      const accountUse = await caller.wait(capacity.accountUse(accountId));
      return { accountUse, outcome: noFreeSlot(accountUse.slotLimit) };
    }
    const startedAt = clock.now();
    const credits = maximumCost(asked.engine, asked.request, { synchronous: true });
    const hold = { id: timeOrderedId(startedAt), accountId, credits };
    const { kind, ...accountUse } = await caller.wait(capacity.holdForCall(hold), (late) => {
      if (late.kind === 'held') void release(hold);
    });
    if (kind === 'insufficient') return { accountUse, outcome: insufficientCredits(credits) };
    if (kind === 'full') return { accountUse, outcome: noFreeSlot(accountUse.slotLimit) };
    let released = false;
    try {
      const { balance = accountUse.balance, outcome } = await perform(asked, caller, hold.id, startedAt);
      released = true;
      await release(hold);
      return { accountUse: { ...accountUse, balance }, outcome };
    } finally {
      // After a failure of the store, the caller has waited for it long enough.
      if (!released) void release(hold);
    }
  };
  const release = async (hold: CallHold): Promise<void> => {
    try {
      await capacity.releaseCall(hold);
    } catch (error) {
      parts.log('warn', 'a slot could not be released; its node does it later', { error: String(error) });
    }
    parts.capacityFreed();
  };

  const perform = async (
    asked: EngineRequest,
    { accountId, requestId, clientDisconnect }: Caller,
    id: string,
    startedAt: number,
  ): Promise<{ readonly balance?: number; readonly outcome: CallAnswer | CallError }> => {
    const { engine } = asked;
    const job = { id, asked, failedAttempts: 0, queued: false, receipt: null };
    const ended = await runJob(
      job,
      settings.jobRules,
      { clock, random: parts.random, driverFor: parts.registry.driverFor },
      { stop: parts.stopping, abandon: clientDisconnect.signal },
    );
    const left = clientDisconnect.hasLeft();
    const record = { id, accountId, requestId, engine, attempts: ended.attempts, startedAt };
    if (ended.kind === 'answer') {
      const result = resultJson(ended.answer);
      const pages = await storedPages(ended.answer);
      const charge = finalCharge(engine, asked.request, ended.answer.result, { synchronous: true });
      const settled = await store.settleCall({
        ...record,
        status: left ? 499 : 200,
        errorCode: left ? 'REQUEST_CANCELED' : null,
        errorMessage: left ? 'The client closed the connection before the response' : null,
        charge,
        finishedAt: clock.now(),
        result: left ? result : null,
        pages,
      });
      if (settled.kind === 'insufficient') return { outcome: insufficientCredits(charge) };
      capacity.settled(accountId, settled);
      const answer: CallAnswer = {
        kind: 'answer',
        body: responseBody(ended.answer, engine, pages, parts.publicUrl()),
        charged: charge,
        accountId,
        callId: id,
        stored: { result, pages },
      };
      return { balance: settled.balance, outcome: answer };
    }
    const error = left ? canceled : errorOf(ended);
    const settled = await store.settleCall({
      ...record,
      status: statusOfCode[error.code],
      errorCode: error.code,
      // The response has no field for the cause; the job record has.
      errorMessage: ended.kind === 'exhausted' && !left ? usedUpMessage(ended.lastCause) : error.message,
      charge: 0,
      finishedAt: clock.now(),
      result: null,
      pages: null,
    });
    if (settled.kind === 'settled') capacity.settled(accountId, settled);
    if (ended.kind === 'exhausted')
      parts.log('warn', 'a call used up its attempts', { requestId, engine, reason: ended.reason });
    return settled.kind === 'settled' ? { balance: settled.balance, outcome: error } : { outcome: error };
  };

  return {
    run,
    keep: ({ accountId, callId, stored: { result, pages } }) =>
      store.keepCallResult({ accountId, callId, result, pages, now: clock.now() }),
    idle: () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
  };
}

const canceled: CallError = {
  kind: 'error',
  code: 'REQUEST_CANCELED',
  message: 'The request was canceled by the client',
};

export function insufficientCredits(required: number): CallError {
  return {
    kind: 'error',
    code: 'INSUFFICIENT_CREDITS',
    message: 'The balance does not cover the maximum cost of this request',
    details: { required },
  };
}

function noFreeSlot(limit: number): CallError {
  return {
    kind: 'error',
    code: 'CONCURRENT_LIMIT_EXCEEDED',
    message: `All ${limit} concurrency slots of the plan are in use`,
    details: { limit },
  };
}

/** The error of a failed job, for calls and tasks. */
export function errorOf(ended: Exclude<JobOutcome, { kind: 'answer' }>): CallError {
  switch (ended.kind) {
    case 'exhausted':
      return { kind: 'error', code: 'INTERNAL_SERVER_ERROR', message: maximumRetriesMessage };
    case 'fatal':
      return {
        kind: 'error',
        code: 'EXTERNAL_SERVICE_ERROR',
        message: ended.message,
        details: { service: ended.service, reason: ended.reason },
      };
    case 'unavailable':
      return {
        kind: 'error',
        code: 'RESOURCE_NOT_FOUND',
        message: engineUnavailableMessage,
      };
    case 'stopped':
      return {
        kind: 'error',
        code: 'INTERNAL_SERVER_ERROR',
        message: 'The service stopped before the answer was ready; nothing was charged',
      };
  }
}
