import type { Entity } from './brandEntities.ts';
import type { Span } from './citations.ts';
import type { AnswerStop } from './driver.ts';

/** A page the provider names, whether the answer cites it or it was only consulted. */
export type FoundSource = {
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** As the provider writes it. */
  readonly datePublished?: string | undefined;
  readonly cited: boolean;
  /** The site's host where `url` is an opaque redirect that does not show it. */
  readonly domain?: string | undefined;
  /** Present where `url` is the engine's own redirect. */
  readonly redirectLink?: string | undefined;
  readonly siteName?: string | undefined;
  readonly creator?: string | undefined;
  readonly image?: string | undefined;
  readonly favicon?: string | undefined;
};

/** One place of the answer that points at one source. */
export type FoundCitation = {
  /** Index into the sources. */
  readonly source: number;
  readonly label: string;
  /** Where in the Markdown, checked; absent where the provider gives no place or a wrong one. */
  readonly span?: Span | undefined;
  /** Citations of one visible chip share this number. */
  readonly chip: number;
};

/** What a provider answered, in neutral terms, before it is put into an engine's shape. */
export type FoundAnswer = {
  readonly markdown: string;
  readonly sources: readonly FoundSource[];
  readonly citations: readonly FoundCitation[];
  readonly searchQueries: readonly string[];
  readonly relatedQueries?: readonly string[];
  readonly model?: string | undefined;
  /** Whether a web search really ran. */
  readonly searched: boolean;
  /** How the answer ended, where the provider says it. */
  readonly stop?: AnswerStop | undefined;
  /** Entities the provider itself names. */
  readonly entities?: readonly Entity[];
  /** Members of the engine's own shape beyond the common ones, such as shopping cards; only what was asked for. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Markup the provider's terms want shown unchanged beside the answer. */
  readonly suggestions?: string | undefined;
};

/** Collects sources by address: the first title and description win, and cited beats merely consulted. */
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
    add: (source) => {
      const known = indexByUrl.get(source.url);
      if (known === undefined) {
        indexByUrl.set(source.url, sources.length);
        return sources.push(source) - 1;
      }
      const before = sources[known];
      if (before !== undefined) {
        const given = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined));
        sources[known] = { ...source, ...given, cited: before.cited || source.cited, url: before.url };
      }
      return known;
    },
    all: () => sources,
    find: (url) => sources[indexByUrl.get(url) ?? -1],
  };
}

/** Drops repeats, keeps the order of first mention. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

/** The host without "www.", for pills; empty for an address that cannot be read. */
export function domainOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
}
