import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { http } from '#platform/http/nodeHttp.ts';
import { paths } from '../knownPaths.ts';

/**
 * Forwards assistants' requests to the host's endpoint on this machine, and returns its responses: the service
 * has no access to a history or its keys. The endpoint checks the token.
 * @param port on 127.0.0.1; without one the path does not exist
 */
export function assistantRoute(app: FastifyInstance, port: number | undefined): void {
  if (port === undefined) return;
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: paths.assistants,
    config: { handedOn: true },
    // Before the body is parsed: it is forwarded unchanged.
    onRequest: (incoming, reply) => {
      reply.hijack();
      handOn(incoming.raw, reply.raw, port);
    },
    handler: () => undefined,
  });
}

function handOn(from: IncomingMessage, to: ServerResponse, port: number): void {
  const { method, url: path } = from;
  // Connection headers apply to one hop: each request here has its own.
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
