import {
  type SearchDevice,
  type SearchNewsRequest,
  type SearchRequest,
  searchTarget,
} from '#shared/interface/requests/search.ts';
import { type MarketPlace, placeOf, withTarget } from './countryHints.ts';

/** A search or news search in the terms of the drivers, whatever the shape of the request. */
export type SearchQuestion = {
  readonly query: string;
  readonly place: MarketPlace;
  readonly device: SearchDevice;
  /** Pages of ten results, 1 to 10. */
  readonly pages: number;
  /** Results to skip before the first. */
  readonly start: number;
  /** Maximum age of a result. */
  readonly freshness: Freshness | undefined;
  readonly safe: 'off' | 'moderate' | 'strict';
  readonly include: {
    readonly html: boolean;
    readonly aioverview?: { readonly markdown: boolean };
    readonly paaAioverview: boolean;
  };
};

export type Freshness =
  | { readonly kind: 'within'; readonly unit: 'hour' | 'day' | 'week' | 'month' | 'year' }
  /** Days as YYYY-MM-DD, both included. */
  | { readonly kind: 'between'; readonly from: string; readonly to: string };

export function webQuestion(request: SearchRequest): SearchQuestion {
  const target = searchTarget(request);
  const { query, country, hl, location, uule, device, pages, start, tbs, safe } = target;
  return {
    query,
    place: withTarget(placeOf({ country, language: hl }), { location, uule }),
    device,
    pages,
    start,
    freshness: freshnessOf(tbs),
    safe: safe === 'off' ? 'off' : safe === 'active' || safe === 'high' ? 'strict' : 'moderate',
    include: request.include,
  };
}

export function newsQuestion(request: SearchNewsRequest): SearchQuestion {
  const { query, country, hl, device, pages, include } = request;
  const place = placeOf({ country, language: hl });
  return {
    query,
    place,
    device,
    pages,
    start: 0,
    freshness: undefined,
    safe: 'moderate',
    include: { ...include, paaAioverview: false },
  };
}

const units = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** Reads `tbs`: `qdr:w` (past week) or `cdr:1,cd_min:1/31/2026,cd_max:2/28/2026` (month first); else undefined. */
export function freshnessOf(tbs: string | undefined): Freshness | undefined {
  const within = /(?:^|,)qdr:([hdwmy])/.exec(tbs ?? '')?.[1];
  if (within !== undefined) return { kind: 'within', unit: units[within as keyof typeof units] };
  const from = isoDay(/cd_min:([\d/]+)/.exec(tbs ?? '')?.[1]);
  const to = isoDay(/cd_max:([\d/]+)/.exec(tbs ?? '')?.[1]);
  return from === undefined || to === undefined ? undefined : { kind: 'between', from, to };
}

function isoDay(written: string | undefined): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written ?? '') ?? [];
  if (month === undefined || day === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
