import type { FastifyInstance } from 'fastify';
import { parseRedirectRequest } from '#shared/interface/requests/redirect.ts';
import { followHostRedirect, type RedirectAnswer } from '../../drivers/redirects/hostRedirects.ts';
import type { ServiceParts } from '../../parts/serviceParts.ts';
import { sendError, sendInvalid, sendJson } from '../errorReplies.ts';
import { paths } from '../knownPaths.ts';
import { watchCaller } from '../requestState.ts';

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

/**
 * Follows one hop of a redirect link whose host and path have been checked. Links of a driver are resolved by
 * that driver; others are requested from their host, which gets `redirectTimeoutMs`. Only the link itself is
 * requested; the destination is only read.
 */
export async function resolveRedirect(
  link: URL,
  { registry, settings, stopping }: Pick<ServiceParts, 'registry' | 'settings' | 'stopping'>,
  left: AbortSignal,
): Promise<RedirectAnswer> {
  const host = link.host.replace(/^www\./, '');
  const source = registry.redirectSources().find(({ hosts }) => hosts.includes(host));
  if (source !== undefined) {
    const destination = source.resolve(link);
    return destination === null
      ? { kind: 'failed', reason: 'the link leads nowhere' }
      : { kind: 'resolved', destination };
  }
  const signal = AbortSignal.any([left, stopping, AbortSignal.timeout(settings.redirectTimeoutMs)]);
  return followHostRedirect(link, { signal });
}
