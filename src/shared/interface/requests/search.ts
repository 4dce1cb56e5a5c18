import { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import type { FieldIssue } from '../errors.ts';
import {
  device,
  flag,
  includeObject,
  optionalCountry,
  optionalText,
  pageCount,
  question,
  requestBody,
} from './fields.ts';
import { countryIssue, normalizeGeography, searchGeographyIssues } from './geography.ts';
import { readSearchUrl, type SearchUrlParameters } from './searchUrl.ts';

const devices = ['desktop', 'mobile', 'ios', 'android'] as const;

/** Body of `POST /v1/monitor/search`: either the query shape or the url shape. */
export const searchRequestSchema = lazySchema(() =>
  requestBody({
    query: question('query').optional(),
    url: optionalText('url', 'a web-search address', 16_384),
    country: optionalCountry('country'),
    gl: optionalCountry('gl'),
    hl: optionalText('hl', 'a language code such as de or pt-BR', 64),
    location: optionalText('location', 'City,Region,Country', 512),
    uule: optionalText('uule', 'an encoded geo target', 2_048),
    device: device(devices),
    pages: pageCount(),
    include: includeObject({
      html: flag('include.html'),
      aioverview: z
        .strictObject(
          { markdown: flag('include.aioverview.markdown') },
          { error: 'include.aioverview must be an object such as {"markdown": true}' },
        )
        .optional(),
      paaAioverview: flag('include.paaAioverview'),
      searchGoto: flag('include.searchGoto'),
    }),
  }),
);
export type SearchRequestInput = z.input<typeof searchRequestSchema>;

/** Body of `POST /v1/monitor/search/news`. */
export const searchNewsRequestSchema = lazySchema(() =>
  requestBody({
    query: question('query'),
    country: optionalCountry('country'),
    gl: optionalCountry('gl'),
    hl: optionalText('hl', 'a language code such as de or pt-BR', 64),
    device: device(devices),
    pages: pageCount(),
    include: includeObject({ html: flag('include.html') }),
  }),
);
export type SearchNewsRequestInput = z.input<typeof searchNewsRequestSchema>;

/** `mobile` is an alias of `android` and never appears in a checked request. */
export type SearchDevice = 'desktop' | 'ios' | 'android';

/** A checked search request. Exactly one of `query` and `url` is set; read both shapes with `searchTarget`. */
export type SearchRequest = {
  readonly query?: string;
  readonly url?: string;
  /** Upper case; always set. */
  readonly country: string;
  /** The same country in lower case. */
  readonly gl: string;
  readonly hl?: string;
  readonly location?: string;
  readonly uule?: string;
  readonly device: SearchDevice;
  /** Absent in the url shape, where the depth comes from `num`. */
  readonly pages?: number;
  readonly include: {
    readonly html: boolean;
    readonly aioverview?: { readonly markdown: boolean };
    readonly paaAioverview: boolean;
  };
};

export type SearchNewsRequest = {
  readonly query: string;
  readonly country?: string;
  readonly gl?: string;
  readonly hl?: string;
  readonly device: SearchDevice;
  readonly pages: number;
  readonly include: { readonly html: boolean };
};

/** What a search request asks for, whichever shape it came in. */
export type SearchTarget = SearchUrlParameters & {
  readonly country: string;
  readonly location?: string;
  readonly device: SearchDevice;
};

/** Resolves a checked request; in the url shape explicit `country` and `hl` win over the URL's own. */
export function searchTarget(request: SearchRequest): SearchTarget {
  const { query = '', url, country, hl, location, uule, device, pages = 1 } = request;
  if (url === undefined) return { query, country, hl, location, uule, device, pages, start: 0 };
  const host = URL.parse(url)?.host ?? '';
  const read = readSearchUrl(url, [host]);
  const parameters: SearchUrlParameters = read.ok ? read.parameters : { query: '', pages: 1, start: 0 };
  return { ...parameters, country, hl: hl ?? parameters.hl, device };
}

export function searchIssues(
  body: Partial<z.output<typeof searchRequestSchema>>,
  searchHosts: readonly string[],
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (body.url === undefined) {
    if (body.query === undefined)
      issues.push({ field: 'query', message: 'query is required, unless url is given instead' });
    if (body.location !== undefined && body.uule !== undefined) issues.push(locationConflict);
    return [...issues, ...searchGeographyIssues('search', body, true)];
  }
  for (const field of ['query', 'location', 'uule', 'pages'] as const) {
    if (body[field] === undefined) continue;
    const fix =
      field === 'uule'
        ? 'put it into the url'
        : field === 'pages'
          ? 'use num in the url'
          : 'remove one of the two';
    issues.push({ field, message: `${field} cannot be combined with url: ${fix}` });
  }
  issues.push(...searchGeographyIssues('search', body, false));
  const read = readSearchUrl(body.url, searchHosts);
  if (!read.ok) issues.push(read.issue);
  else if (body.country === undefined && body.gl === undefined) {
    const { country } = read.parameters;
    if (country === undefined) {
      issues.push({ field: 'gl', message: 'gl or country is required, because the url carries no gl' });
    } else {
      const issue = countryIssue('search', 'gl', country);
      if (issue !== undefined) issues.push(issue);
    }
  }
  return issues;
}

export const locationConflict: FieldIssue = {
  field: 'uule',
  message: 'uule and location exclude each other: send one of them',
};

export function normalizeSearch(
  body: z.output<typeof searchRequestSchema>,
  searchHosts: readonly string[],
): SearchRequest {
  const include = body.include ?? {};
  const fromUrl = body.url === undefined ? undefined : readSearchUrl(body.url, searchHosts);
  const country =
    body.country ?? body.gl ?? (fromUrl?.ok === true ? fromUrl.parameters.country : undefined) ?? '';
  return {
    ...optional('query', body.query),
    ...optional('url', body.url),
    country: country.toUpperCase(),
    gl: country.toLowerCase(),
    ...optional('hl', body.hl?.toLowerCase()),
    ...optional('location', body.location),
    ...optional('uule', body.uule),
    device: normalizeDevice(body.device),
    ...(body.url === undefined ? { pages: body.pages ?? 1 } : {}),
    include: {
      html: include.html === true,
      ...(include.aioverview === undefined
        ? {}
        : { aioverview: { markdown: include.aioverview.markdown === true } }),
      paaAioverview: include.paaAioverview === true,
    },
  };
}

export function normalizeSearchNews(body: z.output<typeof searchNewsRequestSchema>): SearchNewsRequest {
  return {
    query: body.query,
    ...normalizeGeography(body),
    ...optional('hl', body.hl?.toLowerCase()),
    device: normalizeDevice(body.device),
    pages: body.pages ?? 1,
    include: { html: body.include?.html === true },
  };
}

function normalizeDevice(value: (typeof devices)[number] | undefined): SearchDevice {
  return value === 'mobile' ? 'android' : (value ?? 'desktop');
}

export function optional<Key extends string>(
  key: Key,
  value: string | undefined,
): { readonly [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: string });
}
