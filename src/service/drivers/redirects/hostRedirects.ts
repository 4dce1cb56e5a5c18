import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressLiteral, isThisMachine, publicOnly } from '#platform/http/publicAddress.ts';

export type RedirectAnswer =
  | { readonly kind: 'resolved'; readonly destination: string }
  /** `reason` is a clause for the user. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The destination of a redirect link on a real search host; host and path must be checked before. A `/url` link
 * that shows its destination is resolved without a request; otherwise the link is requested once, without
 * following the redirect. The destination is only read, never requested, so it may be any URL. A host name must
 * resolve to public addresses; IP addresses and this machine are allowed if the operator lists them.
 * @param signal limits the host's response time
 */
export async function followHostRedirect(
  link: URL,
  { lookup = systemLookup, signal }: { readonly lookup?: LookupFunction; readonly signal: AbortSignal },
): Promise<RedirectAnswer> {
  const plain = plainDestination(link);
  if (plain !== undefined) return { kind: 'resolved', destination: plain };
  const listed = isThisMachine(link) || addressLiteral(link) !== null;
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { lookup: listed ? lookup : publicOnly(lookup) } });
  try {
    const { statusCode, headers, body } = await request(link, {
      dispatcher,
      signal,
      headers: { accept: 'text/html' },
    });
    body.on('error', () => undefined).destroy();
    return destinationOf(statusCode, [headers.location ?? null].flat()[0] ?? null, link);
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return failed(late ? 'the engine did not answer in time' : 'the engine could not be reached');
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * The destination shown in a `/url` link, if its `url` or `q` is a complete URL of another host. Opaque tokens,
 * and all `/goto` links, show none.
 */
export function plainDestination(link: URL): string | undefined {
  if (link.pathname !== '/url') return undefined;
  for (const name of ['url', 'q']) {
    const shown = link.searchParams.get(name) ?? '';
    const destination = /^https?:\/\//i.test(shown) ? URL.parse(shown) : null;
    if (destination !== null && leadsAway(destination, link)) return destination.href;
  }
  return undefined;
}

function destinationOf(status: number, location: string | null, link: URL): RedirectAnswer {
  if (status < 300 || status >= 400 || location === null) {
    return failed('the engine did not answer with a redirect');
  }
  // A relative URL leads back to the engine: its page about redirects, or a sign-in.
  const destination = /^https?:\/\//i.test(location.trim()) ? URL.parse(location.trim()) : null;
  if (destination === null)
    return failed('the engine redirected to something that is not a complete web address');
  if (!leadsAway(destination, link)) return failed('the engine redirected to itself');
  return { kind: 'resolved', destination: destination.href };
}

function leadsAway(destination: URL, link: URL): boolean {
  const bare = (host: string): string => host.replace(/^www\./, '');
  return bare(destination.host) !== bare(link.host);
}

function failed(reason: string): RedirectAnswer {
  return { kind: 'failed', reason };
}
