import type { Logger } from '#platform/log.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { askForKeyAgain } from '#shared/model/connection.ts';
import { originsOf } from '#shared/model/origins.ts';
import type { Driver, DriverReadiness, RedirectSource } from './driver.ts';
import type { DriverDefinition } from './driverDefinition.ts';

export type DriverSettings = Readonly<Record<string, string>>;

export type Bindings = Readonly<Partial<Record<Engine, string | null>>>;

/** By engine and country: drivers used there instead of the engine's own. */
export type CountryBindings = Readonly<Partial<Record<Engine, Readonly<Record<string, string>>>>>;

type BindOutcome = 'bound' | 'unknown-driver' | 'unfit-driver';

export type DriverRegistry = {
  /**
   * The driver of an engine, in a country if given; undefined if none is bound, suitable and ready. A driver
   * that is not ready is never replaced by another.
   */
  readonly driverFor: (engine: Engine, country?: string) => Driver | undefined;
  /** Whether any driver answers for an engine, at least in one country. */
  readonly isAvailable: (engine: Engine) => boolean;
  readonly definitions: readonly DriverDefinition[];
  readonly driver: (id: string) => Driver | undefined;
  readonly drivers: () => readonly Driver[];
  readonly binding: (engine: Engine) => string | null;
  readonly readiness: (id: string) => DriverReadiness;
  readonly bind: (engine: Engine, driverId: string | null) => BindOutcome;
  /** Null resets a country to the engine's own driver. */
  readonly bindCountry: (engine: Engine, country: string, driverId: string | null) => BindOutcome;
  /** Countries of an engine with a different driver, with that driver. */
  readonly countryBindings: (engine: Engine) => Readonly<Record<string, string>>;
  /** Recreates the driver, and those that share its key; running attempts finish on the old one. */
  readonly configure: (
    driverId: string,
    change: { settings?: DriverSettings; key?: string | null },
  ) => Promise<boolean>;
  readonly hasKey: (driverId: string) => boolean;
  /** The key that a driver would use with other settings; undefined if their URL is not one the key is for. */
  readonly keyFor: (driverId: string, settings?: DriverSettings) => string | undefined;
  /** Origins to which a driver's key is sent with its settings. */
  readonly keyAddresses: (driverId: string) => readonly string[];
  /** The driver's effective settings: its own, with fallbacks for the others. */
  readonly settings: (driverId: string) => DriverSettings;
  /** Its own settings only. */
  readonly ownSettings: (driverId: string) => DriverSettings;
  /** Of the drivers that are bound. */
  readonly redirectSources: () => readonly RedirectSource[];
  readonly close: () => Promise<void>;
};

export type RegistryOptions = {
  readonly definitions: readonly DriverDefinition[];
  /** Driver of every engine that `bindings` does not mention. */
  readonly defaultDriver: string;
  readonly bindings?: Bindings;
  readonly countryBindings?: CountryBindings;
  readonly settings?: Readonly<Record<string, DriverSettings>>;
  /** Fallback of each setting that `settings` and `configure` do not set. */
  readonly fallbackSettings?: Readonly<Record<string, DriverSettings>>;
  readonly keys?: Readonly<Record<string, string>>;
  /**
   * Origins for which a driver's key was stored. A key without origins came from the start options, like its
   * settings.
   */
  readonly keyAddresses?: Readonly<Record<string, readonly string[]>>;
  readonly log: Logger;
};

export function createDriverRegistry(options: RegistryOptions): DriverRegistry {
  const definitions = new Map(options.definitions.map((definition) => [definition.id, definition]));
  const settings = new Map(Object.entries(options.settings ?? {}));
  const keys = new Map(Object.entries(options.keys ?? {}));
  const keyAddresses = new Map(Object.entries(options.keyAddresses ?? {}));
  const made = new Map<string, Driver>();
  let sources: readonly RedirectSource[] | null = null;
  const bindings = new Map<Engine, string | null>(
    engines.map((engine) => {
      const wanted = options.bindings?.[engine];
      return [engine, wanted === undefined ? options.defaultDriver : wanted];
    }),
  );
  const countries = new Map<Engine, ReadonlyMap<string, string>>(
    engines.map((engine) => [engine, new Map(Object.entries(options.countryBindings?.[engine] ?? {}))]),
  );
  const boundIds = (engine: Engine): readonly string[] =>
    [bindings.get(engine), ...(countries.get(engine)?.values() ?? [])].filter((id) => typeof id === 'string');

  const settingsOf = (id: string): DriverSettings => ({
    ...options.fallbackSettings?.[id],
    ...settings.get(id),
  });
  const addressesOf = (id: string, changed: DriverSettings = {}): readonly string[] => {
    const definition = definitions.get(id);
    const values = { ...settingsOf(id), ...changed };
    const { sentTo } = definition?.key ?? {};
    return originsOf(
      (definition?.settings ?? [])
        .filter(({ kind, name }) => kind === 'address' && (sentTo?.includes(name) ?? true))
        .map(({ name, default: byDefault }) => values[name]?.trim() || byDefault),
    );
  };
  /** The owner of the driver's key: itself, or the driver it shares the key with. */
  const keyOwner = (id: string): string => (keys.has(id) ? id : (definitions.get(id)?.key?.sharedWith ?? id));
  /** Settings may come from somebody else's file, so a key is not used for a URL it was not stored for. */
  const isElsewhere = (id: string, changed?: DriverSettings): boolean => {
    const storedFor = keyAddresses.get(keyOwner(id));
    return (
      storedFor !== undefined && !addressesOf(id, changed).every((address) => storedFor.includes(address))
    );
  };
  const keyOf = (id: string, changed?: DriverSettings): string | undefined =>
    isElsewhere(id, changed) ? undefined : keys.get(keyOwner(id));

  const driver = (id: string): Driver | undefined => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const definition = definitions.get(id);
    if (definition === undefined) return undefined;
    const fresh = definition.create({ settings: settingsOf(id), key: keyOf(id), log: options.log });
    made.set(id, fresh);
    return fresh;
  };

  const usable = (id: string | null | undefined, engine: Engine): Driver | undefined => {
    if (id === null || id === undefined) return undefined;
    const bound = driver(id);
    if (bound === undefined || bound.capabilities[engine] === undefined) return undefined;
    return bound.readiness().ready ? bound : undefined;
  };
  const fitOf = (engine: Engine, driverId: string | null): BindOutcome => {
    if (driverId === null) return 'bound';
    const wanted = driver(driverId);
    if (wanted === undefined) return 'unknown-driver';
    return wanted.capabilities[engine] === undefined ? 'unfit-driver' : 'bound';
  };

  return {
    definitions: options.definitions,
    driver,
    drivers: () => [...definitions.keys()].flatMap((id) => driver(id) ?? []),
    driverFor: (engine, country) =>
      usable(countries.get(engine)?.get(country ?? '') ?? bindings.get(engine), engine),
    isAvailable: (engine) => boundIds(engine).some((id) => usable(id, engine) !== undefined),
    binding: (engine) => bindings.get(engine) ?? null,
    readiness: (id) => {
      const state = driver(id)?.readiness();
      if (state === undefined) return { ready: false, missing: 'driver', message: `No provider "${id}"` };
      if (state.ready || state.missing !== 'key' || !isElsewhere(id)) return state;
      const name = definitions.get(id)?.displayName ?? id;
      const message = askForKeyAgain(name, keyAddresses.get(keyOwner(id)) ?? [], addressesOf(id));
      return { ready: false, missing: 'key', message };
    },
    bind: (engine, driverId) => {
      const outcome = fitOf(engine, driverId);
      if (outcome !== 'bound') return outcome;
      bindings.set(engine, driverId);
      sources = null;
      return outcome;
    },
    bindCountry: (engine, country, driverId) => {
      const outcome = fitOf(engine, driverId);
      if (outcome !== 'bound') return outcome;
      const others = [...(countries.get(engine) ?? [])].filter(([each]) => each !== country);
      countries.set(engine, new Map(driverId === null ? others : [...others, [country, driverId]]));
      sources = null;
      return outcome;
    },
    countryBindings: (engine) => Object.fromEntries(countries.get(engine) ?? []),
    configure: async (id, change) => {
      if (!definitions.has(id)) return false;
      if (change.settings !== undefined) settings.set(id, change.settings);
      if (change.key === null) {
        keys.delete(id);
        keyAddresses.delete(id);
      } else if (change.key !== undefined) {
        keys.set(id, change.key);
        keyAddresses.set(id, addressesOf(id));
      }
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
    keyFor: keyOf,
    keyAddresses: (id) => addressesOf(id),
    settings: settingsOf,
    ownSettings: (id) => settings.get(id) ?? {},
    redirectSources: () => {
      sources ??= [...new Set(engines.flatMap(boundIds))].flatMap((id) => driver(id)?.redirects ?? []);
      return sources;
    },
    close: async () => {
      await Promise.all([...made.values()].map((each) => each.close?.()));
    },
  };
}
