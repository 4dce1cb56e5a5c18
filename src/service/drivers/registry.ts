import type { Logger } from '#platform/log.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { Driver, DriverReadiness, RedirectSource } from './driver.ts';
import type { DriverDefinition } from './driverDefinition.ts';

export type DriverSettings = Readonly<Record<string, string>>;

export type Bindings = Readonly<Partial<Record<Engine, string | null>>>;

export type DriverRegistry = {
  /** The driver that answers for an engine; undefined when none is bound, fitting and ready. */
  readonly driverFor: (engine: Engine) => Driver | undefined;
  readonly definitions: readonly DriverDefinition[];
  readonly driver: (id: string) => Driver | undefined;
  readonly drivers: () => readonly Driver[];
  readonly binding: (engine: Engine) => string | null;
  readonly readiness: (id: string) => DriverReadiness;
  readonly bind: (engine: Engine, driverId: string | null) => 'bound' | 'unknown-driver' | 'unfit-driver';
  /** Makes the driver, and those that share its key, anew; running attempts finish on the old one. */
  readonly configure: (
    driverId: string,
    change: { settings?: DriverSettings; key?: string | null },
  ) => Promise<boolean>;
  readonly hasKey: (driverId: string) => boolean;
  /** What the driver is made with: its own settings, and what it falls back to for each of the others. */
  readonly settings: (driverId: string) => DriverSettings;
  /** Its own settings only. */
  readonly ownSettings: (driverId: string) => DriverSettings;
  /** Of the drivers that are bound. */
  readonly redirectSources: () => readonly RedirectSource[];
  readonly close: () => Promise<void>;
};

export type RegistryOptions = {
  readonly definitions: readonly DriverDefinition[];
  /** Driver of every engine that `bindings` does not name. */
  readonly defaultDriver: string;
  readonly bindings?: Bindings;
  readonly settings?: Readonly<Record<string, DriverSettings>>;
  /** Setting by setting, what counts where `settings` and `configure` say nothing. */
  readonly fallbackSettings?: Readonly<Record<string, DriverSettings>>;
  readonly keys?: Readonly<Record<string, string>>;
  readonly log: Logger;
};

export function createDriverRegistry(options: RegistryOptions): DriverRegistry {
  const definitions = new Map(options.definitions.map((definition) => [definition.id, definition]));
  const settings = new Map(Object.entries(options.settings ?? {}));
  const keys = new Map(Object.entries(options.keys ?? {}));
  const made = new Map<string, Driver>();
  let sources: readonly RedirectSource[] | null = null;
  const bindings = new Map<Engine, string | null>(
    engines.map((engine) => {
      const wanted = options.bindings?.[engine];
      return [engine, wanted === undefined ? options.defaultDriver : wanted];
    }),
  );

  const settingsOf = (id: string): DriverSettings => ({
    ...options.fallbackSettings?.[id],
    ...settings.get(id),
  });
  const keyOf = (id: string): string | undefined =>
    keys.get(id) ?? keys.get(definitions.get(id)?.key?.sharedWith ?? '');

  const driver = (id: string): Driver | undefined => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const definition = definitions.get(id);
    if (definition === undefined) return undefined;
    const fresh = definition.create({ settings: settingsOf(id), key: keyOf(id), log: options.log });
    made.set(id, fresh);
    return fresh;
  };

  return {
    definitions: options.definitions,
    driver,
    drivers: () => [...definitions.keys()].flatMap((id) => driver(id) ?? []),
    driverFor: (engine) => {
      const id = bindings.get(engine);
      if (id === null || id === undefined) return undefined;
      const bound = driver(id);
      if (bound === undefined || bound.capabilities[engine] === undefined) return undefined;
      return bound.readiness().ready ? bound : undefined;
    },
    binding: (engine) => bindings.get(engine) ?? null,
    readiness: (id) =>
      driver(id)?.readiness() ?? { ready: false, missing: 'driver', message: `There is no driver "${id}"` },
    bind: (engine, driverId) => {
      if (driverId !== null) {
        const wanted = driver(driverId);
        if (wanted === undefined) return 'unknown-driver';
        if (wanted.capabilities[engine] === undefined) return 'unfit-driver';
      }
      bindings.set(engine, driverId);
      sources = null;
      return 'bound';
    },
    configure: async (id, change) => {
      if (!definitions.has(id)) return false;
      if (change.settings !== undefined) settings.set(id, change.settings);
      if (change.key === null) keys.delete(id);
      else if (change.key !== undefined) keys.set(id, change.key);
      const affected = [...definitions.values()].filter(
        (each) => each.id === id || each.key?.sharedWith === id,
      );
      const replaced = affected.flatMap((each) => made.get(each.id) ?? []);
      for (const each of affected) made.delete(each.id);
      sources = null;
      await Promise.all(replaced.map((old) => old.close?.()));
      return true;
    },
    hasKey: (id) => keyOf(id) !== undefined,
    settings: settingsOf,
    ownSettings: (id) => settings.get(id) ?? {},
    redirectSources: () => {
      sources ??= [...new Set(bindings.values())].flatMap((id) =>
        id === null ? [] : (driver(id)?.redirects ?? []),
      );
      return sources;
    },
    close: async () => {
      await Promise.all([...made.values()].map((each) => each.close?.()));
    },
  };
}
