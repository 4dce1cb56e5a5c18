import { environmentProxy, proxyFailure } from '#platform/http/proxies.ts';
import type { ErrorRule } from './driver.ts';
import { type CapturedBody, type CapturedEvent, createEventCapture } from './eventCapture.ts';

export type Fetch = typeof globalThis.fetch;

/** Time and size limits of one exchange with a provider. */
export type CallLimits = {
  /** From sending the request to the last byte, milliseconds. */
  readonly totalMs: number;
  /** Longest silence before the first byte and between bytes, milliseconds. */
  readonly idleMs: number;
  /** Longest body, bytes. */
  readonly maxBytes: number;
};

/** One request to a provider: a POST of `body` as JSON, or a GET without one. */
export type ProviderRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Headers of an API that takes its key as a bearer token; without a key, the server needs none. */
export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
}

/** Request and response, without headers, so it never contains a key. */
export type Exchange = {
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown };
  readonly response?: {
    readonly status: number;
    readonly contentType: string | null;
    readonly events?: readonly unknown[];
    readonly body?: unknown;
    /** How the body ended, if not properly. */
    readonly ended?: BodyEnd;
    readonly repairedUtf8?: true;
  };
};

/** `enough` means that the driver saw the last event it needs and closed the connection. */
export type BodyEnd = 'whole' | 'enough' | 'cut' | 'silent' | 'out-of-time' | 'too-large';

export type ProviderResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly contentType: string | null;
  readonly body: CapturedBody;
  readonly ended: BodyEnd;
};

export type CallResult = {
  /** The driver's own table of errors. */
  readonly errors?: readonly ErrorRule[];
} & (
  | { readonly kind: 'response'; readonly response: ProviderResponse; readonly exchange: Exchange }
  /** No response: no connection, or no first byte in time. */
  | {
      readonly kind: 'unreached';
      readonly why: 'network' | 'out-of-time';
      readonly message: string;
      readonly exchange: Exchange;
    }
);

export type CallOptions = {
  readonly request: ProviderRequest;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly limits: CallLimits;
  /** True for the event after which nothing more is needed; the connection is then closed. */
  readonly isLast?: (event: CapturedEvent) => boolean;
};

/**
 * One exchange with a provider: every byte is captured before anything is parsed. Resolves for every kind of
 * provider error; throws the signal's reason only if `signal` aborted, after closing the upstream connection.
 */
export async function callProvider(options: CallOptions): Promise<CallResult> {
  const { signal, limits, isLast } = options;
  const { url, headers, body: content } = options.request;
  const method = content === undefined ? 'GET' : 'POST';
  const request: Exchange['request'] = { method, url: withoutKeyParameter(url), body: content };
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const deadline = alarm(limits.totalMs, () => controller.abort(outOfTime));
  const silence = alarm(limits.idleMs, () => controller.abort(silent));

  try {
    let answered: Response;
    try {
      answered = await options.fetch(url, {
        method,
        headers: content === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: content === undefined ? undefined : JSON.stringify(content),
        // Redirects are not followed, because a custom key header would be sent to the other host.
        redirect: 'manual',
        signal: controller.signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      return unreached(controller.signal, error, { request });
    }
    signal.throwIfAborted();
    silence.restart();
    const contentType = answered.headers.get('content-type');
    const capture = createEventCapture(contentType);
    const ended = await drain(answered, controller, limits.maxBytes, (bytes) => {
      silence.restart();
      const fresh = capture.push(bytes);
      return isLast !== undefined && fresh.some(isLast);
    });
    signal.throwIfAborted();
    const body = capture.finish(ended === 'whole');
    const response = { status: answered.status, headers: answered.headers, contentType, body, ended };
    return { kind: 'response', response, exchange: { request, response: recorded(response) } };
  } finally {
    deadline.clear();
    silence.clear();
    signal.removeEventListener('abort', stop);
    controller.abort(finished);
  }
}

/** Connection errors that occur before a request can be sent. */
const neverLeft =
  /^(ERR_INVALID_URL|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** True if a request may have been processed and charged, although its answer is missing or incomplete. */
export function mayHaveArrived(result: CallResult): boolean {
  if (result.kind === 'response') {
    const { status, ended } = result.response;
    return status < 300 && (ended === 'cut' || ended === 'silent' || ended === 'out-of-time');
  }
  return result.why === 'out-of-time' || (result.why === 'network' && !neverLeft.test(result.message));
}

const outOfTime = new DOMException('The provider took too long', 'TimeoutError');
const silent = new DOMException('The provider stopped sending', 'TimeoutError');
const finished = new DOMException('The exchange is over', 'AbortError');

/**
 * Reads the body to its end, or until `onBytes` reports that it is enough. The connection is closed in every
 * case.
 */
async function drain(
  response: Response,
  controller: AbortController,
  maxBytes: number,
  onBytes: (bytes: Uint8Array) => boolean,
): Promise<BodyEnd> {
  if (response.body === null) return 'whole';
  const reader = response.body.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'whole';
      received += value.byteLength;
      if (received > maxBytes) return await closing(reader, 'too-large');
      if (onBytes(value)) return await closing(reader, 'enough');
    }
  } catch {
    if (controller.signal.reason === outOfTime) return 'out-of-time';
    return controller.signal.reason === silent ? 'silent' : 'cut';
  }
}

async function closing(reader: ReadableStreamDefaultReader<Uint8Array>, ended: BodyEnd): Promise<BodyEnd> {
  await reader.cancel().catch(() => undefined);
  return ended;
}

/** A key in the URL is removed from what is stored. */
function withoutKeyParameter(address: string): string {
  const url = URL.parse(address);
  if (url === null || !url.searchParams.has('api_key')) return address;
  url.searchParams.delete('api_key');
  return url.href;
}

function recorded({ status, contentType, body, ended }: ProviderResponse): Exchange['response'] {
  const streamed = body.document === undefined;
  return {
    status,
    contentType,
    ...(streamed ? { events: body.events.map(recordedEvent) } : { body: body.document }),
    ...(ended === 'whole' || ended === 'enough' ? {} : { ended }),
    ...(body.repaired ? { repairedUtf8: true as const } : {}),
  };
}

/** Only the data if it already names the event. */
export function recordedEvent({ event, data }: CapturedEvent): unknown {
  if (event === undefined || event === 'message') return data;
  const named = typeof data === 'object' && data !== null && 'type' in data && data.type === event;
  return named ? data : { event, data };
}

function unreached(signal: AbortSignal, failure: unknown, exchange: Exchange): CallResult {
  if (signal.reason === outOfTime || signal.reason === silent) {
    return { kind: 'unreached', why: 'out-of-time', message: signal.reason.message, exchange };
  }
  return { kind: 'unreached', why: 'network', message: failureMessage(failure), exchange };
}

/** Adds the system's error code (ECONNREFUSED, ENOTFOUND), which fetch hides in a cause. */
function failureMessage(failure: unknown): string {
  if (!(failure instanceof Error)) return 'the request failed';
  const { cause } = failure;
  const proxy = environmentProxy(process.env) ?? '';
  const refusal = proxyFailure(failure, proxy);
  if (refusal !== null) return refusal.message;
  if (cause instanceof Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
    return code === '' ? failure.message : code;
  }
  return failure.message;
}

type Alarm = { readonly restart: () => void; readonly clear: () => void };

function alarm(ms: number, ring: () => void): Alarm {
  const timer = setTimeout(ring, ms);
  return { restart: () => timer.refresh(), clear: () => clearTimeout(timer) };
}
