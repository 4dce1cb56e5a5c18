import { z } from 'zod';
import type { SettingsStore } from '#main/ports.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { type AlertChannels, alertChannelsSchema } from '#shared/model/alert.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import { type Settings, settingsSchema } from '#shared/model/settings.ts';

const bindingsSchema = z.partialRecord(z.enum(engines), z.string().nullable());
const driverSettingsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Which driver answers for an engine in the embedded service; null unbinds, absent keeps the sandbox. */
export type DriverBindings = Readonly<Partial<Record<Engine, string | null>>>;
export type DriverSettings = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type AppSettings = {
  readonly read: () => Settings;
  readonly update: (patch: Partial<Settings>) => Settings;
  readonly selectedConnection: () => string;
  readonly selectConnection: (id: string) => void;
  /** Id of the project that was chosen last; null before the first choice. */
  readonly currentProject: () => string | null;
  readonly chooseProject: (id: string) => void;
  readonly bindings: () => DriverBindings;
  readonly setBindings: (bindings: DriverBindings) => void;
  readonly driverSettings: () => DriverSettings;
  readonly setDriverSettings: (settings: DriverSettings) => void;
  /** Drivers whose keys are in the secret store. */
  readonly keyedDrivers: () => readonly string[];
  readonly setKeyedDrivers: (drivers: readonly string[]) => void;
  readonly alertChannels: () => AlertChannels;
  readonly setAlertChannels: (channels: AlertChannels) => void;
};

const defaultChannels: AlertChannels = { system: true, webhook: null, allowPrivate: false, quietHours: null };

const schemas: { readonly [Key in keyof Settings]: z.ZodType<Settings[Key]> } = settingsSchema.shape;

/** Typed settings over the host's store. What cannot be read (edited by hand, older program) is its default. */
export function createSettings(store: SettingsStore): AppSettings {
  const readAs = <Value>(schema: z.ZodType<Value>, key: string, fallback: Value): Value => {
    const parsed = schema.safeParse(store.get(key));
    return parsed.success ? parsed.data : fallback;
  };
  const setting = <Key extends keyof Settings>(key: Key): Settings[Key] =>
    readAs(schemas[key], key, defaultSettings[key]);
  const read = (): Settings => ({
    theme: setting('theme'),
    lastEngine: setting('lastEngine'),
    recentMarketSets: setting('recentMarketSets'),
    lastOptions: setting('lastOptions'),
    sidebarCollapsed: setting('sidebarCollapsed'),
    runNotifications: setting('runNotifications'),
    keepInTray: setting('keepInTray'),
    collectQueued: setting('collectQueued'),
    resolveRedirects: setting('resolveRedirects'),
    columnWidths: setting('columnWidths'),
  });
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
    bindings: () => readAs(bindingsSchema, 'driverBindings', {}),
    setBindings: (bindings) => store.set('driverBindings', bindings),
    driverSettings: () => readAs(driverSettingsSchema, 'driverSettings', {}),
    setDriverSettings: (settings) => store.set('driverSettings', settings),
    keyedDrivers: () => readAs(z.array(z.string()), 'keyedDrivers', []),
    alertChannels: () => readAs(alertChannelsSchema, 'alertChannels', defaultChannels),
    setAlertChannels: (channels) => store.set('alertChannels', channels),
    setKeyedDrivers: (drivers) => store.set('keyedDrivers', [...drivers]),
  };
}
