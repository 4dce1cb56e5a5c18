import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Logger } from '#platform/log.ts';
import { joinTexts, type SomeTexts } from '#shared/analysis/comparisonParts.ts';
import type { Envelope } from '#shared/bridge/envelope.ts';
import type { RouteName } from '#shared/bridge/routeTable.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import { pageHeaders } from '../common/pagePolicy.ts';
import { createPendingCalls, refusal } from '../common/pendingCalls.ts';
import { readWindowFile } from '../common/windowFiles.ts';
import { createEventStreams } from './eventStreams.ts';
import { createLaunchKeys } from './launchKeys.ts';
import { readJson } from './requestBody.ts';
import { checkCaller, checkHost, checkOrigin, type Refusal } from './requestGuard.ts';

export type WindowServer = {
  /** Works until the server stops; for the terminal, whose owner may open it as often as they like. */
  readonly printedLink: string;
  /** Works once; for handing to a browser program. */
  readonly newOneTimeLink: () => string;
  readonly port: number;
  /** Takes no more calls, lets those under way finish for at most `budgetMs`, then closes. */
  readonly close: (budgetMs: number) => Promise<void>;
};

export type WindowServerOptions = {
  readonly target: BridgeTarget;
  /** Folder of the built window. */
  readonly folder: URL;
  /** 0 picks a free port. */
  readonly port: number;
  readonly log: Logger;
};

const callSchema = z.strictObject({ route: z.string(), input: z.unknown(), callId: z.string() });
const cancelSchema = z.strictObject({ callId: z.string() });
const sessionSchema = z.strictObject({ code: z.string() });

/**
 * Serves the window and its bridge on 127.0.0.1. Rejects with the system's error when the port cannot be had.
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const { target, log } = options;
  const folder = fileURLToPath(options.folder);
  const keys = createLaunchKeys();
  const pending = createPendingCalls(target);
  const streams = createEventStreams();
  let authority = '';
  let closing = false;

  const server = createServer((request, response) => {
    // A connection that a browser would keep for its next call must not keep a closing server open.
    response.on('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    handle(request, response).catch((error: unknown) => {
      log('error', 'A request of the window failed.', { url: request.url, error: String(error) });
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: 'Parallax failed to answer; its log says why.' });
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = checkHost(request.headers, authority);
    if (foreign) return refuse(response, foreign);
    // Not through URL: `//name` would mean another host to it.
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    const call = `${request.method} ${pathname}`;
    if (call === 'POST /bridge/session') return openSession(request, response);
    if (pathname.startsWith('/bridge/')) {
      const stranger = checkCaller(request.headers, authority, keys.isToken);
      if (stranger) return refuse(response, stranger);
      if (call === 'POST /bridge/invoke') return invoke(request, response);
      if (call === 'POST /bridge/cancel') return cancel(request, response);
      if (call === 'GET /bridge/events') return openEvents(request, response);
      return refuse(response, { status: 404, message: 'There is no such call.' });
    }
    return serveFile(request, response, pathname);
  }

  async function openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = checkOrigin(request.headers, authority);
    if (foreign) return refuse(response, foreign);
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const parsed = sessionSchema.safeParse(body.value);
    const token = parsed.success ? keys.exchange(parsed.data.code) : null;
    if (token === null) {
      return refuse(response, {
        status: 401,
        message: 'This link was used before. Open Parallax by the link printed in the terminal.',
      });
    }
    sendJson(response, 200, { token });
  }

  async function invoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const parsed = callSchema.safeParse(body.value);
    if (!parsed.success)
      return refuse(response, { status: 400, message: 'A call has a route, an input and an id.' });
    if (closing) return sendJson(response, 200, refusal('SHUTTING_DOWN', 'Parallax is closing.'));
    const { route, input, callId } = parsed.data;
    response.on('close', () => {
      if (!response.writableFinished) pending.abandon(callId);
    });
    const answer = await pending.call(route, input, callId);
    if (!response.destroyed) sendText(response, 200, answerJson(route, answer));
  }

  async function cancel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const parsed = cancelSchema.safeParse(body.value);
    if (!parsed.success) return refuse(response, { status: 400, message: 'A cancellation names its call.' });
    pending.cancel(parsed.data.callId);
    response.writeHead(204).end();
  }

  function openEvents(request: IncomingMessage, response: ServerResponse): void {
    const seen = Number.parseInt(String(request.headers['last-event-id'] ?? ''), 10);
    streams.open(response, Number.isNaN(seen) ? null : seen);
  }

  async function serveFile(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, { status: 405, message: 'The window is read with GET.' });
    }
    const file = await readWindowFile(folder, pathname);
    if (file === null) return refuse(response, { status: 404, message: 'There is no such file.' });
    response.writeHead(200, {
      ...pageHeaders,
      'Content-Type': file.contentType,
      'Content-Length': file.body.length,
      'Cache-Control': file.caching,
    });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  authority = `127.0.0.1:${port}`;
  const unsubscribe = target.subscribe(streams.publish);

  return {
    port,
    printedLink: `http://${authority}/#token=${keys.token}`,
    newOneTimeLink: () => `http://${authority}/#open=${keys.newCode()}`,
    close: async (budgetMs) => {
      closing = true;
      unsubscribe();
      const closed = once(server, 'close');
      server.close();
      streams.close();
      const overdue = setTimeout(() => server.closeAllConnections(), budgetMs);
      await closed;
      clearTimeout(overdue);
    },
  };
}

/** Comparisons come as JSON texts by the million characters: those go into the answer as they are. */
function answerJson(route: string, answer: Envelope<unknown>): string {
  return answer.ok && route === ('comparisons.parts' satisfies RouteName)
    ? `{"ok":true,"data":${joinTexts(answer.data as SomeTexts)}}`
    : JSON.stringify(answer);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  // What was not read of the request would otherwise be taken for the next one.
  response.setHeader('Connection', 'close');
  sendJson(response, status, { message });
}
