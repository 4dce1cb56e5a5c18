/** Resolves redirects in an answer. The original URL is kept, and figures use the destination. */
import type { OverviewItem, SampleContent } from '../../model/comparison/samples.ts';

/** Destinations by the engine's original URL. */
export type Destinations = ReadonlyMap<string, string>;

/**
 * The content with redirects resolved. Links inside the text are resolved too, because the alignment compares them.
 * The words do not change.
 */
export function withDestinations<T extends SampleContent>(content: T, destinations: Destinations): T {
  if (destinations.size === 0) return content;
  const resolved = <Item extends { readonly url: string }>(item: Item): Item => {
    const resolvedUrl = destinations.get(item.url);
    return resolvedUrl === undefined ? item : { ...item, resolvedUrl };
  };
  const linked = (markdown: string | null): string | null => {
    let text = markdown;
    for (const [url, destination] of destinations)
      text = text?.replaceAll(`](${url})`, `](${destination})`) ?? null;
    return text;
  };
  const overview = (item: OverviewItem): OverviewItem => ({
    ...item,
    markdown: linked(item.markdown),
    sources: item.sources.map(resolved),
    citations: item.citations.map(resolved),
  });
  return {
    ...content,
    markdown: linked(content.markdown),
    sources: content.sources?.map(resolved) ?? null,
    citations: content.citations?.map(resolved) ?? null,
    organic: content.organic?.map(resolved) ?? null,
    news: content.news?.map(resolved) ?? null,
    overview: content.overview === null ? null : overview(content.overview),
  };
}
