import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One POST as it came in; `raw` is the body before any decoding, which is what a signature covers. */
export type Delivery = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/** What the receiver answers: a status, nothing at all ("silence"), or a connection that breaks ("cut"). */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'silence'
  | 'cut';

export type WebhookReceiver = {
  /** An address on this receiver; give every test its own path. */
  readonly url: (path: string) => string;
  readonly deliveriesTo: (path: string) => readonly Delivery[];
  /** Resolves when `count` deliveries have come to the path, with those; rejects after the budget. */
  readonly waitFor: (path: string, count: number, budgetMs?: number) => Promise<readonly Delivery[]>;
  /** How the path answers its n-th delivery, counted from 1. Without one, everything gets 200. */
  readonly answer: (path: string, reply: (count: number) => Reply) => void;
  readonly close: () => Promise<void>;
};

type Waiter = { readonly path: string; readonly count: number; readonly done: () => void };

/** A webhook receiver on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries = new Map<string, Delivery[]>();
  const replies = new Map<string, (count: number) => Reply>();
  const waiters = new Set<Waiter>();

  const deliveriesTo = (path: string): readonly Delivery[] => deliveries.get(path) ?? [];

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const path = request.url ?? '/';
    const method = request.method ?? '';
    const list = deliveries.get(path) ?? [];
    list.push({ method, path, headers: request.headers, raw, body: parsed(raw), at: Date.now() });
    deliveries.set(path, list);
    const reply: Reply = replies.get(path)?.(list.length) ?? { status: 200 };
    if (reply === 'cut') request.socket.destroy();
    else if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end();
    for (const waiter of waiters) if (waiter.path === path && list.length >= waiter.count) waiter.done();
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    deliveriesTo,
    answer: (path, reply) => void replies.set(path, reply),
    waitFor: (path, count, budgetMs = 15_000) =>
      new Promise((resolve, reject) => {
        if (deliveriesTo(path).length >= count) {
          resolve(deliveriesTo(path));
          return;
        }
        const settle = (): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
        };
        const waiter: Waiter = {
          path,
          count,
          done: () => {
            settle();
            resolve(deliveriesTo(path));
          },
        };
        const timer = setTimeout(() => {
          settle();
          reject(new Error(`${deliveriesTo(path).length} of ${count} deliveries came to ${path}`));
        }, budgetMs);
        waiters.add(waiter);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
