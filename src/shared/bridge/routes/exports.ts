import { z } from 'zod';
import {
  type ExportCount,
  exportFilterSchema,
  exportFormats,
  exportSelectionSchema,
  type StoredRecord,
} from '../../model/export.ts';
import { mutation, projectIn, query } from '../route.ts';

export const exportRoutes = {
  'exports.count': projectIn(
    'filter',
    query(() => z.strictObject({ filter: exportFilterSchema })).returns<ExportCount>(),
  ),
  /** In the order they were stored. */
  'exports.page': projectIn(
    'filter',
    query(() =>
      z.strictObject({
        filter: exportFilterSchema,
        after: z.string().nullable(),
        limit: z.number().int().min(1).max(100).default(50),
        pages: z.boolean().default(false),
      }),
    ).returns<{
      readonly records: readonly StoredRecord[];
      /** Ids of damaged answers among them, which are skipped. */
      readonly unreadable: readonly string[];
      /** Cursor of the next page. */
      readonly last: string | null;
      readonly more: boolean;
    }>(),
  ),
  /** Creates a file of stored answers and keeps it until it was read completely, or the program ends. */
  'exports.make': mutation(() =>
    z.strictObject({ selection: exportSelectionSchema, format: z.enum(exportFormats) }),
  ).returns<{
    readonly fileId: string;
    /** With its extension, such as `answers-2026-11-21.xlsx`. */
    readonly name: string;
    readonly bytes: number;
    readonly answers: number;
    /**
     * Ids of damaged answers, which are not in the file; of Parquet tables only their searches are missing.
     */
    readonly unreadable: readonly string[];
    /** For evidence: the last hash of its chain, to be stored elsewhere. */
    readonly seal: string | null;
  }>(),
  /** Verifies an evidence file that was uploaded by `projects.receive`, without the history. */
  'exports.verify': mutation(() => z.strictObject({ fileId: z.string() })).returns<{
    readonly intact: boolean;
    readonly observations: number;
    /** Value to compare with a stored copy; null if the file has no readable seal. */
    readonly seal: string | null;
    /** What was altered: the first 20 findings. */
    readonly findings: readonly string[];
  }>(),
  /** The next chunk of such a file. */
  'exports.read': mutation(() =>
    z.strictObject({ fileId: z.string(), from: z.number().int().min(0) }),
  ).returns<{ readonly base64: string; readonly next: number | null }>(),
};
