import { z } from 'zod';
import type { SettingsStore } from '#main/ports.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { type AlertChannels, alertChannelsSchema } from '#shared/model/alert.ts';
import { type AnalysisChoice, analysisChoiceSchema } from '#shared/model/analysisModel.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import { type ReportChannels, reportChannelsSchema } from '#shared/model/scheduledReport.ts';
import { type Settings, settingsSchema } from '#shared/model/settings.ts';

export type AppSettings = {
  readonly read: () => Settings;
  readonly update: (patch: Partial<Settings>) => Settings;
  readonly selectedConnection: () => string;
  readonly selectConnection: (id: string) => void;
  /** Id of the current project; null before the first choice. */
  readonly currentProject: () => string | null;
  readonly chooseProject: (id: string) => void;
  /** Drivers whose keys are in the secret store. */
  readonly keyedDrivers: () => readonly string[];
  readonly setKeyedDrivers: (drivers: readonly string[]) => void;
  /** The model that analyses answers; null before one is chosen. */
  readonly analysisModel: () => AnalysisChoice | null;
  readonly setAnalysisModel: (choice: AnalysisChoice | null) => void;
  readonly alertChannels: () => AlertChannels;
  readonly setAlertChannels: (channels: AlertChannels) => void;
  readonly reportChannels: () => ReportChannels;
  readonly setReportChannels: (channels: ReportChannels) => void;
};

const defaultChannels: AlertChannels = { system: true, webhook: null, allowPrivate: false, quietHours: null };

/**
 * Typed settings in the host's store. Invalid ones (edited by hand, from an older version) have their default.
 */
export function createSettings(store: SettingsStore): AppSettings {
  const readAs = <Value>(schema: z.ZodType<Value>, key: string, fallback: Value): Value => {
    const parsed = safeParse(schema, store.get(key));
    return parsed.success ? parsed.data : fallback;
  };
  const read = (): Settings => {
    const all = store.all();
    const stored = Object.keys(defaultSettings).map((key) => [key, all.get(key)] as const);
    const parsed = safeParse(settingsSchema, Object.fromEntries(stored));
    if (parsed.success) return parsed.data;
    const unreadable = new Set(parsed.error.issues.map(({ path }) => path[0]));
    const readable = stored.filter(([key]) => !unreadable.has(key));
    return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(readable) });
  };
  return {
    read,
    update(patch) {
      for (const [key, value] of Object.entries(patch)) if (value !== undefined) store.set(key, value);
      return read();
    },
    selectedConnection: () => readAs(z.string().min(1), 'selectedConnection', embeddedConnectionId),
    selectConnection: (id) => store.set('selectedConnection', id),
    currentProject: () => readAs(z.string().min(1).nullable(), 'currentProject', null),
    chooseProject: (id) => store.set('currentProject', id),
    keyedDrivers: () => readAs(z.array(z.string()), 'keyedDrivers', []),
    analysisModel: () => readAs(analysisChoiceSchema.unwrap().nullable(), 'analysisModel', null),
    setAnalysisModel: (choice) => store.set('analysisModel', choice),
    alertChannels: () => readAs(alertChannelsSchema, 'alertChannels', defaultChannels),
    setAlertChannels: (channels) => store.set('alertChannels', channels),
    reportChannels: () => readAs(reportChannelsSchema, 'reportChannels', { smtp: null, allowPrivate: false }),
    setReportChannels: (channels) => store.set('reportChannels', channels),
    setKeyedDrivers: (drivers) => store.set('keyedDrivers', [...drivers]),
  };
}
