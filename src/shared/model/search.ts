import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { strictSchema } from '../lazySchema.ts';
import type { Market } from './market.ts';

export const facetNames = [
  'project',
  'tag',
  'engine',
  'country',
  'language',
  'domain',
  'brand',
  'status',
  'date',
  'driver',
  'surface',
  'run',
] as const;
/** Where a text is from, for the user: a part of the result, a note on it, or a translation. */
export type SearchFieldName =
  | 'question'
  | 'answer'
  | 'source'
  | 'query'
  | 'product'
  | 'ad'
  | 'more'
  | 'note'
  | 'translation';
type HitSnippet = {
  readonly field: SearchFieldName | 'error';
  readonly text: string;
  /** Matches as UTF-16 offsets into `text`, ascending and non-overlapping. */
  readonly marks: readonly (readonly [number, number])[];
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
};
export type SearchHit = {
  /** The stored answer; null for a request without an answer. */
  readonly observationId: string | null;
  readonly runId: string;
  readonly cellId: string;
  readonly status: 'completed' | 'failed';
  readonly engine: Engine;
  readonly connectionId: string;
  readonly question: string;
  readonly market: Market;
  readonly marketKey: string;
  readonly sample: number;
  /** When it was received, or failed. */
  readonly atMs: number;
  readonly language: string | null;
  readonly driver: string | null;
  readonly sourceCount: number;
  readonly creditsCharged: number | null;
  readonly requestId: string | null;
  readonly snippet: HitSnippet | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};
export type SearchFacet = {
  readonly name: FacetName;
  /** Most frequent first; months newest first. */
  readonly values: readonly {
    readonly value: string;
    readonly label: string;
    readonly count: number;
    /** Other filter values with the same result: a brand's aliases. */
    readonly also?: readonly string[];
  }[];
};
export const cursorSchema = strictSchema(() => ({ atMs: z.number(), id: z.number().int() }));
export type SearchResult = {
  /** Newest first. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
  /** False for a phrase search: then `total` and the counts are of answers that contain all of its words. */
  readonly exact: boolean;
  readonly facets: readonly SearchFacet[];
  /** Cursor of the next page; null at the end. */
  readonly next: SearchCursor | null;
  readonly problems: readonly { readonly part: string; readonly at: number; readonly message: string }[];
  /** Stored answers that are not indexed yet. */
  readonly pending: number;
  readonly stored: number;
};
export type SavedSearch = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
};
export type FacetName = (typeof facetNames)[number];
export type SearchCursor = z.infer<typeof cursorSchema>;
