import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Logger } from '#platform/log.ts';
import { checkOrigin, type Refusal } from '../../node/requestGuard.ts';

/** Where a host on 127.0.0.1 serves assistants. */
export const mcpPath = '/mcp';

export type McpEndpoint = {
  /** @param authority `127.0.0.1:<port>`; the host has checked that the request used this name. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, authority: string) => void;
  readonly close: () => Promise<void>;
};

/** Serves assistants over HTTP, one request at a time, to clients with the token. */
export function createMcpEndpoint(options: {
  readonly newServer: () => McpServer;
  readonly token: string;
  readonly log: Logger;
}): McpEndpoint {
  const { newServer, token, log } = options;
  const onerror = ({ message }: Error): void =>
    log('warn', 'A message of an assistant was refused', { reason: message });
  const handler = createMcpHandler(newServer, { onerror });
  const forward = async (request: IncomingMessage, response: ServerResponse, authority: string) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answered = await handler.fetch(webRequest(request, authority, gone.signal));
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body === null) response.end();
    else await pipeline(Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0]), response);
  };
  return {
    answer(request, response, authority) {
      const refusal = checkOrigin(request.headers, authority) ?? checkToken(request, token);
      if (refusal !== null) return refuse(response, refusal);
      forward(request, response, authority).catch((error: unknown) => {
        log('error', 'A request of an assistant failed', { reason: String(error) });
        response.destroy();
      });
    },
    close: handler.close,
  };
}

/** The library uses web Request and Response objects. */
function webRequest(request: IncomingMessage, authority: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const { method = 'GET', url = '/' } = request;
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(request), duplex: 'half' };
  return new Request(`http://${authority}${url}`, { method, headers, signal, ...body } as RequestInit);
}

/** Constant-time comparison of the token. */
function checkToken({ headers }: IncomingMessage, token: string): Refusal | null {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))) return null;
  return {
    status: 401,
    message: 'Send the token that Parallax printed, as "Authorization: Bearer <token>".',
  };
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    // The unread rest of the request would otherwise be parsed as the next one.
    Connection: 'close',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}
