import type { Engine } from '#shared/interface/engines.ts';
import { asObject, type JsonObject } from '#shared/json.ts';
import type { RecordSource } from '#shared/model/observation.ts';
import { sourceIdentity } from '#shared/text/addresses/urls.ts';

/** The role of a cited URL in the result. */
export type SourceKind = 'cited' | 'organic' | 'news' | 'overview';

/**
 * `position` is the engine's own, from 1. `domain` is the host of the source's address, or the one the engine states
 * for a redirect; "unknown source" for an unresolved redirect; empty if the URL is invalid.
 */
export type DerivedSource = RecordSource & { readonly kind: SourceKind };

/** Every source URL of an answer, in reading order. */
export function deriveSources(engine: Engine, result: JsonObject): readonly DerivedSource[] {
  if (engine === 'search') {
    const overview = asObject(result.aioverview);
    return [...list(overview?.sources, 'overview'), ...list(result.organicResults, 'organic')];
  }
  if (engine === 'search/news') return list(result.newsResults, 'news');
  return list(result.sources, 'cited');
}

function list(value: unknown, kind: SourceKind): DerivedSource[] {
  if (!Array.isArray(value)) return [];
  const sources: DerivedSource[] = [];
  for (const [index, entry] of value.entries()) {
    const item = asObject(entry);
    const url = text(item?.url) ?? text(item?.link);
    if (!item || url === null) continue;
    sources.push({
      kind,
      position: wholeNumber(item.position) ?? index + 1,
      url,
      label: text(item.label) ?? text(item.title) ?? '',
      description: text(item.description) ?? text(item.snippet),
      date: text(item.datePublished) ?? text(item.date),
      footnote: typeof item.footnote === 'boolean' ? item.footnote : null,
      preview: text(item.preview),
      creator: text(item.creator),
      domain: domainOf(url, text(item.domain)),
      redirectLink: text(item.redirectLink),
    });
  }
  return sources;
}

/** @param named the host that the engine states */
export function domainOf(url: string, named: string | null = null): string {
  return sourceIdentity(url, named)?.host ?? '';
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}
