import { z } from 'zod';
import { appErrorCodes } from '../model/appError.ts';

export const appErrorSchema = z.object({
  code: z.enum(appErrorCodes),
  message: z.string(),
  fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .readonly()
    .optional(),
  retryable: z.boolean(),
  requestId: z.string().optional(),
});
export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser', 'terminal']),
  platform: z.string(),
  dataFolder: z.string(),
  /** A handed out file that is only read; null in a data folder of one's own. */
  readOnlyFile: z.string().nullable(),
  /** Why the embedded service does not run, or null when it does. */
  embeddedServiceProblem: z.string().nullable(),
  /** Why the history cannot be used (locked, damaged, newer ...), or null when it can. */
  historyProblem: appErrorSchema.nullable(),
});
export const themeSchema = z.enum(['system', 'light', 'dark']);
export const settingsSchema = z.object({
  theme: themeSchema,
  lastEngine: z.string().nullable(),
  recentMarketSets: z.array(z.array(z.string())).max(20),
  lastOptions: z.record(z.string(), z.unknown()),
  sidebarCollapsed: z.boolean(),
  /** A word of the system when a run ends while nobody looks at the window. */
  runNotifications: z.boolean(),
  /** Monitors go on in the tray when the window is closed. */
  keepInTray: z.boolean(),
  /** Whether answers that a program left at a service when it ended are fetched by the next one without asking. */
  collectQueued: z.enum(['automatic', 'ask']),
  /** Whether redirects of engines among the sources are resolved in the background; it costs no credits. */
  resolveRedirects: z.boolean(),
  /** Whether newer versions are looked for now and then, and which. */
  lookForUpdates: z.boolean(),
  updateChannel: z.enum(['stable', 'beta']),
  /** The tab of a run that was chosen last: the next run opens in it. */
  runTab: z.string().max(20),
  /** CSS pixels by market key, as columns were last drawn wider or narrower; the latest last. */
  columnWidths: z.array(z.tuple([z.string().max(400), z.number().int().min(0).max(10_000)])).max(400),
});
export type Settings = z.infer<typeof settingsSchema>;
