import { z } from 'zod';
import { cursorSchema, type SavedSearch, type SearchResult } from '../../model/search.ts';
import { mutation, nothing, ofProjectOrAll, query } from '../route.ts';

export const searchRoutes = {
  'history.search': ofProjectOrAll(
    query(() => ({
      /** Words, phrases and `field:value` filters, as typed. */
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(200).default(40),
      after: cursorSchema.nullable().default(null),
    })).returns<SearchResult>(),
  ),
  /** Indexes stored answers now instead of in the background; a batch per call. */
  'history.index': mutation(() => ({ limit: z.number().int().min(1).max(500).default(64) })).returns<{
    readonly indexed: number;
    readonly pending: number;
  }>(),
  'searches.list': query(nothing).returns<{ readonly searches: readonly SavedSearch[] }>(),
  /** If the text is already saved, it gets the new name. */
  'searches.save': mutation(() => ({
    name: z.string().trim().min(1).max(100),
    text: z.string().trim().min(1).max(1000),
  })).returns<{ readonly id: string }>(),
  'searches.remove': mutation(() => ({ id: z.string() })).returns<{
    readonly removed: boolean;
  }>(),
};
