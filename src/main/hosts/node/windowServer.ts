import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { http } from '#platform/http/nodeHttp.ts';
import type { Logger } from '#platform/log.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope } from '#shared/bridge/hostBridge.ts';
import type { RouteName } from '#shared/bridge/routeTable.ts';
import { joinTexts, type SomeTexts } from '#shared/model/comparison/comparisonParts.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import { pageHeaders } from '../common/pagePolicy.ts';
import { createPendingCalls, readCall, readOnly, refusal } from '../common/pendingCalls.ts';
import { readWindowFile } from '../common/windowFiles.ts';
import { createLaunchKeys } from './launchKeys.ts';
import { checkCaller, checkHost, checkOrigin, cookieName, type Refusal } from './requestGuard.ts';

export type WindowServer = {
  /** A link that opens the window once, within a minute. `onUsed` is called when it did. */
  readonly newLink: (onUsed?: () => void) => string;
  readonly port: number;
  /** Accepts no more calls, lets those in progress finish for at most `budgetMs`, then closes. */
  readonly close: (budgetMs: number) => Promise<void>;
};

export type WindowServerOptions = {
  readonly target: BridgeTarget;
  /** Folder of the built window. */
  readonly folder: URL;
  /** 0 picks a free port. */
  readonly port: number;
  readonly log: Logger;
  /** Monotonic; codes expire by it. */
  readonly nowMs: () => number;
  /** Called for a page of this URL that has no session, or used an expired link. */
  readonly onStranger?: () => void;
  /** Serves assistants at `/mcp`, if enabled; it authenticates them itself. */
  readonly mcp?: (request: IncomingMessage, response: ServerResponse, authority: string) => void;
};

/** Longest address of a request, in characters: calls of the window have theirs in the body. */
const maxAddress = 8192;

/**
 * Serves the window and its bridge on 127.0.0.1. Rejects with the system's error if the port is not available.
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const { target, log } = options;
  const folder = fileURLToPath(options.folder);
  const keys = createLaunchKeys(options.nowMs);
  const pending = createPendingCalls(target);
  const streams = createEventStreams();
  let authority = '';
  let closing = false;

  const server = http.createServer((request, response) => {
    // A connection that a browser keeps alive must not keep a closing server open.
    response.on('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    handle(request, response).catch((error: unknown) => {
      log('error', 'A request of the window failed.', { url: request.url, error: String(error) });
      if (response.headersSent) response.destroy();
      else
        refuse(response, {
          status: 500,
          message: 'Parallax could not process the request. Details are in its log.',
        });
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = checkHost(request.headers, authority);
    if (foreign) return refuse(response, foreign);
    if ((request.url?.length ?? 0) > maxAddress)
      return refuse(response, { status: 414, message: 'The address is too long.' });
    // Not through URL, which would parse `//name` as another host.
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    const call = `${request.method} ${pathname}`;
    if (pathname === '/mcp' && options.mcp) return options.mcp(request, response, authority);
    if (call === 'POST /bridge/session') return openSession(request, response);
    if (pathname.startsWith('/bridge/')) {
      const stranger = checkCaller(request.headers, authority, keys.isSession);
      if (stranger) {
        if (stranger.status === 401) options.onStranger?.();
        return refuse(response, stranger);
      }
      if (call === 'POST /bridge/invoke') return invoke(request, response);
      if (call === 'POST /bridge/cancel') return cancel(request, response);
      if (call === 'GET /bridge/events') return openEvents(request, response);
      return refuse(response, { status: 404, message: 'Unknown request.' });
    }
    return serveFile(request, response, pathname);
  }

  async function openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const foreign = checkOrigin(request.headers, authority);
    if (foreign) return refuse(response, foreign);
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const code = readOnly('code', body.value);
    const session = code === null ? null : keys.exchange(code);
    if (session === null) {
      options.onStranger?.();
      return refuse(response, {
        status: 401,
        message:
          'This link was already used or is more than a minute old. Open the newest link printed in the terminal.',
      });
    }
    const cookie = `${cookieName(authority)}=${session.cookie}`;
    response.setHeader('Set-Cookie', `${cookie}; Path=/bridge/; HttpOnly; SameSite=Strict`);
    sendJson(response, 200, { key: session.key });
  }

  async function invoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const call = readCall(body.value);
    if (call === null)
      return refuse(response, { status: 400, message: 'A request needs a route, an input and an ID.' });
    if (closing) return sendJson(response, 200, refusal('SHUTTING_DOWN', 'Parallax is closing.'));
    const { route, input, callId } = call;
    response.on('close', () => {
      if (!response.writableFinished) pending.abandon(callId);
    });
    const answer = await pending.call(route, input, callId);
    if (!response.destroyed) sendText(response, 200, answerJson(route, answer));
  }

  async function cancel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    if ('refusal' in body) return refuse(response, body.refusal);
    const callId = readOnly('callId', body.value);
    if (callId === null)
      return refuse(response, { status: 400, message: 'A cancellation needs the ID of its request.' });
    pending.cancel(callId);
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
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, { status: 405, message: 'The window accepts GET only.' });
    const file = await readWindowFile(folder, pathname);
    if (file === null) return refuse(response, { status: 404, message: 'File not found.' });
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
    newLink: (onUsed) => `http://${authority}/#open=${keys.newCode(onUsed)}`,
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

/** Comparisons are JSON texts of millions of characters: they are inserted into the response unparsed. */
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
  // The unread rest of the request would otherwise be parsed as the next one.
  response.setHeader('Connection', 'close');
  sendJson(response, status, { message });
}

/** Longest accepted body of a bridge call, in bytes: a plan of 100,000 questions is a single one. */
const bodyLimitBytes = 64 * 1024 * 1024;

/** Reads a JSON body of at most `bodyLimitBytes`. The rest of a longer one is never read into memory. */
async function readJson(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | { readonly refusal: Refusal }> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return { refusal: { status: 415, message: 'Send requests as application/json.' } };
  const tooLong: Refusal = { status: 413, message: 'This is more than 64 MB at once. Divide it into parts.' };
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return { refusal: tooLong };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) return { refusal: tooLong };
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { refusal: { status: 400, message: 'A request must be one JSON object.' } };
  }
}

const keptEvents = 200;
const heartbeatMs = 15_000;
/** A page that is more than this many bytes behind is disconnected; it reconnects and reads again. */
const backlogLimitBytes = 8 * 1024 * 1024;

/**
 * The core's events as server-sent events to any number of pages. A page that reconnects sends the last number
 * it saw and gets what it missed, as far as it is still stored; it sees the rest as a gap.
 */
type EventStreams = {
  readonly publish: (event: BridgeEvent) => void;
  readonly open: (response: ServerResponse, lastSeen: number | null) => void;
  readonly close: () => void;
};

function createEventStreams(): EventStreams {
  const kept: { readonly seq: number; readonly text: string }[] = [];
  const streams = new Set<ServerResponse>();

  const write = (stream: ServerResponse, text: string): void => {
    stream.write(text);
    if (stream.writableLength > backlogLimitBytes) stream.destroy();
  };
  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  return {
    publish: (event) => {
      const text = `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
      kept.push({ seq: event.seq, text });
      if (kept.length > keptEvents) kept.shift();
      for (const stream of streams) write(stream, text);
    },
    open: (response, lastSeen) => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      response.on('close', () => streams.delete(response));
      streams.add(response);
      // Something has to be sent for the page to know that it is connected.
      write(response, ':\n\n');
      if (lastSeen !== null) for (const { seq, text } of kept) if (seq > lastSeen) write(response, text);
    },
    close: () => {
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
    },
  };
}
