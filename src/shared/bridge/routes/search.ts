import { z } from 'zod';
import { cursorSchema, savedSearchSchema, searchResultSchema } from '../../model/search.ts';
import { mutation, ofProjectOrAll, query } from '../route.ts';

export const searchRoutes = {
  'history.search': ofProjectOrAll(
    query(
      () =>
        z.strictObject({
          /** Words, phrases and `field:value` filters, as typed. */
          text: z.string().max(1000),
          limit: z.number().int().min(1).max(200).default(40),
          after: cursorSchema.nullable().default(null),
        }),
      () => searchResultSchema,
    ),
  ),
  /** Indexes stored answers now instead of in the background; a batch per call. */
  'history.index': mutation(
    () => z.strictObject({ limit: z.number().int().min(1).max(500).default(64) }),
    () => z.object({ indexed: z.number().int(), pending: z.number().int() }),
  ),
  'searches.list': query(
    () => z.strictObject({}),
    () => z.object({ searches: z.array(savedSearchSchema) }),
  ),
  /** If the text is already saved, it gets the new name. */
  'searches.save': mutation(
    () =>
      z.strictObject({ name: z.string().trim().min(1).max(100), text: z.string().trim().min(1).max(1000) }),
    () => z.object({ id: z.string() }),
  ),
  'searches.remove': mutation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ removed: z.boolean() }),
  ),
};
