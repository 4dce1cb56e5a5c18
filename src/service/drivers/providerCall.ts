import { environmentProxy, proxyFailure } from '#platform/http/proxies.ts';
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

export type CallResult =
  | { readonly kind: 'response'; readonly response: ProviderResponse; readonly exchange: Exchange }
  /** No response: no connection, no first byte in time, or the request could not be built. */
  | {
      readonly kind: 'unreached';
      readonly why: 'network' | 'out-of-time' | 'request';
      readonly message: string;
      readonly exchange: Exchange | undefined;
    };

export type CallOptions = {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly limits: CallLimits;
  /** True for the event after which nothing more is needed; the connection is then closed. */
  readonly isLast?: (event: CapturedEvent) => boolean;
  /**
   * Sends the request with the given fetch, usually through a provider's SDK. The SDK builds URL, headers and
   * body. Its parsing is ignored, because SDKs drop unknown events and fields and stop at the first error
   * event: it gets an empty body, and the real one is captured here.
   */
  readonly send: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>;
};

/**
 * One exchange with a provider: every byte is captured before anything is parsed. Resolves for every kind of
 * provider error; throws the signal's reason only if `signal` aborted, after closing the upstream connection.
 */
export async function callProvider(options: CallOptions): Promise<CallResult> {
  const { signal, limits, isLast } = options;
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const deadline = alarm(limits.totalMs, () => controller.abort(outOfTime));
  const silence = alarm(limits.idleMs, () => controller.abort(silent));

  let request: Exchange['request'] | undefined;
  let answered: Response | undefined;
  let failure: unknown;

  const tap: Fetch = async (input, init) => {
    if (request !== undefined) return emptyAnswer(answered);
    request = sentRequest(input, init);
    try {
      // Redirects are not followed, because a custom key header would be sent to the other host.
      answered = await options.fetch(input, { ...init, redirect: 'manual', signal: controller.signal });
    } catch (error) {
      failure = error;
      throw error;
    }
    return emptyAnswer(answered);
  };

  try {
    try {
      await options.send(tap, controller.signal);
    } catch (error) {
      failure ??= error;
    }
    signal.throwIfAborted();
    if (answered === undefined || request === undefined) {
      return unreached(controller.signal, failure, request);
    }
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
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** True if a request may have been processed and charged, although its answer is missing or incomplete. */
export function mayHaveArrived(result: CallResult): boolean {
  if (result.kind === 'response') {
    const { status, ended } = result.response;
    return status < 300 && (ended === 'cut' || ended === 'silent' || ended === 'out-of-time');
  }
  if (result.exchange === undefined) return false;
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

function emptyAnswer(answered: Response | undefined): Response {
  const contentType = answered?.headers.get('content-type') ?? 'application/json';
  return new Response('', { status: 200, headers: { 'content-type': contentType } });
}

function sentRequest(input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): Exchange['request'] {
  const url = withoutKeyParameter(input instanceof Request ? input.url : String(input));
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  if (typeof init?.body !== 'string') return { method, url };
  return { method, url, body: parsed(init.body) };
}

/** A key in the URL is removed from what is stored. */
function withoutKeyParameter(address: string): string {
  const url = URL.parse(address);
  if (url === null || !url.searchParams.has('api_key')) return address;
  url.searchParams.delete('api_key');
  return url.href;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
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

function unreached(
  signal: AbortSignal,
  failure: unknown,
  request: Exchange['request'] | undefined,
): CallResult {
  const exchange = request === undefined ? undefined : { request };
  if (signal.reason === outOfTime || signal.reason === silent) {
    return { kind: 'unreached', why: 'out-of-time', message: signal.reason.message, exchange };
  }
  const why = request === undefined ? 'request' : 'network';
  return { kind: 'unreached', why, message: failureMessage(failure), exchange };
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
