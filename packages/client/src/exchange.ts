import type { Clock } from './clock.ts';
import type { FieldIssue } from './interface.ts';
import { headerNames } from './interface.ts';
import { classifyNetworkFailure } from './networkFailures.ts';
import { ServiceError, type ServiceErrorDetails } from './serviceError.ts';

/** Sends a request: the part of `fetch` that the client needs. */
export type Transport = (
  url: string,
  init: {
    readonly method: ExchangeRequest['method'];
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly signal: AbortSignal;
    /** The URL is not the service's own: it comes from somebody else. */
    readonly isForeign: boolean;
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
  /** The key in the headers, if there is one. */
  readonly key: string | null;
  readonly isForeign: boolean;
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

type HttpAnswer = Pick<Exchange, 'status' | 'headers' | 'body'>;

export type ExchangePorts = {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Removes the key from a response before it is used. */
  readonly cleaned?: (said: HttpAnswer, key: string | null) => HttpAnswer;
  /** Explains an error of this transport; null if it is an ordinary network error. */
  readonly explained?: (error: unknown) => ServiceErrorDetails | null;
};

/** A response with its complete body. */
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
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Sends a request once and reads the whole response. Any result other than a 2xx response is an error.
 * @throws ServiceError
 */
export async function exchange(request: ExchangeRequest, ports: ExchangePorts): Promise<Exchange> {
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
    const response = await ports.transport(request.url, {
      method: request.method,
      headers: { ...request.headers, [headerNames.requestId]: requestId },
      body: request.body,
      signal: attempt.signal,
      isForeign: request.isForeign,
    });
    const { status, headers } = response;
    const heard = { status, headers, body: await readBody(response.body, status) };
    const said = ports.cleaned?.(heard, request.key) ?? heard;
    return checkStatus(request.url, { ...said, requestId, sentAtMs, receivedAtMs: ports.clock.now() });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (timedOut) {
      const message = `${originOf(request.url)} did not respond within ${Math.round(request.timeoutMs / 1000)} seconds.`;
      throw new ServiceError({ kind: 'timeout', message, reach: 'unknown', requestId, cause: error });
    }
    if (signal?.aborted) throw cancelled(requestId, 'unknown');
    const known = ports.explained?.(error) ?? null;
    throw known === null ? networkError(request, error) : new ServiceError({ requestId, ...known });
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
    const message = `${originOf(url)} responds with a redirect${target}. Use that address instead.`;
    throw new ServiceError({ kind: 'not-this-service', message, reach: 'answered', status, requestId, body });
  }
  const said = readErrorBody(body);
  if (wasNeverRead(answer, said?.code ?? null)) {
    const message = `${originOf(url)} timed out before it had read the request. Nothing was charged.`;
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
    // A response of a gateway: the request may have reached the service or not.
    const message = `A proxy in front of the service responded with status ${status}.`;
    throw new ServiceError({ kind: 'api', message, reach: 'unknown', status, requestId, body, headers });
  }
  const message = `${originOf(url)} responded with status ${status}, but is not an Answer Monitoring Service. Check the address.`;
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
 * Whether the server closed the connection before it had read the whole request, for instance because this machine
 * was too busy to send it. Servers respond with 408 (RFC 9110, 15.5.9), or with BAD_REQUEST and a new request id.
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
      ? `The certificate of ${where} is not trusted${why}. Check the address, or ask the operator for a valid certificate. The authority of a company has to be in the certificate store of the system, or in the file that NODE_EXTRA_CA_CERTS names.`
      : reach === 'never-sent'
        ? `${where} cannot be reached${why}. Check the address and the network.`
        : `The connection to ${where} was lost before the response was complete${why}.`;
  return new ServiceError({ kind, message, reach, requestId: request.requestId, cause: error });
}

function cancelled(requestId: string, reach: 'never-sent' | 'unknown'): ServiceError {
  return new ServiceError({ kind: 'cancelled', message: 'The request was cancelled.', reach, requestId });
}

async function readBody(body: AsyncIterable<Uint8Array>, status: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > bodyLimitBytes) {
      const message = `The response is larger than ${bodyLimitBytes / 1024 / 1024} MiB and was rejected.`;
      throw new ServiceError({
        kind: 'not-this-service',
        message,
        reach: 'unknown',
        status,
      });
    }
    parts.push(part);
  }
  if (parts.length === 1) return decoder.decode(parts[0]);
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return decoder.decode(whole);
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** The content of an error response of any form. */
type ErrorBody = {
  readonly code: string | null;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldIssue[];
};

/**
 * Reads the standard form `{error: {code, message, details}}`, the validation form `{success, error, details:
 * [{field, message}]}` and the plain form `{error: "text"}`. Returns null for anything else, which is not a response
 * of this service.
 */
export function readErrorBody(text: string): ErrorBody | null {
  const body = parse(text);
  if (body === null) return null;
  const { error, details } = body;
  if (typeof error === 'string') {
    const fields = fieldIssues(details);
    return { code: fields.length > 0 ? 'VALIDATION_ERROR' : null, message: error, details: {}, fields };
  }
  const inner = record(error);
  if (inner === null || typeof inner.code !== 'string') return null;
  const innerDetails = inner.details;
  return {
    code: inner.code,
    message: typeof inner.message === 'string' ? inner.message : inner.code,
    details: record(innerDetails) ?? {},
    fields: [...fieldIssues(innerDetails), ...fieldIssues(record(innerDetails)?.errors)],
  };
}

function fieldIssues(value: unknown): FieldIssue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const item = record(entry);
    const field = item?.field;
    const message = item?.message;
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return record(JSON.parse(text));
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
