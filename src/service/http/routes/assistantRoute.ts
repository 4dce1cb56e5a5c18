import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { http } from '#platform/http/nodeHttp.ts';
import { paths } from '../knownPaths.ts';

/**
 * Hands what assistants send on to whoever answers them on this machine, and the answer back: the service knows nothing
 * of a history, and of none of its keys. Who may ask is checked there.
 * @param port of 127.0.0.1; without one there is no such path
 */
export function assistantRoute(app: FastifyInstance, port: number | undefined): void {
  if (port === undefined) return;
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: paths.assistants,
    config: { handedOn: true },
    // Before the body is read: it goes on as it comes.
    onRequest: (incoming, reply) => {
      reply.hijack();
      handOn(incoming.raw, reply.raw, port);
    },
    handler: () => undefined,
  });
}

function handOn(from: IncomingMessage, to: ServerResponse, port: number): void {
  const { method, url: path } = from;
  // How long a connection lasts is between its two ends: here each request has one of its own.
  const { connection: _connection, ...headers } = from.headers;
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, to, () => undefined);
  });
  onward.on('error', () => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502, { Connection: 'close' }).end('Assistants are not answered any more.');
  });
  to.once('close', () => onward.destroy());
  from.pipe(onward);
}
