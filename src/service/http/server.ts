import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { timeOrderedId } from '#platform/identifiers.ts';
import { errorEnvelope } from '#shared/interface/errors.ts';
import { requestIdPattern } from '#shared/interface/headers.ts';
import type { ServiceMetrics } from '../parts/serviceMetrics.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import type { MonitorCalls } from '../tasks/monitorCall.ts';
import type { Submissions } from '../tasks/submission.ts';
import { compressJson } from './compression.ts';
import type { DeprecatedPaths } from './deprecation.ts';
import { type ApiError, sendError, unreadable } from './errorReplies.ts';
import { createAdmission, installHooks } from './hooks.ts';
import { isEncoded, isJsonType, parseJsonBody, UnreadableBody } from './jsonBody.ts';
import { methodOf } from './knownPaths.ts';
import { emptyState, ordinaryBodyLimit } from './requestState.ts';
import { assistantRoute } from './routes/assistantRoute.ts';
import { documentationRoutes } from './routes/documentationRoutes.ts';
import { monitorRoutes } from './routes/monitorRoutes.ts';
import { operatingRoutes } from './routes/operatingRoutes.ts';
import { redirectRoute } from './routes/redirectRoute.ts';
import { referenceRoutes } from './routes/referenceRoutes.ts';
import { resultPageRoute } from './routes/resultPageRoute.ts';
import { taskRoutes } from './routes/taskRoutes.ts';

const largestIgnoredBody = 64 * 1024 * 1024;
/** Time limit for a client's headers, and for its whole request. */
const headersTimeoutMs = 15_000;
const requestTimeoutMs = 60_000;

function noCompiler(): never {
  throw new Error('Routes of the service have no Fastify schemas.');
}

export type HttpWork = {
  readonly calls: MonitorCalls;
  readonly submissions: Submissions;
  /** The description of the interface as JSON text. */
  readonly openApi: () => Promise<string>;
  readonly deprecated: DeprecatedPaths;
  /** Null unless metrics are enabled. */
  readonly metrics: ServiceMetrics | null;
  /** Port on 127.0.0.1 of the assistants' endpoint, if enabled. */
  readonly assistants?: number;
};

/** The HTTP server of the service, not yet listening. */
export function createHttpServer(parts: ServiceParts, work: HttpWork): FastifyInstance {
  const { clock, log } = parts;
  const admission = createAdmission(parts);
  const app = Fastify({
    logger: false,
    bodyLimit: ordinaryBodyLimit,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: (raw) => requestIdOf(raw, clock.now()),
    requestTimeout: requestTimeoutMs,
    // Our own hook refuses a request without Host, with the envelope.
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // Tasks are looked up by whole idempotency keys, percent-encoded, so the limit is that of the headers.
    routerOptions: { maxParamLength: 16_384 },
    // The interface's own schemas check bodies; loading Fastify's compilers would take a fifth of the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // A stopping service finishes its work; it does not return 503, which the interface does not define.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A URL that cannot be decoded is handled by the router without any hooks.
    frameworkErrors: async (error, request, reply) => {
      const state = emptyState(admission.rateLimit);
      request.state = state;
      const open = methodOf(request.url) === undefined;
      // Never an error: it would be answered outside of the interface.
      const refusal = await state
        .wait(Promise.resolve(admission.admit(state, request.headers.authorization, open)))
        .catch(() => null);
      reply.header('x-request-id', request.id);
      reply.header('x-ratelimit-limit', admission.rateLimit);
      reply.header('x-ratelimit-remaining', state.rateRemaining);
      sendError(reply as never, refusal ?? apiErrorOf(error), clock.now());
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, admission.rateLimit, clock.now()),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    // A DELETE has no body in this interface; clients that set the content type anyway are accepted.
    if (request.method === 'DELETE') {
      done(null, undefined);
      return;
    }
    request.state.workingSince = performance.now();
    if (!isJsonType(request.headers['content-type']) || isEncoded(request.headers)) {
      done(unsupportedMediaType());
      return;
    }
    try {
      const unparsed = request.routeOptions.config.unparsed === true && body.length > 0;
      done(null, unparsed ? body : parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = apiErrorOf(error);
    if (apiError.code === 'INTERNAL_SERVER_ERROR') {
      log('error', 'a request failed unexpectedly', {
        requestId: request.id,
        route: request.routeOptions.url,
        error: String(error),
      });
    }
    if (apiError.code === 'PAYLOAD_TOO_LARGE') {
      request.state.workingSince = performance.now();
      letTheBodyPass(request, reply);
    }
    sendError(reply, apiError, clock.now());
  });

  // A client that closes its side after its request still gets the answer it may have paid for.
  Object.assign(app.server, { httpAllowHalfOpen: true });

  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would return a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.server.on('connect', (_request, socket) => answerUnreadable(socket, admission.rateLimit, clock.now()));

  installHooks(app, parts, admission, work.deprecated);
  compressJson(app);
  observeAnswers(app, parts, work.metrics);
  monitorRoutes(app, parts, work.calls);
  redirectRoute(app, parts);
  taskRoutes(app, parts, work.submissions);
  referenceRoutes(app, parts);
  resultPageRoute(app, parts);
  documentationRoutes(app, parts, work.openApi);
  operatingRoutes(app, parts, work.metrics);
  assistantRoute(app, work.assistants);
  return app;
}

/**
 * Closing the connection while a client is sending would lose the response with the reason. A body of
 * acceptable announced size is therefore read to its end and discarded.
 */
function letTheBodyPass(request: FastifyRequest, reply: FastifyReply): void {
  const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (announced <= largestIgnoredBody) reply.removeHeader('connection');
}

function requestIdOf(raw: IncomingMessage, nowMs: number): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : timeOrderedId(nowMs);
}

function unsupportedMediaType(): Error {
  return Object.assign(new Error('unsupported media type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
}

function apiErrorOf(error: Error & { readonly code?: string; readonly statusCode?: number }): ApiError {
  if (error instanceof UnreadableBody) return { code: 'BAD_REQUEST', message: error.message };
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this address accepts' };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body as application/json, not compressed' };
    default:
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return unreadable;
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong here; nothing was charged' };
}

/** An invalid HTTP request gets the envelope too, if the socket still accepts it. */
function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  rateLimit: number,
  nowMs: number,
): void {
  // A client that has sent nothing expects no response: its connection is closed silently.
  const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || silent || !socket.writable) socket.destroy();
  else answerUnreadable(socket, rateLimit, nowMs);
}

function answerUnreadable(socket: Duplex, rateLimit: number, nowMs: number): void {
  const body = JSON.stringify(errorEnvelope(unreadable.code, unreadable.message, nowMs));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${timeOrderedId(nowMs)}`,
      `X-RateLimit-Limit: ${rateLimit}`,
      `X-RateLimit-Remaining: ${rateLimit}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * Counts and logs responses, if enabled. A request is identified by its route: URLs contain ids of tasks and
 * pages, and unknown URLs contain arbitrary text.
 */
function observeAnswers(
  app: FastifyInstance,
  { settings, log }: Pick<ServiceParts, 'settings' | 'log'>,
  metrics: ServiceMetrics | null,
): void {
  if (metrics === null && !settings.logRequests) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { startedAt, account } = request.state;
    const answer = {
      method: request.method,
      route: request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown'),
      status: reply.statusCode,
      seconds: (performance.now() - startedAt) / 1_000,
    };
    metrics?.answered(answer);
    if (settings.logRequests) {
      const { seconds, ...said } = answer;
      log('info', 'request answered', {
        requestId: request.id,
        ...said,
        ms: Math.round(seconds * 1_000),
        ...(account === null ? {} : { account: account.id }),
      });
    }
    done();
  });
}
