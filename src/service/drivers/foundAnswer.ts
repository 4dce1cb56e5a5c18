import { pageKey } from '#shared/text/addresses/pages.ts';
import { withoutSender } from '#shared/text/addresses/tracking.ts';
import { codePlaces } from '#shared/text/markdown/citationMarks.ts';
import type { Entity } from './brandEntities.ts';
import type { Span } from './citations.ts';
import type { AnswerStop } from './driver.ts';

/** A page the provider returned, cited by the answer or only consulted. */
export type FoundSource = {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  /** As the provider writes it. */
  readonly datePublished?: string;
  readonly cited: boolean;
  /** The site's host if `url` is an opaque redirect. */
  readonly domain?: string;
  /** Present if `url` is the engine's own redirect. */
  readonly redirectLink?: string;
  readonly siteName?: string;
  readonly creator?: string;
  readonly image?: string;
  readonly favicon?: string;
};

/** One citation: a place in the answer that refers to a source. */
export type FoundCitation = {
  /** Index into the sources. */
  readonly source: number;
  readonly label: string;
  /** Verified position in the Markdown; absent if the provider gives none or a wrong one. */
  readonly span?: Span;
  /**
   * Whether the span is only a sign for the source, which a person does not read as text. Otherwise it covers words of
   * the answer. Decided where the provider's format is read.
   */
  readonly mark: boolean;
  /** Citations of one visible chip share this number. */
  readonly chip: number;
};

/** A provider's answer in neutral terms, before it is converted into an engine's shape. */
export type FoundAnswer = {
  readonly markdown: string;
  readonly sources: readonly FoundSource[];
  readonly citations: readonly FoundCitation[];
  readonly searchQueries: readonly string[];
  readonly relatedQueries?: readonly string[];
  readonly model?: string;
  /** Whether a web search really ran. */
  readonly searched: boolean;
  /** How the answer ended, if the provider says so. */
  readonly stop?: AnswerStop;
  /** Entities returned by the provider. */
  readonly entities?: readonly Entity[];
  /** Additional fields of the engine's shape, such as shopping cards; only requested ones. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Markup that the provider's terms require to be shown unchanged. */
  readonly suggestions?: string;
};

/** Collects sources by their pages: the first title and description are kept, and cited overrides consulted. */
export type SourceList = {
  /** Returns the source's index. */
  readonly add: (source: FoundSource) => number;
  readonly all: () => readonly FoundSource[];
  readonly find: (url: string) => FoundSource | undefined;
};

export function createSourceList(): SourceList {
  const sources: FoundSource[] = [];
  const indexByUrl = new Map<string, number>();
  return {
    add: (given) => {
      const source = { ...given, url: withoutSender(given.url) };
      const key = pageKey(given.url);
      const known = indexByUrl.get(key);
      if (known === undefined) {
        indexByUrl.set(key, sources.length);
        return sources.push(source) - 1;
      }
      const before = sources[known];
      if (before !== undefined) {
        const kept = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined));
        sources[known] = { ...source, ...kept, cited: before.cited || source.cited, url: before.url };
      }
      return known;
    },
    all: () => sources,
    find: (url) => sources[indexByUrl.get(pageKey(url)) ?? -1],
  };
}

/**
 * The answer without the codes of an assistant's page, which providers that read it pass on. Every reader of the result
 * gets words; the exchange is stored as it came.
 */
export function withoutCodes(found: FoundAnswer): FoundAnswer {
  const places = codePlaces(found.markdown);
  if (places.length === 0) return found;
  const before = (at: number): number =>
    at - places.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, at) - start), 0);
  const citations = found.citations.map(({ span, ...citation }) => ({
    ...citation,
    ...(span === undefined ? {} : { span: { start: before(span.start), end: before(span.end) } }),
  }));
  return { ...found, markdown: textWithoutCodes(found.markdown), citations };
}

export function textWithoutCodes(text: string): string {
  return codePlaces(text).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** Removes duplicates, in order of first mention. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}
