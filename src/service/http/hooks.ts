import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { presentedKey } from '../accounts/apiKey.ts';
import { createRateLimiter, type RateLimiter } from '../accounts/rateLimiter.ts';
import type { ServiceParts } from '../serviceParts.ts';
import { type DeprecatedPaths, deprecationHeaders } from './deprecation.ts';
import { keyErrors, notFound, sendError, sendMethodNotAllowed } from './errorReplies.ts';
import { methodOf } from './knownPaths.ts';
import { emptyState, type RequestState } from './requestState.ts';

/**
 * What happens to every request before its handler and to every answer before it goes out: request id, key,
 * rate limit, availability of the engine, and the headers.
 */
export function installHooks(app: FastifyInstance, parts: ServiceParts, deprecated: DeprecatedPaths): void {
  const limiter = createRateLimiter(parts.settings.rateLimitPerSecond);
  const notices = new Map(
    Object.entries(deprecated).map(([path, dates]) => [path, deprecationHeaders(dates)]),
  );
  app.decorateRequest('state', null as unknown as RequestState);

  app.addHook('onRequest', (request, reply, next) => {
    const state = emptyState(limiter.limit);
    request.state = state;
    const { config } = request.routeOptions;
    state.rules = config;
    const open = config.open === true || request.is404;
    const account = parts.directory.authenticate(presentedKey(request.headers.authorization));
    if (typeof account === 'object') {
      state.account = account;
      if (!admit(limiter, state)) {
        sendError(reply, rateExceeded(limiter.limit), parts.clock.now());
        return;
      }
    } else if (!open) {
      sendError(reply, keyErrors[account], parts.clock.now());
      return;
    }
    if (request.is404) {
      refuseUnknown(request, reply, parts.clock.now());
      return;
    }
    if (config.engine !== undefined && parts.registry.driverFor(config.engine) === undefined) {
      sendError(
        reply,
        {
          code: 'RESOURCE_NOT_FOUND',
          message: 'This engine is not yet available',
          details: { id: request.url.split('?', 1)[0] },
        },
        parts.clock.now(),
      );
      return;
    }
    next();
  });

  app.addHook('onSend', (request, reply, payload, next) => {
    const { state } = request;
    reply.header('x-request-id', request.id);
    reply.header('x-ratelimit-limit', limiter.limit);
    reply.header('x-ratelimit-remaining', state.rateRemaining);
    if (state.rules?.monitor === true) monitorHeaders(reply, state, parts);
    const notice = notices.size === 0 ? undefined : notices.get(request.routeOptions.url ?? '');
    if (notice !== undefined) reply.headers(notice);
    next(null, payload);
  });
}

function admit(limiter: RateLimiter, state: RequestState): boolean {
  const remaining = state.account === null ? limiter.limit : limiter.count(state.account.id, state.startedAt);
  state.rateRemaining = Math.max(0, remaining);
  return remaining >= 0;
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
  // The router gives up on parameters of more than 100 characters, though the method is right.
  if (method === undefined || method === request.method) sendError(reply, notFound(path), nowMs);
  else sendMethodNotAllowed(reply, request.method, method, nowMs);
}

function monitorHeaders(
  reply: FastifyReply,
  state: RequestState,
  { slots, reservations }: ServiceParts,
): void {
  reply.header('x-latency-ms', Math.round(performance.now() - state.startedAt));
  reply.header('x-credits-charged', state.creditsCharged);
  if (state.account === null) return;
  const { id } = state.account;
  const limit = slots.limit(id);
  const used = state.slotsUsed ?? slots.used(id);
  reply.header('x-concurrent-limit', limit);
  reply.header('x-concurrent-current', used);
  reply.header('x-concurrent-remaining', Math.max(0, limit - used));
  reply.header('x-credits-remaining', reservations.balance(id));
}
