import { z } from 'zod';
import {
  type ExportCount,
  exportFilterSchema,
  exportFormats,
  exportSelectionSchema,
  storedRecordSchema,
} from '../../model/export.ts';
import { mutation, projectIn, query } from '../route.ts';

export const exportRoutes = {
  'exports.count': projectIn(
    'filter',
    query(
      () => z.strictObject({ filter: exportFilterSchema }),
      () => z.custom<ExportCount>(),
    ),
  ),
  /** In the order they were stored. */
  'exports.page': projectIn(
    'filter',
    query(
      () =>
        z.strictObject({
          filter: exportFilterSchema,
          after: z.string().nullable(),
          limit: z.number().int().min(1).max(100).default(50),
          pages: z.boolean().default(false),
        }),
      () =>
        z.object({
          records: z.array(storedRecordSchema),
          /** Ids of damaged answers among them, which are skipped. */
          unreadable: z.array(z.string()),
          /** Cursor of the next page. */
          last: z.string().nullable(),
          more: z.boolean(),
        }),
    ),
  ),
  /** Creates a file of stored answers and keeps it until it was read completely, or the program ends. */
  'exports.make': mutation(
    () => z.strictObject({ selection: exportSelectionSchema, format: z.enum(exportFormats) }),
    () =>
      z.object({
        fileId: z.string(),
        /** With its extension, such as `answers-2026-11-21.xlsx`. */
        name: z.string(),
        bytes: z.number().int(),
        answers: z.number().int(),
        /**
         * Ids of damaged answers, which are not in the file; of Parquet tables only their searches are missing.
         */
        unreadable: z.array(z.string()),
        /** For evidence: the last hash of its chain, to be stored elsewhere. */
        seal: z.string().nullable(),
      }),
  ),
  /** The next chunk of such a file. */
  'exports.read': mutation(
    () => z.strictObject({ fileId: z.string(), from: z.number().int().min(0) }),
    () => z.object({ base64: z.string(), next: z.number().int().nullable() }),
  ),
};
