import type { Clock } from '#platform/clock.ts';
import { headerNames } from '#shared/interface/headers.ts';
import { readErrorBody } from './errorBody.ts';
import { classifyNetworkFailure } from './networkFailures.ts';
import { ServiceError } from './serviceError.ts';

/** What one sends and what comes back: as much of the Fetch standard as is needed here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: ExchangeRequest['method'];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}>;

export type ExchangeRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

/** One request and its whole answer. */
export type Exchange = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requestId: string;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
};

const bodyLimitBytes = 64 * 1024 * 1024;

/**
 * One attempt: sends, waits for the last byte, and turns everything but a 2xx answer into a `ServiceError`.
 * @throws ServiceError
 */
export async function exchange(
  request: ExchangeRequest,
  ports: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<Exchange> {
  const { requestId, signal } = request;
  const attempt = new AbortController();
  const finished = new AbortController();
  const cancel = () => attempt.abort();
  if (signal?.aborted) throw cancelled(requestId, 'never-sent');
  signal?.addEventListener('abort', cancel, { once: true });
  let timedOut = false;
  ports.clock.wait(request.timeoutMs, finished.signal).then(
    () => {
      timedOut = true;
      attempt.abort();
    },
    () => {},
  );
  const sentAtMs = ports.clock.now();
  try {
    const response = await ports.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, [headerNames.requestId]: requestId },
      body: request.body,
      signal: attempt.signal,
    });
    const { status, headers } = response;
    const answer = { status, headers, body: await readBody(response.body, status), requestId, sentAtMs };
    return checkStatus(request.url, { ...answer, receivedAtMs: ports.clock.now() });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (timedOut) {
      const message = `No answer from ${originOf(request.url)} within ${Math.round(request.timeoutMs / 1000)} seconds.`;
      throw new ServiceError({ kind: 'timeout', message, reach: 'unknown', requestId, cause: error });
    }
    if (signal?.aborted) throw cancelled(requestId, 'unknown');
    throw networkError(request, error);
  } finally {
    finished.abort();
    signal?.removeEventListener('abort', cancel);
  }
}

function checkStatus(url: string, answer: Exchange): Exchange {
  const { status, body, headers } = answer;
  if (status >= 200 && status < 300) return answer;
  const requestId = headers[headerNames.requestId.toLowerCase()] ?? answer.requestId;
  if (status >= 300 && status < 400) {
    const target = headers.location ? ` to ${headers.location}` : '';
    const message = `${originOf(url)} answers with a redirect${target}: enter the address it leads to.`;
    throw new ServiceError({ kind: 'not-this-service', message, reach: 'answered', status, requestId, body });
  }
  const said = readErrorBody(body);
  if (wasNeverRead(answer, said?.code ?? null)) {
    const message = `${originOf(url)} gave up waiting for the request before it had read it; nothing was charged.`;
    const code = said?.code ?? undefined;
    throw new ServiceError({
      kind: 'api',
      message,
      reach: 'never-sent',
      status,
      code,
      requestId,
      body,
      headers,
    });
  }
  if (said) {
    const { code, message, details, fields } = said;
    throw new ServiceError({
      kind: 'api',
      message: [message, ...fields.map((issue) => issue.message)].join(' '),
      reach: 'answered',
      status,
      code: code ?? undefined,
      requestId,
      body,
      details,
      fields,
      headers,
    });
  }
  if (status >= 500) {
    // A gateway in front of the service: what happened behind it, nobody knows.
    const message = `A server in front of the service answered with status ${status}.`;
    throw new ServiceError({ kind: 'api', message, reach: 'unknown', status, requestId, body, headers });
  }
  const message = `${originOf(url)} answers with status ${status}, but not as an Answer Monitoring Service: check the address.`;
  throw new ServiceError({
    kind: 'not-this-service',
    message,
    reach: 'answered',
    status,
    requestId,
    body,
    headers,
  });
}

/**
 * A server closes a connection on which no whole request arrives in time, for instance while this machine is too busy
 * to write one: with 408 (RFC 9110, 15.5.9), or with BAD_REQUEST under an id of its own, as it never read ours.
 */
function wasNeverRead({ status, headers, requestId }: Exchange, code: string | null): boolean {
  if (status === 408) return true;
  const answeredId = headers[headerNames.requestId.toLowerCase()];
  return status === 400 && code === 'BAD_REQUEST' && answeredId !== undefined && answeredId !== requestId;
}

function networkError(request: ExchangeRequest, error: unknown): ServiceError {
  const { kind, reach, systemCode } = classifyNetworkFailure(error);
  const where = originOf(request.url);
  const why = systemCode === '' ? '' : ` (${systemCode})`;
  const message =
    kind === 'certificate'
      ? `The certificate of ${where} cannot be trusted${why}: check the address, or ask who runs it for a valid certificate.`
      : reach === 'never-sent'
        ? `${where} cannot be reached${why}: check the address and the network.`
        : `The connection to ${where} broke before the answer was complete${why}.`;
  return new ServiceError({ kind, message, reach, requestId: request.requestId, cause: error });
}

function cancelled(requestId: string, reach: 'never-sent' | 'unknown'): ServiceError {
  return new ServiceError({ kind: 'cancelled', message: 'The call was cancelled.', reach, requestId });
}

async function readBody(body: AsyncIterable<Uint8Array>, status: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > bodyLimitBytes) {
      const message = `The answer is larger than ${bodyLimitBytes / 1024 / 1024} MiB and was refused.`;
      throw new ServiceError({
        kind: 'not-this-service',
        message,
        reach: 'unknown',
        status,
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}
