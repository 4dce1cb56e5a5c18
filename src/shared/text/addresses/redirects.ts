/**
 * Resolves redirect URLs. Engines link to sources through redirects that differ in every answer and belong to the
 * engine's host. Without network access, the destination is known from the source's own data, from a parameter of the
 * URL, or not at all (shorteners).
 */
import type { SampleContent } from '../../model/comparison/samples.ts';
import { sourceIdentity, type UrlIdentity, urlIdentity } from './urls.ts';

/** Paths of redirect pages, and the parameters that contain the destination. */
const leadsOn = /\/(?:url|goto|go|out|l|l\.php|link|redir(?:ect)?|leaving|exit|away(?:\.php)?|safelink)\/?$/i;
const carriers = [
  'url',
  'q',
  'u',
  'to',
  'uddg',
  'dest',
  'destination',
  'target',
  'redirect_url',
  'z',
] as const;

/** Shorteners, and hosts of redirects that do not contain their destination. */
const shorteners: ReadonlySet<string> = new Set([
  'bit.ly',
  'buff.ly',
  'cutt.ly',
  'dlvr.it',
  'goo.gl',
  'is.gd',
  'lnkd.in',
  'ow.ly',
  'rb.gy',
  'shorturl.at',
  't.co',
  't.ly',
  'tiny.cc',
  'tinyurl.com',
  'trib.al',
]);
const opaque = /\/(?:grounding-api-redirect|ck\/a|aclk)(?:\/|$)/i;

/** The destination contained in a redirect URL; null if there is none. */
export function carriedDestination(raw: string): string | null {
  const parsed = URL.parse(raw.trim());
  if (parsed === null || !leadsOn.test(parsed.pathname)) return null;
  for (const name of carriers) {
    const value = parsed.searchParams.get(name);
    if (value !== null && /^https?:\/\//i.test(value) && urlIdentity(value) !== null) return value;
  }
  return null;
}

/** Whether a URL is a redirect with an unknown destination, which says nothing about the source. */
export function onlyRedirects(identity: UrlIdentity): boolean {
  return shorteners.has(identity.host) || opaque.test(identity.path);
}

/** The resolved identity of a URL, or only its domain. */
export type TrueAddress = {
  /** Null if only the domain is known. */
  readonly page: UrlIdentity | null;
  readonly domain: string;
};

/** Resolved destinations by the URL as written in the answers. */
export function trueAddresses(
  samples: readonly Pick<SampleContent, 'sources' | 'citations' | 'overview' | 'organic'>[],
): ReadonlyMap<string, TrueAddress> {
  const known = new Map<string, TrueAddress>();
  const add = (raw: string, resolved: string | undefined, domain: string | undefined): void => {
    const page = resolved === undefined ? null : urlIdentity(resolved);
    if (page !== null) known.set(raw, { page, domain: page.domain });
    else if (domain !== undefined && known.get(raw)?.page == null) {
      const named = sourceIdentity(raw, domain);
      if (named !== null) known.set(raw, { page: null, domain: named.domain });
    }
  };
  for (const { sources, citations, overview, organic } of samples) {
    for (const source of [...(sources ?? []), ...(overview?.sources ?? [])])
      add(source.url, source.resolvedUrl, source.domain);
    for (const item of organic ?? []) add(item.url, item.resolvedUrl, undefined);
    for (const pill of [...(citations ?? []), ...(overview?.citations ?? [])])
      add(pill.url, pill.resolvedUrl, pill.domain);
  }
  return known;
}

/** The destination of a URL; null if it is not a web URL or the destination is unknown. */
export function trueAddress(raw: string, known: ReadonlyMap<string, TrueAddress>): TrueAddress | null {
  const told = known.get(raw);
  if (told !== undefined) return told;
  const page = urlIdentity(carriedDestination(raw) ?? raw);
  return page === null || onlyRedirects(page) ? null : { page, domain: page.domain };
}
