import { z } from 'zod';
import { type ReportSettings, reportRequestSchema, reportSettingsSchema } from '../../model/report.ts';
import {
  type KeptReport,
  type ReportChannelsView,
  type ReportSchedule,
  reportScheduleSchema,
  setReportChannelsSchema,
} from '../../model/scheduledReport.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

export const reportRoutes = {
  /** Creates a report of a run, to be fetched with `exports.read`. */
  'reports.make': mutation(() => reportRequestSchema).returns<{
    readonly fileId: string;
    /** With its extension. */
    readonly name: string;
    readonly bytes: number;
  }>(),
  'reports.settings': ofProject(query(nothing).returns<ReportSettings>()),
  'reports.setSettings': ofProject(
    mutation(() => z.strictObject({ settings: reportSettingsSchema })).returns<ReportSettings>(),
  ),
  /** The scheduled report of a monitor; null for none. */
  'reports.schedule': query(() => z.strictObject({ monitor: z.string() })).returns<{
    readonly schedule: ReportSchedule | null;
  }>(),
  'reports.setSchedule': mutation(() =>
    z.strictObject({ monitor: z.string(), schedule: reportScheduleSchema.nullable() }),
  ).returns<{ readonly schedule: ReportSchedule | null }>(),
  /** Scheduled reports, newest first, with the status of their deliveries. */
  'reports.list': query(() =>
    z.strictObject({ monitor: z.string(), limit: z.number().int().min(1).max(500).default(50) }),
  ).returns<{ readonly reports: readonly KeptReport[] }>(),
  /** One of them, to be fetched with `exports.read`. */
  'reports.open': mutation(() => z.strictObject({ id: z.string() })).returns<{
    readonly fileId: string;
    readonly name: string;
    readonly bytes: number;
  }>(),
  /** Writes and sends what is due. A window does so automatically. */
  'reports.settle': mutation(nothing).returns<Readonly<Record<string, never>>>(),
  'reports.channels': query(nothing).returns<ReportChannelsView>(),
  'reports.setChannels': mutation(() => setReportChannelsSchema).returns<ReportChannelsView>(),
  'reports.test': mutation(() =>
    z.strictObject({
      channel: z.enum(['email', 'slack', 'teams']),
      /** Of a mail. */
      to: z.array(z.email()).max(50).default([]),
    }),
  ).returns<{ readonly problem: string | null }>(),
};
