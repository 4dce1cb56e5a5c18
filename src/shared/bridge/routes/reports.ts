import { z } from 'zod';
import { reportRequestSchema, reportSettingsSchema } from '../../model/report.ts';
import { mutation, ofProject, query } from '../route.ts';

export const reportRoutes = {
  /** Makes a report of a run, to be fetched with `exports.read`. */
  'reports.make': mutation(
    reportRequestSchema,
    z.object({
      fileId: z.string(),
      /** With its ending. */
      name: z.string(),
      bytes: z.number().int(),
    }),
  ),
  'reports.settings': ofProject(query(z.strictObject({}), reportSettingsSchema)),
  'reports.setSettings': ofProject(
    mutation(z.strictObject({ settings: reportSettingsSchema }), reportSettingsSchema),
  ),
};
