import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One answer of the service, exactly as it came: header names lower-cased, `body` undefined when not JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
};

export type Sending = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as it is; an object goes through `Api`, which writes JSON. */
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
};

/** In front of several nodes every request has a connection of its own: the balancer leads each to the next node. */
const agent = new Agent({ keepAlive: process.env.PARALLAX_NODES === undefined, maxSockets: 600 });

/** Sends one request over HTTP with no header but those given; resolves with the whole answer. */
export function send(url: string, sending: Sending = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: OutgoingHttpHeaders = { ...sending.headers };
    if (sending.body !== undefined) headers['Content-Length'] = Buffer.byteLength(sending.body);
    const { method = 'GET', signal } = sending;
    const outgoing = request(url, { agent, method, headers, ...(signal ? { signal } : {}) }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode = 0, headers: received } = incoming;
        resolve({ status: statusCode, headers: received, text, body: jsonOf(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sending.body);
  });
}

/** The service as one key sees it. Bodies are written as JSON. */
export type Api = {
  readonly key: string;
  readonly get: (path: string, headers?: OutgoingHttpHeaders) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: OutgoingHttpHeaders) => Promise<Answer>;
  readonly remove: (path: string, headers?: OutgoingHttpHeaders) => Promise<Answer>;
  /** Anything else: other methods, bodies that are not JSON, no content type. The key is still sent. */
  readonly send: (path: string, sending: Sending) => Promise<Answer>;
};

export function apiOf(baseUrl: string, key: string): Api {
  const authorized = (headers: OutgoingHttpHeaders = {}): OutgoingHttpHeaders => ({
    Authorization: `Bearer ${key}`,
    ...headers,
  });
  return {
    key,
    get: (path, headers) => send(baseUrl + path, { headers: authorized(headers) }),
    remove: (path, headers) => send(baseUrl + path, { method: 'DELETE', headers: authorized(headers) }),
    post: (path, body, headers) =>
      send(baseUrl + path, {
        method: 'POST',
        headers: authorized({ 'Content-Type': 'application/json', ...headers }),
        body: JSON.stringify(body),
      }),
    send: (path, sending) => send(baseUrl + path, { ...sending, headers: authorized(sending.headers) }),
  };
}

const pieceEveryMs = 600;

/**
 * Writes bytes to the service's socket and returns all it answers until it closes the connection. Several pieces are
 * written one after the other, with a pause in between.
 */
export function sendBytes(
  baseUrl: string,
  bytes: string | readonly string[],
  budgetMs = 10_000,
): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, async () => {
      const [first = '', ...later] = typeof bytes === 'string' ? [bytes] : bytes;
      if (first !== '') socket.write(first);
      for (const piece of later) {
        await pause(pieceEveryMs);
        socket.write(piece);
      }
    });
    socket.setTimeout(budgetMs, () => socket.destroy(new Error(`no end of the answer: ${answer}`)));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

/** A header that must be there once. */
export function header(answer: Answer, name: string): string {
  const value = answer.headers[name.toLowerCase()];
  if (typeof value !== 'string') throw new Error(`no ${name} header on a ${answer.status}: ${answer.text}`);
  return value;
}

/** A header that must be there as a decimal integer. */
export function count(answer: Answer, name: string): number {
  const value = header(answer, name);
  if (!/^\d+$/.test(value)) throw new Error(`${name} is "${value}", not a decimal integer`);
  return Number(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
