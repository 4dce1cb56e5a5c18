/**
 * Normalizes URLs for comparison (product.md 5.4): lower-case host, without scheme, `www.`, trailing slash, tracking
 * parameters and fragments (except routes, `#/x` and `#!x`). Other parameters are kept in a fixed order. The
 * registrable domain comes from the public suffix list.
 */
import { getDomain, getPublicSuffix } from 'tldts';

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

const tracking =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|oly_anon_id|oly_enc_id|vero_id|srsltid|ref_src|ref_url|spm|scm|_ga|_gl|ved|usg|sa|s_cid|cmpid|wt_mc|wt\.mc.*|pk_campaign|pk_kwd|pk_source|mtm_.*|matomo_.*|piwik_.*|at_medium|at_campaign|xtor|trk|trkcampaign|guccounter|guce_referrer.*)$/i;

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
 * Identity of a source URL. The domain stated by the engine overrides the host of the URL, because for redirects of
 * the engine every source would otherwise count for the engine itself.
 */
export function sourceIdentity(raw: string, named: string | null | undefined): UrlIdentity | null {
  const identity = urlIdentity(raw);
  const host = hostName(named);
  if (identity === null || host === null) return identity;
  const domain = registrableDomain(host);
  return domain === identity.domain
    ? identity
    : { ...identity, host, domain, suffix: getPublicSuffix(host) ?? '' };
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

function compute(raw: string): UrlIdentity | null {
  const trimmed = raw.trim();
  // `host:port/path` looks like a scheme, but no digits follow a real one.
  const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  const parsed = URL.parse(scheme ? trimmed : `https://${trimmed}`);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') return null;
  const bare = parsed.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const path = parsed.pathname.replace(/\/+$/, '');
  const kept: [string, string][] = [];
  for (const [name, value] of parsed.searchParams) if (!tracking.test(name)) kept.push([name, value]);
  kept.sort((one, two) => compare(one[0], two[0]) || compare(one[1], two[1]));
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const withoutQuery = `${bare}${port}${path}`;
  return {
    raw,
    normalized: withoutQuery + query + (/^#[!/]./.test(parsed.hash) ? parsed.hash : ''),
    withoutQuery,
    host: bare,
    domain: registrableDomain(bare),
    suffix: getPublicSuffix(bare) ?? '',
    path,
  };
}

/** Registrable domain of a host name (`news.shop.co.uk` -> `shop.co.uk`). */
export function registrableDomain(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return exampleDomain.exec(bare)?.[1] ?? getDomain(bare, { allowPrivateDomains: false }) ?? bare;
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
