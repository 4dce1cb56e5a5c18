import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { errorEnvelope } from '#shared/interface/errors.ts';
import { selfSigned } from './selfSigned.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** What the double does with one request. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  /** Reads the request, then drops the connection without an answer. */
  | 'drop'
  /** Reads the request and never answers. */
  | 'hang';

export type FaultyService = {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Resolves once this many requests have come in. */
  readonly reached: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A server of our own that speaks the interface's protocol and fails as a test wants it to. */
export async function startFaultyService(
  answer: (request: Received, index: number) => Reply | Promise<Reply>,
  options: { readonly tls?: boolean; readonly port?: number } = {},
): Promise<FaultyService> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const waiters: { count: number; resolve: () => void }[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    received.push(entry);
    for (const waiter of waiters) if (received.length >= waiter.count) waiter.resolve();
    const reply = await answer(entry, received.length - 1);
    if (reply === 'hang' || response.destroyed) return;
    if (reply === 'drop') {
      request.socket.destroy();
      return;
    }
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(text);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => request.socket.destroy());
  };
  const server: Server = options.tls ? createTlsServer(selfSigned, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      if (received.length >= count) resolve();
      else waiters.push({ count, resolve });
    });
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`, received, reached, stop };
}

/** The headers every monitor answer carries. */
export function monitorHeaders(over: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    'X-Request-Id': 'service-1',
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '999',
    'X-Concurrent-Limit': '10',
    'X-Concurrent-Current': '1',
    'X-Concurrent-Remaining': '9',
    'X-Credits-Remaining': '495',
    'X-Credits-Charged': '5',
    'X-Latency-Ms': '812',
    ...over,
  };
}

export function failure(
  code: Parameters<typeof errorEnvelope>[0],
  status: number,
  details?: Record<string, unknown>,
): Reply {
  return {
    status,
    body: errorEnvelope(code, `${code} said the double`, 0, details),
    headers: monitorHeaders(),
  };
}
