import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from '../../parts/serviceMetrics.ts';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { jsonType, sendJson } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

/** A load balancer that checks every few seconds must get a response within that time. */
const storeBudgetMs = 2_000;

/**
 * Routes for operators, separate from the interface: liveness, readiness and metrics. They are beside `/v1` on
 * the same port, because that is the address a load balancer knows; they need no key and contain no customer
 * data. Metrics reveal business volume, so they exist only if enabled.
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

/** Why the store is unavailable; never the store's own message, which may name hosts and users. */
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
