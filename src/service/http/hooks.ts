import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { engineNotReadyMessage } from '#shared/interface/errors.ts';
import { presentedKey } from '../accounts/apiKey.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import { answeredBy } from '../parts/storeWait.ts';
import type { AccountUse } from '../store/capacity.ts';
import { createRateLimiter } from '../store/rateLimiter.ts';
import { type DeprecatedPaths, deprecationHeaders } from './deprecation.ts';
import {
  type ApiError,
  keyErrors,
  notFound,
  sendError,
  sendMethodNotAllowed,
  unreadable,
} from './errorReplies.ts';
import { isMonitorPath, methodOf } from './knownPaths.ts';
import { emptyState, type RequestState } from './requestState.ts';

/** Maximum store lookups of unknown keys; beyond it, unknown keys are refused without a lookup. */
const unknownKeysPerSecond = 100;

/** Admits a request by its key and the rate limit. */
export type Admission = {
  readonly rateLimit: number;
  /**
   * Fills the request's state. Returns the reason of a refusal, or null; a promise if nodes count requests
   * together, and if another process may have created or revoked the key a moment ago.
   * @param open the route needs no key
   */
  readonly admit: (
    state: RequestState,
    authorization: string | undefined,
    open: boolean,
  ) => ApiError | null | Promise<ApiError | null>;
};

export function createAdmission({
  rateLimiter,
  directory,
  seeChanges,
  changesUnseen,
}: ServiceParts): Admission {
  const unknownKeys = createRateLimiter(unknownKeysPerSecond);
  const everybody = 0;

  const decide = (
    state: RequestState,
    account: ReturnType<typeof directory.authenticate>,
    open: boolean,
  ): ApiError | null | Promise<ApiError | null> => {
    if (typeof account !== 'object') return open ? null : keyErrors[account];
    state.account = account;
    const evaluate = (remaining: number): ApiError | null => {
      state.rateRemaining = Math.max(0, remaining);
      return remaining >= 0 ? null : rateExceeded(rateLimiter.limit);
    };
    const remaining = rateLimiter.count(account.id, state.startedAt);
    return typeof remaining === 'number' ? evaluate(remaining) : remaining.then(evaluate);
  };

  return {
    rateLimit: rateLimiter.limit,
    admit: (state, authorization, open) => {
      const key = presentedKey(authorization);
      const account = directory.authenticate(key);
      const looks =
        !open &&
        (account === 'unknown' ? unknownKeys.count(everybody, state.startedAt) >= 0 : changesUnseen());
      if (!looks) return decide(state, account, open);
      return seeChanges().then(() => decide(state, directory.authenticate(key), open));
    },
  };
}

/**
 * Runs before every handler and every response: request id, key, rate limit, availability of the engine, and
 * headers.
 */
export function installHooks(
  app: FastifyInstance,
  parts: ServiceParts,
  admission: Admission,
  deprecated: DeprecatedPaths,
): void {
  const { clock, registry } = parts;
  const notices = new Map(
    Object.entries(deprecated).map(([path, dates]) => [path, deprecationHeaders(dates)]),
  );
  app.decorateRequest('state', null as unknown as RequestState);

  app.addHook('onRequest', (request, reply, next) => {
    parts.worked();
    const state = emptyState(admission.rateLimit);
    request.state = state;
    const { config } = request.routeOptions;
    // A DELETE has no body in this interface: whatever type is announced for one, nothing is read.
    if (request.method === 'DELETE') delete request.headers['content-type'];
    state.rules = request.is404 ? { monitor: isMonitorPath(request.url) } : config;
    if (!namesOneHost(request.raw)) {
      sendError(reply, unreadable, clock.now());
      return;
    }
    if (config.handedOn === true) return next();
    const goOn = (refusal: ApiError | null): void => {
      if (refusal !== null) sendError(reply, refusal, clock.now());
      else if (request.is404) refuseUnknown(request, reply, clock.now());
      else if (config.engine !== undefined && !registry.isAvailable(config.engine)) {
        sendError(
          reply,
          {
            code: 'RESOURCE_NOT_FOUND',
            message: engineNotReadyMessage,
            details: { id: request.url.split('?', 1)[0] },
          },
          clock.now(),
        );
      } else next();
    };
    const open = config.open === true || request.is404;
    const refusal = admission.admit(state, request.headers.authorization, open);
    if (refusal instanceof Promise) state.wait(refusal).then(goOn, next);
    else goOn(refusal);
  });

  app.addHook('onSend', (request, reply, payload, next) => {
    const { state } = request;
    reply.header('x-request-id', request.id);
    reply.header('x-ratelimit-limit', admission.rateLimit);
    reply.header('x-ratelimit-remaining', state.rateRemaining);
    const notice = notices.size === 0 ? undefined : notices.get(request.routeOptions.url ?? '');
    if (notice !== undefined) reply.headers(notice);
    if (state.rules?.monitor !== true) {
      next(null, payload);
      return;
    }
    const latencyMs = Math.round(performance.now() - state.workingSince);
    reply.header('x-latency-ms', latencyMs);
    reply.header('x-credits-charged', state.creditsCharged);
    if (state.account === null) {
      next(null, payload);
      return;
    }
    const accountUse = state.accountUse ?? currentUse(parts, state.account.id);
    const told = (use: AccountUse | null): void => {
      if (use !== null) accountHeaders(reply, use);
      next(null, payload);
    };
    if (accountUse instanceof Promise) accountUse.then(told);
    else told(accountUse);
  });
}

/** How long a complete answer waits for the account's headers. */
const headersWaitMs = 1_000;

/**
 * Slots and balance now, after renewing an expired cycle; null, and never an error, if the store cannot say: an
 * error at this point would replace the answer by one that is not of the interface.
 */
function currentUse(
  { capacity, renewEndedCycles, storeAway, log }: ServiceParts,
  accountId: number,
): AccountUse | null | Promise<AccountUse | null> {
  if (storeAway()) return null;
  const silent = (error: unknown): null => {
    log('warn', 'an answer was sent without the headers of its account', { error: String(error) });
    return null;
  };
  try {
    const due = renewEndedCycles();
    const use =
      due === null ? capacity.accountUse(accountId) : due.then(() => capacity.accountUse(accountId));
    return use instanceof Promise ? answeredBy(use, headersWaitMs).catch(silent) : use;
  } catch (error) {
    return silent(error);
  }
}

/** RFC 9112, 3.2: an HTTP/1.1 request has exactly one Host header. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function rateExceeded(limit: number) {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: `More than ${limit} requests in one second: try again within a second, with jitter`,
  } as const;
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, nowMs: number): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const method = methodOf(request.url);
  if (method === undefined || method === request.method) sendError(reply, notFound(path), nowMs);
  else sendMethodNotAllowed(reply, request.method, method, nowMs);
}

function accountHeaders(reply: FastifyReply, { slotsUsed, slotLimit, balance }: AccountUse): void {
  reply.header('x-concurrent-limit', slotLimit);
  reply.header('x-concurrent-current', slotsUsed);
  reply.header('x-concurrent-remaining', Math.max(0, slotLimit - slotsUsed));
  reply.header('x-credits-remaining', balance);
}
