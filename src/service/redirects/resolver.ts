import type { ServiceParts } from '../serviceParts.ts';

export type RedirectOutcome =
  | { readonly kind: 'resolved'; readonly destination: string }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Follows one hop of a redirect link whose host and path have been checked. Links a driver ships are answered by
 * that driver; others are asked of their host, which gets `redirectTimeoutMs` to answer. Nothing but the link
 * itself is requested: the destination is only read.
 */
export async function resolveRedirect(
  link: URL,
  parts: ServiceParts,
  left: AbortSignal,
): Promise<RedirectOutcome> {
  const host = link.host.replace(/^www\./, '');
  const source = parts.registry.redirectSources().find(({ hosts }) => hosts.includes(host));
  if (source !== undefined) {
    const destination = source.resolve(link);
    return destination === null
      ? { kind: 'failed', reason: 'the link leads nowhere' }
      : { kind: 'resolved', destination };
  }
  const signal = AbortSignal.any([
    left,
    parts.stopping,
    AbortSignal.timeout(parts.settings.redirectTimeoutMs),
  ]);
  try {
    const response = await fetch(link, { redirect: 'manual', signal });
    await response.body?.cancel();
    return destinationOf(response, link);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return {
      kind: 'failed',
      reason: timedOut ? 'the engine did not answer in time' : 'the engine could not be reached',
    };
  }
}

function destinationOf(response: Response, link: URL): RedirectOutcome {
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) {
    return { kind: 'failed', reason: 'the engine did not answer with a redirect' };
  }
  const destination = URL.parse(location, link.href);
  if (destination === null || (destination.protocol !== 'https:' && destination.protocol !== 'http:')) {
    return { kind: 'failed', reason: 'the engine redirected to something that is not a web address' };
  }
  return { kind: 'resolved', destination: destination.href };
}
