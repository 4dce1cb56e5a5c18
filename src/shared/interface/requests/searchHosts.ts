import { parse } from 'tldts';

/**
 * Whether a URL points at one of the configured search hosts.
 *
 * An entry is a bare host ("search.example"), which also admits "www." before it; a host with a port
 * ("127.0.0.1:8123"); or a name ending in ".*", which stands for a suffix under which names are registered, such as "de"
 * or "co.uk": anything shorter or longer could be registered by anybody. User info in the URL is never accepted.
 */
export function isSearchHost(url: URL, searchHosts: readonly string[]): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '') return false;
  return searchHosts.some((entry) => matches(url.host, entry.toLowerCase()));
}

function matches(host: string, entry: string): boolean {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  const wanted = entry.startsWith('www.') ? entry.slice(4) : entry;
  if (!wanted.endsWith('.*')) return bare === wanted;
  const stem = wanted.slice(0, -1);
  // Without a port, which is no part of a name; and of the list itself, not only by its rule for unknown names.
  const { publicSuffix, isIcann } = parse(bare, { extractHostname: false, allowPrivateDomains: false });
  return isIcann === true && bare === `${stem}${publicSuffix}`;
}

/** Parses an absolute http(s) URL; undefined for anything else. */
export function parseAbsoluteUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}
