import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from '../parts/serviceMetrics.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';

/**
 * Counts and logs responses, if enabled. A request is identified by its route: URLs contain ids of tasks and
 * pages, and unknown URLs contain arbitrary text.
 */
export function observeAnswers(
  app: FastifyInstance,
  { settings, log }: Pick<ServiceParts, 'settings' | 'log'>,
  metrics: ServiceMetrics | null,
): void {
  if (metrics === null && !settings.logRequests) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { startedAt, account } = request.state;
    const answer = {
      method: request.method,
      route: request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown'),
      status: reply.statusCode,
      seconds: (performance.now() - startedAt) / 1_000,
    };
    metrics?.answered(answer);
    if (settings.logRequests) {
      const { seconds, ...said } = answer;
      log('info', 'request answered', {
        requestId: request.id,
        ...said,
        ms: Math.round(seconds * 1_000),
        ...(account === null ? {} : { account: account.id }),
      });
    }
    done();
  });
}
