import type { RedirectSource } from '../driver.ts';
import { hashOf } from './seed.ts';

/** Host of the sandbox's search pages and redirect links, as a setting holds it: without "www.". */
export const sandboxSearchHost = 'search.sandbox.example';

export type RedirectLinks = {
  /** A link on the search host that leads to the destination. */
  readonly to: (destination: string) => string;
  /** Address of a search on the search host. */
  readonly search: (query: string) => string;
  readonly source: RedirectSource;
};

/** Links carry their destination and a checksum, so they resolve without anything being remembered. */
export function createRedirectLinks(host: string = sandboxSearchHost): RedirectLinks {
  return {
    to: (destination) => `https://www.${host}/goto?url=${tokenOf(destination)}`,
    search: (query) => `https://www.${host}/search?q=${encodeURIComponent(query).replaceAll('%20', '+')}`,
    source: { hosts: [host], resolve: destinationOf },
  };
}

function destinationOf(link: URL): string | null {
  if (link.pathname !== '/goto' && link.pathname !== '/url') return null;
  const given = link.searchParams.get('url') ?? link.searchParams.get('q') ?? '';
  if (/^https?:\/\//i.test(given)) return link.pathname === '/url' && URL.canParse(given) ? given : null;
  const [encoded = '', checksum = ''] = given.split('.', 2);
  const destination = Buffer.from(encoded, 'base64url').toString('utf8');
  return destination !== '' && checksum === checksumOf(destination) ? destination : null;
}

function tokenOf(destination: string): string {
  return `${Buffer.from(destination, 'utf8').toString('base64url')}.${checksumOf(destination)}`;
}

function checksumOf(destination: string): string {
  return hashOf('redirect', destination).toString(36);
}
