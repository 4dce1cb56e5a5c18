import { createParser } from 'eventsource-parser';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope, HostBridge, HostReach } from '#shared/bridge/hostBridge.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';

export type HttpBridgeOptions = {
  /** URL of the browser host, such as `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** The page's half of its session, requested with every call because it may arrive late. Null if there is none. */
  readonly pageKey: () => Promise<string | null>;
  readonly fetch: typeof fetch;
  /** Resolves after some milliseconds, immediately if the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

const firstRetryMs = 250;
const maxRetryMs = 5000;

/** The bridge over loopback HTTP: calls as POST requests, events as a stream that reconnects. */
export function createHttpBridge(options: HttpBridgeOptions): HostBridge {
  /** Calls wait for the event stream. Otherwise, changes between a response and the first event would be missed. */
  let heard: Promise<void> = Promise.resolve();
  let reach: HostReach = 'connected';
  const watchers = new Set<() => void>();
  const tell = (now: HostReach): void => {
    if (reach === now) return;
    reach = now;
    for (const watcher of watchers) watcher();
  };
  const send = async (path: string, body: unknown): Promise<Response> =>
    options.fetch(`${options.origin}${path}`, {
      method: 'POST',
      headers: { ...(await authorization(options)), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
    });

  return {
    invoke: async (route, input, callId) => {
      let response: Response;
      await heard;
      try {
        response = await send('/bridge/invoke', { route, input, callId });
      } catch {
        return failure(
          'UNREACHABLE',
          'Parallax was closed. Stored data is unchanged. Start it again and open the new link.',
        );
      }
      try {
        const answer = await response.json();
        if (response.ok) return answer as Envelope<unknown>;
        const code =
          response.status === 401 || response.status === 403 ? 'FORBIDDEN_SENDER' : 'INVALID_INPUT';
        return failure(code, (answer as { message: string }).message);
      } catch {
        return failure('INTERNAL', 'The response was incomplete. Try again.');
      }
    },

    cancel: (callId) => {
      // Not awaited: the call itself reports its cancellation.
      send('/bridge/cancel', { callId }).catch(() => undefined);
    },

    subscribe: (listener) => {
      const end = new AbortController();
      const first = Promise.withResolvers<void>();
      heard = first.promise;
      void follow(options, listener, end.signal, first.resolve, tell);
      return () => end.abort();
    },

    reach: {
      current: () => reach,
      subscribe: (watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    },
  };
}

/**
 * Reads events until the signal aborts, and continues after each disconnect from the last event.
 * @param tried called when the stream is open, or could not be opened
 * @param tell whether the host responds
 */
async function follow(
  options: HttpBridgeOptions,
  listener: (event: BridgeEvent) => void,
  signal: AbortSignal,
  tried: () => void,
  tell: (reach: HostReach) => void,
): Promise<void> {
  let lastSeen: number | null = null;
  let waitMs = firstRetryMs;
  const receive = (event: BridgeEvent): void => {
    lastSeen = event.seq;
    listener(event);
  };
  while (!signal.aborted) {
    const response = await options
      .fetch(`${options.origin}/bridge/events`, {
        headers: {
          ...(await authorization(options)),
          Accept: 'text/event-stream',
          ...(lastSeen === null ? {} : { 'Last-Event-ID': String(lastSeen) }),
        },
        cache: 'no-store',
        credentials: 'same-origin',
        signal,
      })
      .catch(() => null);
    if (signal.aborted) return;
    tell(response === null ? 'lost' : response.status === 401 ? 'ended' : 'connected');
    tried();
    // Another launch responds at this address: this page cannot reconnect.
    if (response?.status === 401) return;
    if (response?.ok && response.body) {
      waitMs = firstRetryMs;
      // A broken connection is opened again.
      await readEvents(response.body, receive).catch(() => undefined);
    }
    await options.pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, maxRetryMs);
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  receive: (event: BridgeEvent) => void,
): Promise<void> {
  const parser = createParser({ onEvent: (message) => receive(JSON.parse(message.data) as BridgeEvent) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    parser.feed(decoder.decode(part.value, { stream: true }));
}

async function authorization(options: HttpBridgeOptions): Promise<Record<string, string>> {
  const key = await options.pageKey();
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

function failure(code: AppErrorCode, message: string): Envelope<never> {
  return { ok: false, error: { code, message, retryable: code !== 'FORBIDDEN_SENDER' } };
}
