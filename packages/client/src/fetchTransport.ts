import type { Transport } from './exchange.ts';

/** The part of `fetch` that the client uses. Any compatible implementation can be passed. */
export type FetchFunction = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body: string | null;
    signal: AbortSignal;
    redirect: 'manual';
  },
) => Promise<Response>;

/** Redirects are returned as responses, because the API key must not be sent to another address. */
export function fetchTransport(send: FetchFunction): Transport {
  return async (url, { method, headers, body, signal }) => {
    const response = await send(url, { method, headers: { ...headers }, body, signal, redirect: 'manual' });
    return {
      // Browsers hide the status of a redirect.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      headers: Object.fromEntries(response.headers),
      body: partsOf(response.body),
    };
  };
}

/** Not every browser supports async iteration of a stream. */
async function* partsOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
