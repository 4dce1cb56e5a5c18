import type { Transport } from './exchange.ts';

/** As much of `fetch` as the client uses; that of Node, of a browser, or one of your own. */
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

/** Redirects are answers: the key must not follow them. */
export function fetchTransport(send: FetchFunction): Transport {
  return async (url, { method, headers, body, signal }) => {
    const response = await send(url, { method, headers: { ...headers }, body, signal, redirect: 'manual' });
    return {
      // A browser hides what a redirect says.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      headers: Object.fromEntries(response.headers),
      body: partsOf(response.body),
    };
  };
}

/** Not every browser iterates over a stream. */
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
