import { z } from 'zod';
import { objectSchema } from '../lazySchema.ts';
import type { AppErrorBody } from './appError.ts';
import type { UnstoredAnswers } from './run.ts';

export type AppInfo = {
  readonly version: string;
  readonly host: 'desktop' | 'browser' | 'terminal';
  readonly platform: string;
  readonly dataFolder: string;
  /** Where the data folder was moved by this start, which cannot use it any more; null otherwise. */
  readonly movedTo: string | null;
  /** An opened `.parallax` file, read-only; null for a normal data folder. */
  readonly readOnlyFile: string | null;
  /** Why the embedded service does not run; null if it does. */
  readonly embeddedServiceProblem: string | null;
  /** Why the history cannot be used (locked, damaged, newer ...); null if it can. */
  readonly historyProblem: AppErrorBody | null;
  readonly unstored: UnstoredAnswers | null;
  /** Null where the browser checks spelling by itself. */
  readonly spelling: SpellingFacts | null;
};
export type SpellingFacts = {
  /** Whether dictionaries are downloaded, as opposed to those of the system. */
  readonly downloads: boolean;
  /** Language tags of these dictionaries. */
  readonly languages: readonly string[];
};
export const themeSchema = z.enum(['system', 'light', 'dark']);
/** How translators are reached; their keys are in the keychain. */
export const translationSettingsSchema = objectSchema(() => ({
  deepl: z.object({
    /** Of the user's plan; null if it is not entered. Free plans cost nothing. */
    pricePerMillion: z.number().min(0).max(10_000).nullable(),
    /** ISO 4217. */
    currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency as three letters, such as EUR.'),
  }),
  libreTranslate: z.object({ address: z.string().max(500).nullable() }),
  /** Firefox's translation models: a folder of the user, and the address of a list to download from. */
  models: z.object({
    folder: z.string().max(4000).nullable(),
    address: z.string().max(500).nullable().default(null),
  }),
}));
export type TranslationSettings = z.infer<typeof translationSettingsSchema>;
export type DeeplSettings = TranslationSettings['deepl'];
export const settingsSchema = objectSchema(() => ({
  theme: themeSchema,
  lastEngine: z.string().nullable(),
  recentMarketSets: z.array(z.array(z.string())).max(20),
  lastOptions: z.record(z.string(), z.unknown()),
  sidebarCollapsed: z.boolean(),
  /** A system notification when a run ends while the window is not focused. */
  runNotifications: z.boolean(),
  /** Monitors continue in the tray when the window is closed. */
  keepInTray: z.boolean(),
  /** The desktop program starts in the tray when its user logs in, for its monitors. */
  startAtLogin: z.boolean(),
  /** A window opens with the screen that it showed last. */
  reopenLastView: z.boolean(),
  /** The desktop program checks spelling in text fields, and downloads dictionaries for it. */
  checkSpelling: z.boolean(),
  /** Whether the next start automatically fetches answers of tasks left at a service. */
  collectQueued: z.enum(['automatic', 'ask']),
  /** Whether redirect links among the sources are resolved in the background; this costs no credits. */
  resolveRedirects: z.boolean(),
  /** Whether to check for new versions periodically, and on which channel. */
  lookForUpdates: z.boolean(),
  updateChannel: z.enum(['stable', 'beta']),
  /** The tab used last: the next run opens in it. */
  runTab: z.string().max(20),
  translation: translationSettingsSchema,
  /** Column widths in CSS pixels by market key; the latest last. */
  columnWidths: z.array(z.tuple([z.string().max(400), z.number().int().min(0).max(10_000)])).max(400),
}));
export type Settings = z.infer<typeof settingsSchema>;
