import { z } from 'zod';
import { reportRequestSchema, reportSettingsSchema } from '../../model/report.ts';
import {
  keptReportSchema,
  reportChannelsViewSchema,
  reportScheduleSchema,
  setReportChannelsSchema,
} from '../../model/scheduledReport.ts';
import { mutation, ofProject, query } from '../route.ts';

export const reportRoutes = {
  /** Creates a report of a run, to be fetched with `exports.read`. */
  'reports.make': mutation(
    () => reportRequestSchema,
    () =>
      z.object({
        fileId: z.string(),
        /** With its extension. */
        name: z.string(),
        bytes: z.number().int(),
      }),
  ),
  'reports.settings': ofProject(
    query(
      () => z.strictObject({}),
      () => reportSettingsSchema,
    ),
  ),
  'reports.setSettings': ofProject(
    mutation(
      () => z.strictObject({ settings: reportSettingsSchema }),
      () => reportSettingsSchema,
    ),
  ),
  /** The scheduled report of a monitor; null for none. */
  'reports.schedule': query(
    () => z.strictObject({ monitor: z.string() }),
    () => z.object({ schedule: reportScheduleSchema.nullable() }),
  ),
  'reports.setSchedule': mutation(
    () => z.strictObject({ monitor: z.string(), schedule: reportScheduleSchema.nullable() }),
    () => z.object({ schedule: reportScheduleSchema.nullable() }),
  ),
  /** Scheduled reports, newest first, with the status of their deliveries. */
  'reports.list': query(
    () => z.strictObject({ monitor: z.string(), limit: z.number().int().min(1).max(500).default(50) }),
    () => z.object({ reports: z.array(keptReportSchema) }),
  ),
  /** One of them, to be fetched with `exports.read`. */
  'reports.open': mutation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ fileId: z.string(), name: z.string(), bytes: z.number().int() }),
  ),
  /** Writes and sends what is due. A window does so automatically. */
  'reports.settle': mutation(
    () => z.strictObject({}),
    () => z.object({}),
  ),
  'reports.channels': query(
    () => z.strictObject({}),
    () => reportChannelsViewSchema,
  ),
  'reports.setChannels': mutation(
    () => setReportChannelsSchema,
    () => reportChannelsViewSchema,
  ),
  'reports.test': mutation(
    () =>
      z.strictObject({
        channel: z.enum(['email', 'slack', 'teams']),
        /** Of a mail. */
        to: z.array(z.email()).max(50).default([]),
      }),
    () => z.object({ problem: z.string().nullable() }),
  ),
};
