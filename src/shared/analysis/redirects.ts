/**
 * Where an address really leads. Engines hand out links of their own that lead on to the source: such a link is
 * different in every answer, and its host belongs to the engine. What can be known without asking anybody is
 * known here: the destination a source names, the one its address carries, and hosts that only lead on.
 */
import type { CompareSample } from './model.ts';
import { sourceIdentity, type UrlIdentity, urlIdentity } from './urls.ts';

/** Paths of pages that do nothing but lead on, and the parameters that carry where to. */
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

/** Shorteners, and the places where engines keep links whose destination the address does not tell. */
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

/** The address a redirect carries in itself; null when it carries none. */
export function carriedDestination(raw: string): string | null {
  const parsed = URL.parse(raw.trim());
  if (parsed === null || !leadsOn.test(parsed.pathname)) return null;
  for (const name of carriers) {
    const value = parsed.searchParams.get(name);
    if (value !== null && /^https?:\/\//i.test(value) && urlIdentity(value) !== null) return value;
  }
  return null;
}

/** Whether an address only leads on, to a place it does not tell: it says nothing about the source. */
export function onlyRedirects(identity: UrlIdentity): boolean {
  return shorteners.has(identity.host) || opaque.test(identity.path);
}

/** What is known of an address: its true identity, or only whose it is. */
export type TrueAddress = {
  /** Null where the page is not known, only its domain. */
  readonly page: UrlIdentity | null;
  readonly domain: string;
};

/** True addresses of the sources that stand behind a redirect, by the address as the answer writes it. */
export function trueAddresses(samples: readonly CompareSample[]): ReadonlyMap<string, TrueAddress> {
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

/** Where an address leads; null when it is no web address, or nobody can tell. */
export function trueAddress(raw: string, known: ReadonlyMap<string, TrueAddress>): TrueAddress | null {
  const told = known.get(raw);
  if (told !== undefined) return told;
  const page = urlIdentity(carriedDestination(raw) ?? raw);
  return page === null || onlyRedirects(page) ? null : { page, domain: page.domain };
}
