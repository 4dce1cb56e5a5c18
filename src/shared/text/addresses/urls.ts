/// <reference path="./punycode.d.ts" />
/**
 * The address of a source: equal for URLs that lead to the same page, wherever sources are compared or counted. The
 * destination inside a redirect counts, variants of a page (AMP, mobile) are one, and scheme, `www.`, trailing slash,
 * tracking parameters and fragments (except routes, `#/x` and `#!x`) do not count. Other parameters are kept in a fixed
 * order. The registrable domain comes from the public suffix list.
 */
import punycode from 'punycode.js';
import { getDomain, getPublicSuffix } from 'tldts';
import { isTracking } from './tracking.ts';
import { carriedDestination, isUnresolved, onePage } from './wrappers.ts';

/**
 * Suffixes that give each customer a name of its own (`github.io`, `myshopify.com`) count as suffixes, so that a site on
 * one is not taken for every other.
 */
const withOwners = { allowPrivateDomains: true } as const;

/** Host and domain of a redirect whose destination is unknown. */
export const unknownSource = 'unknown source';

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

/** Host name in lower case without `www.`; null if the text is not a host name, such as a label or title. */
export function hostName(text: string | null | undefined): string | null {
  const bare = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u.test(
    bare,
  )
    ? bare
    : null;
}

/** Redirects inside redirects that are followed. */
const maxWrapped = 4;

function compute(raw: string): UrlIdentity | null {
  let url = webUrl(raw);
  for (let wrapped = 0; wrapped < maxWrapped; wrapped++) {
    const destination: URL | null = url === null ? null : webUrl(carriedDestination(url) ?? '');
    if (destination === null) break;
    url = destination;
  }
  if (url === null) return null;
  const bare = inLetters(url.hostname.toLowerCase().replace(/\.$/, '')).replace(/^www\./, '');
  const page = onePage(
    { host: bare, path: url.pathname.replace(/\/+$/, ''), parameters: kept(bare, url) },
    registrableDomain(bare),
  );
  const { host, path } = page;
  const port = url.port === '' ? '' : `:${url.port}`;
  const parameters = [...page.parameters].sort(
    (one, two) => compare(one[0], two[0]) || compare(one[1], two[1]),
  );
  const query =
    parameters.length === 0
      ? ''
      : `?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]))}`;
  const hash = url.hash.replace(/:~:.*$/, '');
  const withoutQuery = `${host}${port}${path}`;
  const unresolved = isUnresolved(url);
  return {
    raw,
    normalized: withoutQuery + query + (/^#[!/]./.test(hash) ? hash : ''),
    withoutQuery,
    host: unresolved ? unknownSource : host,
    domain: unresolved ? unknownSource : registrableDomain(host),
    suffix: unresolved ? '' : (getPublicSuffix(host, withOwners) ?? ''),
    path,
  };
}

/** `host:port/path` looks like a scheme, but no digits follow a real one. */
function webUrl(raw: string): URL | null {
  const trimmed = raw.trim();
  if (trimmed === '') return null;
  const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  const parsed = URL.parse(scheme ? trimmed : `https://${trimmed}`);
  return parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '' ? null : parsed;
}

/** Parameters without tracking. A URL copied from a page may have `&amp;` for `&`. */
function kept(host: string, url: URL): readonly (readonly [string, string])[] {
  const all = url.search.includes('&amp;')
    ? new URLSearchParams(url.search.replaceAll('&amp;', '&'))
    : url.searchParams;
  return [...all].filter(([name, value]) => !isTracking(host, name, value));
}

/** An internationalized host as people read it. Labels that mix alphabets stay in ASCII, as browsers show them. */
function inLetters(host: string): string {
  if (!host.includes('xn--')) return host;
  try {
    const labels = punycode.toUnicode(host).split('.');
    return host
      .split('.')
      .map((ascii, at) => (isOneAlphabet(labels[at] ?? '') ? (labels[at] ?? ascii) : ascii))
      .join('.');
  } catch {
    return host;
  }
}

function isOneAlphabet(label: string): boolean {
  return (
    [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((alphabet) =>
      alphabet.test(label),
    ).length < 2
  );
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

function compare(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
