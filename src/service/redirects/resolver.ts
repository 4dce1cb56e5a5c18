import { followHostRedirect, type RedirectAnswer } from '../drivers/redirects/hostRedirects.ts';
import type { ServiceParts } from '../serviceParts.ts';

/**
 * Follows one hop of a redirect link whose host and path have been checked. Links a driver ships are answered by
 * that driver; others are asked of their host, which gets `redirectTimeoutMs` to answer. Nothing but the link
 * itself is requested: the destination is only read.
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
