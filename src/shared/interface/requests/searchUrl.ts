import type { FieldIssue } from '../errors.ts';
import { isSearchHost, parseAbsoluteUrl } from './searchHosts.ts';
import { isLongerThan, questionLimit } from './textLength.ts';

/** What the eight applied parameters of a web-search URL say; every other parameter is dropped. */
export type SearchUrlParameters = {
  readonly query: string;
  /** Upper-case; absent when the URL carries no `gl`. */
  readonly country?: string;
  readonly hl?: string;
  readonly uule?: string;
  /** From `num`, in pages of ten results, 1 to 10. */
  readonly pages: number;
  /** Offset of the first result, at least 0. */
  readonly start: number;
  readonly tbs?: string;
  readonly safe?: string;
};

export type SearchUrlOutcome =
  | { readonly ok: true; readonly parameters: SearchUrlParameters }
  | { readonly ok: false; readonly issue: FieldIssue };

/** Reads the `url` shape of a search request. The first occurrence of a repeated parameter wins. */
export function readSearchUrl(text: string, searchHosts: readonly string[]): SearchUrlOutcome {
  const url = parseAbsoluteUrl(text);
  if (url === undefined)
    return rejected('url must be a complete web address that starts with http:// or https://');
  if (!isSearchHost(url, searchHosts))
    return rejected(`url must be on the web search host (${searchHosts.join(', ') || 'none is configured'})`);
  if (url.pathname !== '/search') return rejected('url must have the path /search');
  const given = url.searchParams;
  if (given.has('tbm')) {
    return rejected(
      'url must not carry tbm: use POST /v1/monitor/search/news for news, or remove the parameter',
    );
  }
  const query = given.get('q')?.trim() ?? '';
  if (query === '') return rejected('url must carry a non-empty q parameter: the search query');
  if (isLongerThan(query, questionLimit))
    return rejected('url must carry a q parameter of at most 10,000 characters');
  return {
    ok: true,
    parameters: {
      query,
      ...defined('country', given.get('gl')?.trim().toUpperCase()),
      ...defined('hl', given.get('hl')?.trim().toLowerCase()),
      ...defined('uule', rawParameter(url, 'uule')),
      pages: pagesFrom(given.get('num')),
      start: wholeNumber(given.get('start')) ?? 0,
      ...defined('tbs', given.get('tbs')?.trim()),
      ...defined('safe', given.get('safe')?.trim()),
    },
  };
}

function rejected(message: string): SearchUrlOutcome {
  return { ok: false, issue: { field: 'url', message } };
}

/** Depth in pages of ten, rounded up, 1 to 10; junk counts as the default depth of ten results. */
function pagesFrom(num: string | null): number {
  const results = wholeNumber(num) ?? 10;
  return Math.min(10, Math.max(1, Math.ceil(results / 10)));
}

const largestNumber = 999_999_999;

/** Digits however many: what is larger than any use counts as the largest number. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text.trim()) ? Math.min(Number(text), largestNumber) : undefined;
}

/** A `uule` value is base64 and may hold a plus sign, which URLSearchParams would turn into a blank. */
function rawParameter(url: URL, name: string): string | undefined {
  for (const part of url.search.slice(1).split('&')) {
    if (!part.startsWith(`${name}=`)) continue;
    const raw = part.slice(name.length + 1);
    try {
      return decodeURIComponent(raw).trim();
    } catch {
      return raw.trim();
    }
  }
  return undefined;
}

function defined<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { readonly [K in Key]: string });
}
