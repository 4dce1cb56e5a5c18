/**
 * The address of a source: equal for URLs that lead to the same page, wherever sources are compared or counted. The
 * destination inside a redirect counts, variants of a page (AMP, mobile) are one, and scheme, `www.`, trailing slash,
 * tracking parameters and fragments (except routes, `#/x` and `#!x`) do not count. Other parameters are kept in a fixed
 * order. The registrable domain comes from the public suffix list.
 */
import { getDomain, getPublicSuffix } from 'tldts';
import { hostName, unknownSource, webPage, webUrl, writtenPage } from './pages.ts';
import { onePage } from './wrappers.ts';

/**
 * Suffixes that give each customer a name of its own (`github.io`, `myshopify.com`) count as suffixes, so that a site on
 * one is not taken for every other.
 */
const withOwners = { allowPrivateDomains: true } as const;

export type UrlIdentity = {
  readonly raw: string;
  /** Equal for URLs that count as the same. */
  readonly normalized: string;
  readonly withoutQuery: string;
  readonly host: string;
  /** Registrable domain; the host itself if there is none (IP addresses, `localhost`). */
  readonly domain: string;
  readonly suffix: string;
  readonly path: string;
};

const cache = new Map<string, UrlIdentity | null>();
const cacheLimit = 50_000;

/** Identity of an http(s) URL; null if the text is not one. `host/path` without scheme is read as https. */
export function urlIdentity(raw: string): UrlIdentity | null {
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const identity = compute(raw);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(raw, identity);
  return identity;
}

/**
 * Identity of a source URL. The domain stated by the engine overrides the host of the URL, because the host of a
 * redirect says nothing about the source.
 */
export function sourceIdentity(raw: string, named: string | null | undefined): UrlIdentity | null {
  const identity = urlIdentity(raw);
  const told = hostName(named);
  if (identity === null || told === null) return identity;
  const host = urlIdentity(told)?.host ?? told;
  const own = registrableDomain(webUrl(raw)?.hostname ?? '');
  // The host of the redirect itself says nothing.
  if (host === unknownSource || (own === registrableDomain(host) && own !== identity.domain)) return identity;
  const domain = registrableDomain(host);
  return domain === identity.domain
    ? identity
    : { ...identity, host, domain, suffix: getPublicSuffix(host, withOwners) ?? '' };
}

function compute(raw: string): UrlIdentity | null {
  const found = webPage(raw);
  if (found === null) return null;
  const { url, unresolved } = found;
  const page = onePage(found, registrableDomain(found.host));
  const { host, path } = page;
  const { withoutQuery, normalized } = writtenPage(page, url);
  return {
    raw,
    normalized,
    withoutQuery,
    host: unresolved ? unknownSource : host,
    domain: unresolved ? unknownSource : registrableDomain(host),
    suffix: unresolved ? '' : (getPublicSuffix(host, withOwners) ?? ''),
    path,
  };
}

/** Registrable domain of a host name (`news.shop.co.uk` -> `shop.co.uk`, `www.acme.github.io` -> `acme.github.io`). */
export function registrableDomain(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return exampleDomain.exec(bare)?.[1] ?? getDomain(bare, withOwners) ?? bare;
}

/**
 * The reserved domain `example` (RFC 2606) has no registry. The sandbox uses it with the country one level below,
 * like `co.uk`: the registrable domain of `shop.lab.de.example` is `lab.de.example`.
 */
const exampleDomain = /(?:^|\.)([^.]+\.[a-z]{2}\.example)$/;

/** Country-code top-level domains that differ from the ISO 3166-1 code, or that are used worldwide. */
const cctld: Readonly<Record<string, readonly string[]>> = {
  GB: ['uk'],
  GR: ['gr', 'el'],
  EU: ['eu'],
  US: ['us', 'gov', 'mil', 'edu'],
};

/**
 * Whether a host is on the country's top-level domain or on the user's list of local domains.
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function isLocal(identity: UrlIdentity, country: string, marked: readonly string[] = []): boolean {
  if (marked.includes(identity.domain) || marked.includes(identity.host)) return true;
  if (country === '') return false;
  const host = exampleDomain.test(identity.host) ? identity.host.slice(0, -'.example'.length) : identity.host;
  const last = host.slice(host.lastIndexOf('.') + 1);
  return (cctld[country] ?? [country.toLowerCase()]).includes(last);
}
