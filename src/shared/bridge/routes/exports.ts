import { z } from 'zod';
import {
  type ExportCount,
  exportFilterSchema,
  exportFormats,
  exportSelectionSchema,
  type StoredRecord,
} from '../../model/export.ts';
import { type ImportedOutcome, importInputSchema } from '../../model/import.ts';
import { type ReportSettings, reportRequestSchema, reportSettingsSchema } from '../../model/report.ts';
import {
  type KeptReport,
  type ReportChannelsView,
  type ReportSchedule,
  reportScheduleSchema,
  setReportChannelsSchema,
} from '../../model/scheduledReport.ts';
import { mutation, type Nothing, nothing, ofProject, projectIn, query } from '../route.ts';

export const exportRoutes = {
  'exports.count': projectIn('filter', query(() => ({ filter: exportFilterSchema })).returns<ExportCount>()),
  /** In the order they were stored. */
  'exports.page': projectIn(
    'filter',
    query(() => ({
      filter: exportFilterSchema,
      after: z.string().nullable(),
      limit: z.number().int().min(1).max(100).default(50),
      pages: z.boolean().default(false),
    })).returns<{
      readonly records: readonly StoredRecord[];
      /** Ids of damaged answers among them, which are skipped. */
      readonly unreadable: readonly string[];
      /** Cursor of the next page. */
      readonly last: string | null;
      readonly more: boolean;
    }>(),
  ),
  /** Creates a file of stored answers and keeps it until it was read completely, or the program ends. */
  'exports.make': mutation(() => ({
    selection: exportSelectionSchema,
    format: z.enum(exportFormats),
  })).returns<{
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
  'exports.verify': mutation(() => ({ fileId: z.string() })).returns<{
    readonly intact: boolean;
    readonly observations: number;
    /** Value to compare with a stored copy; null if the file has no readable seal. */
    readonly seal: string | null;
    /** What was altered: the first 20 findings. */
    readonly findings: readonly string[];
  }>(),
  /** The next chunk of such a file. */
  'exports.read': mutation(() => ({ fileId: z.string(), from: z.number().int().min(0) })).returns<{
    readonly base64: string;
    readonly next: number | null;
  }>(),
  /** Imports results from elsewhere into the history; each completely or not at all. */
  'imports.add': ofProject(
    mutation(() => importInputSchema.unwrap()).returns<{
      readonly importId: string;
      readonly outcomes: readonly ImportedOutcome[];
    }>(),
  ),
  /** Creates a report of a run, to be fetched with `exports.read`. */
  'reports.make': mutation(() => reportRequestSchema).returns<{
    readonly fileId: string;
    /** With its extension. */
    readonly name: string;
    readonly bytes: number;
  }>(),
  'reports.settings': ofProject(query(nothing).returns<ReportSettings>()),
  'reports.setSettings': ofProject(
    mutation(() => ({ settings: reportSettingsSchema })).returns<ReportSettings>(),
  ),
  /** The scheduled report of a monitor; null for none. */
  'reports.schedule': query(() => ({ monitor: z.string() })).returns<{
    readonly schedule: ReportSchedule | null;
  }>(),
  'reports.setSchedule': mutation(() => ({
    monitor: z.string(),
    schedule: reportScheduleSchema.nullable(),
  })).returns<{ readonly schedule: ReportSchedule | null }>(),
  /** Scheduled reports, newest first, with the status of their deliveries. */
  'reports.list': query(() => ({
    monitor: z.string(),
    limit: z.number().int().min(1).max(500).default(50),
  })).returns<{ readonly reports: readonly KeptReport[] }>(),
  /** One of them, to be fetched with `exports.read`. */
  'reports.open': mutation(() => ({ id: z.string() })).returns<{
    readonly fileId: string;
    readonly name: string;
    readonly bytes: number;
  }>(),
  /** Writes and sends what is due. A window does so automatically. */
  'reports.settle': mutation(nothing).returns<Nothing>(),
  'reports.channels': query(nothing).returns<ReportChannelsView>(),
  'reports.setChannels': mutation(() => setReportChannelsSchema).returns<ReportChannelsView>(),
  'reports.test': mutation(() => ({
    channel: z.enum(['email', 'slack', 'teams']),
    /** Of a mail. */
    to: z.array(z.email()).max(50).default([]),
  })).returns<{ readonly problem: string | null }>(),
};
