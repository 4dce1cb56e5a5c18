import type { FastifyInstance } from 'fastify';
import { parseRedirectRequest } from '#shared/interface/requests/redirect.ts';
import { resolveRedirect } from '../../redirects/resolver.ts';
import type { ServiceParts } from '../../serviceParts.ts';
import { watchCaller } from '../caller.ts';
import { sendError, sendInvalid, sendJson } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';

/** `POST /v1/monitor/search/goto`: no slot, no credits. */
export function redirectRoute(app: FastifyInstance, parts: ServiceParts): void {
  app.post(paths.redirect, { config: { monitor: true } }, async (request, reply) => {
    const parsed = parseRedirectRequest(request.body, parts.searchHosts());
    if (!parsed.ok) return sendInvalid(reply, 400, parsed.issues);
    const outcome = await resolveRedirect(parsed.url, parts, watchCaller(reply).signal());
    if (outcome.kind === 'resolved') return sendJson(reply, { url: outcome.destination });
    const message = `The redirect could not be resolved: ${outcome.reason}`;
    const error = { code: 'EXTERNAL_SERVICE_ERROR', message, details: { service: 'search' } } as const;
    return sendError(reply, error, parts.clock.now());
  });
}
