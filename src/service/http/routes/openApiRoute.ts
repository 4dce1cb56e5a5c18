import type { FastifyInstance } from 'fastify';
import { jsonType } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

/** `GET /openapi.json`; no key needed. */
export function openApiRoute(app: FastifyInstance, openApi: () => string): void {
  app.get(paths.openApi, { config: { open: true } }, (_request, reply) =>
    reply.code(200).type(jsonType).send(openApi()),
  );
}
