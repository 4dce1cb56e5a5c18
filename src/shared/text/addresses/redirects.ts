/**
 * Resolves the redirects of an answer. Engines link to sources through redirects that differ in every answer and belong
 * to the engine's host. Without network access, the destination is known from the source's own data, from the URL
 * itself, or not at all (shorteners).
 */
import type { SampleContent } from '../../model/comparison/samples.ts';
import { unknownSource } from './pages.ts';
import { sourceIdentity, type UrlIdentity, urlIdentity } from './urls.ts';

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
  const page = urlIdentity(raw);
  return page === null || page.domain === unknownSource ? null : { page, domain: page.domain };
}
