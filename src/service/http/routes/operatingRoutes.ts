import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from '../../metrics/serviceMetrics.ts';
import type { ServiceParts } from '../../serviceParts.ts';
import { jsonType, sendJson } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

/** A balancer that asks every few seconds must have its answer within that time. */
const storeBudgetMs = 2_000;

/**
 * What whoever runs the service asks it, apart from the interface: is the process alive, should a balancer send it
 * requests, and its figures. They stand beside `/v1` on the same port because that is the address a balancer knows;
 * they need no key and say nothing of customers. The figures tell how much business there is, so they exist only where
 * they were asked for.
 */
export function operatingRoutes(
  app: FastifyInstance,
  { store, leaving }: Pick<ServiceParts, 'store' | 'leaving'>,
  metrics: ServiceMetrics | null,
): void {
  const open = { config: { open: true } };
  app.get(paths.alive, open, (_request, reply) => sendJson(reply, { status: 'ok' }));
  app.get(paths.ready, open, async (_request, reply) => {
    const reason = leaving() ? 'stopping' : await storeTrouble(store.check());
    if (reason === null) return sendJson(reply, { status: 'ok' });
    return reply
      .code(503)
      .type(jsonType)
      .send(JSON.stringify({ status: 'not ready', reason }));
  });
  if (metrics === null) return;
  app.get(paths.metrics, open, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}

/** Why the store cannot be worked with; no message of it, which may name hosts and users. */
async function storeTrouble(check: Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the store does not answer'), storeBudgetMs);
  });
  const checked = check.then(
    () => null,
    (error: unknown) =>
      error instanceof Error && 'code' in error && error.code === 'STORE_NEWER'
        ? 'the store belongs to a newer version'
        : 'the store does not answer',
  );
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
