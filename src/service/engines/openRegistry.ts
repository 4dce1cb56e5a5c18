import type { Logger } from '#platform/log.ts';
import { engines } from '#shared/interface/engines.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import { driverCatalogue, driversFromEnvironment } from '../drivers/catalogue.ts';
import type { DriverDefinition } from '../drivers/driverDefinition.ts';
import { createDriverRegistry, type DriverRegistry, type DriverSettings } from '../drivers/registry.ts';
import { sandboxDefinition } from '../drivers/sandbox/sandboxDefinition.ts';
import { configStamp, type EngineConfig, readEngineConfig } from './configFile.ts';

export type RegistryPorts = {
  readonly log: Logger;
  /** Drivers to choose from; all of them by default. */
  readonly drivers?: readonly DriverDefinition[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

export const allDrivers: readonly DriverDefinition[] = [sandboxDefinition, ...driverCatalogue];

type EngineOptions = Pick<
  ServiceOptions,
  'dataFolder' | 'bindings' | 'driverSettings' | 'driverKeys' | 'driverKeyAddresses' | 'searchHosts'
>;

/** The drivers, and the hosts the configuration names as the search engine's own. */
export type OpenedEngines = {
  readonly registry: DriverRegistry;
  readonly searchHosts: () => readonly string[];
  /** Reloads `service.json` if another process has changed it; true if it has. Call periodically. */
  readonly followConfig: () => Promise<boolean>;
};

/**
 * The configured drivers. For each setting, start options override `service.json`, which overrides the
 * environment; unbound engines use the sandbox.
 * @throws ConfigError if `service.json` is invalid
 */
export async function openEngines(options: EngineOptions, ports: RegistryPorts): Promise<OpenedEngines> {
  const { dataFolder } = options;
  let stamp = configStamp(dataFolder);
  let config = await readEngineConfig(dataFolder);
  const environment = driversFromEnvironment(ports.environment ?? {});
  const registry = createDriverRegistry({
    definitions: ports.drivers ?? allDrivers,
    defaultDriver: sandboxDefinition.id,
    bindings: { ...config.bindings, ...options.bindings },
    countryBindings: config.countryBindings ?? {},
    settings: settingBySetting(config.drivers, options.driverSettings ?? {}),
    fallbackSettings: environment.settings,
    keys: { ...environment.keys, ...options.driverKeys },
    keyAddresses: options.driverKeyAddresses ?? {},
    log: ports.log,
  });

  const takeOver = async (next: EngineConfig): Promise<void> => {
    const former = config;
    config = next;
    for (const driver of new Set([...Object.keys(former.drivers), ...Object.keys(next.drivers)])) {
      const settings = next.drivers[driver] ?? {};
      if (sameSettings(settings, former.drivers[driver] ?? {})) continue;
      if (!sameSettings(settings, registry.ownSettings(driver)))
        await registry.configure(driver, { settings });
    }
    for (const engine of engines) {
      const driver = next.bindings[engine];
      if (driver !== undefined && driver !== registry.binding(engine)) registry.bind(engine, driver);
      const wanted = next.countryBindings?.[engine] ?? {};
      for (const country of Object.keys({ ...registry.countryBindings(engine), ...wanted }))
        registry.bindCountry(engine, country, wanted[country] ?? null);
    }
  };

  return {
    registry,
    searchHosts: () => [...(options.searchHosts ?? []), ...(config.searchHosts ?? [])],
    followConfig: async () => {
      const current = configStamp(dataFolder);
      if (current === stamp) return false;
      stamp = current;
      try {
        await takeOver(await readEngineConfig(dataFolder));
        return true;
      } catch (error) {
        ports.log('error', 'service.json was changed and cannot be used', { error: String(error) });
        return false;
      }
    },
  };
}

type SettingsByDriver = Readonly<Record<string, DriverSettings>>;

function settingBySetting(weaker: SettingsByDriver, stronger: SettingsByDriver): SettingsByDriver {
  const merged = Object.entries(stronger).map(([driver, settings]) => [
    driver,
    { ...weaker[driver], ...settings },
  ]);
  return { ...weaker, ...Object.fromEntries(merged) };
}

function sameSettings(one: DriverSettings, other: DriverSettings): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
