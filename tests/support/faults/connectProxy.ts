import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

export type ConnectProxy = {
  readonly url: string;
  /** Addresses that were asked for. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
};

/** A company's proxy on loopback. Whatever name it is asked for, it leads to this port. */
export async function connectProxy(port: number, answer: 200 | 403 | 407 = 200): Promise<ConnectProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (answer !== 200) {
      response.writeHead(answer).end();
      return;
    }
    const { method, headers } = request;
    const path = URL.parse(request.url ?? '')?.pathname ?? '/';
    request.pipe(
      ask({ host: '127.0.0.1', port, method, path, headers }, (given) => {
        response.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(response);
      }),
    );
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    if (answer !== 200) {
      socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target);
      target.pipe(socket);
    });
    for (const each of [socket, target]) each.on('error', () => target.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}
