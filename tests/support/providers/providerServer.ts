import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the server saw of one request; header values that are keys included, so tests can look for them. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text. */
  readonly body: unknown;
};

/** How one request is answered. Everything is optional: an empty reply is 200 with an empty JSON object. */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON for objects, as it is for strings and bytes. */
  readonly body?: unknown;
  /** Events of a stream, in place of a body. */
  readonly sse?: readonly unknown[];
  /** Writes `event: <type>` lines, as OpenAI, xAI, Anthropic and Perplexity's Agent do. */
  readonly named?: boolean;
  /** Ends the stream with `data: [DONE]`. */
  readonly done?: boolean;
  /** Sends the body in pieces of so many bytes, each on its own. */
  readonly chunkBytes?: number;
  /** Waits before the first byte. */
  readonly delayMs?: number;
  /** Stops sending and keeps the connection: before the headers, or after half of the body. */
  readonly hang?: 'before' | 'midway';
  /** Breaks the connection: before the headers, or after half of the body. */
  readonly drop?: 'before' | 'midway';
};

export type Responder = (request: SeenRequest) => Reply;

export type ProviderServer = {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Replies given in order before the responder is asked. */
  readonly enqueue: (...replies: readonly Reply[]) => void;
  /** Connections still open that carried a request. */
  readonly openSockets: () => number;
  /** Resolves once the server has seen so many requests. */
  readonly seen: (count: number) => Promise<void>;
  /** Resolves once no connection is open. */
  readonly idle: () => Promise<void>;
  readonly reset: () => void;
  readonly close: () => Promise<void>;
};

/** A local server that speaks a provider's wire protocol: scripted replies first, then the responder's. */
export async function startProviderServer(respond: Responder, port = 0): Promise<ProviderServer> {
  const requests: SeenRequest[] = [];
  const script: Reply[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const check of waiting) check();
  };

  const server = createServer((request, response) => {
    void read(request).then((seen) => {
      requests.push(seen);
      changed();
      const reply = script.shift() ?? respond(seen);
      return send(reply, response).catch(() => response.destroy());
    });
  });
  // Only connections that carried a request count: fetch may open one ahead and leave it unused for seconds.
  server.on('request', ({ socket }) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      changed();
    });
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  const until = (met: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!met()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    enqueue: (...replies) => {
      script.push(...replies);
    },
    openSockets: () => sockets.size,
    seen: (count) => until(() => requests.length >= count),
    idle: () => until(() => sockets.size === 0),
    reset: () => {
      requests.length = 0;
      script.length = 0;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://local');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.drop === 'before') {
    response.destroy();
    return;
  }
  if (reply.hang === 'before') return;
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  const bytes = bodyBytes(reply);
  const contentType = reply.sse === undefined ? 'application/json' : 'text/event-stream; charset=utf-8';
  // A kept-alive connection would look like one that was never closed.
  response.writeHead(reply.status ?? 200, {
    'content-type': contentType,
    connection: 'close',
    ...reply.headers,
  });
  response.flushHeaders();
  const cut =
    reply.hang === 'midway' || reply.drop === 'midway' ? Math.floor(bytes.length / 2) : bytes.length;
  const piece = reply.chunkBytes ?? 64 * 1024;
  for (let at = 0; at < cut; at += piece) {
    if (!response.write(bytes.subarray(at, Math.min(at + piece, cut)))) await once(response, 'drain');
    // A turn of the event loop between pieces, so that they leave as packets of their own.
    if (reply.chunkBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (reply.hang === 'midway') return;
  if (reply.drop === 'midway') {
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.destroy();
    return;
  }
  response.end();
}

function bodyBytes(reply: Reply): Uint8Array {
  if (reply.sse !== undefined) {
    const events = reply.sse.map((event) => {
      const type =
        typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : undefined;
      const name = reply.named === true && type !== undefined ? `event: ${type}\n` : '';
      const data = typeof event === 'string' ? event : JSON.stringify(event);
      return `${name}data: ${data}\n\n`;
    });
    return Buffer.from(events.join('') + (reply.done === true ? 'data: [DONE]\n\n' : ''), 'utf8');
  }
  if (reply.body instanceof Uint8Array) return reply.body;
  return Buffer.from(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}), 'utf8');
}
