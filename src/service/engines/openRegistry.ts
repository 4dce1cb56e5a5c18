import { engines } from '#shared/interface/engines.ts';
import type { ServiceOptions } from '#shared/service/control.ts';
import { driverCatalogue, driversFromEnvironment } from '../drivers/catalogue.ts';
import type { DriverDefinition } from '../drivers/driverDefinition.ts';
import { createDriverRegistry, type DriverRegistry } from '../drivers/registry.ts';
import { sandboxDefinition } from '../drivers/sandbox/sandboxDefinition.ts';
import type { Log } from '../log.ts';
import { configStamp, readEngineConfig } from './configFile.ts';

export type RegistryPorts = {
  readonly log: Log;
  /** Drivers to choose from; all of them by default. */
  readonly drivers?: readonly DriverDefinition[] | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
};

export const allDrivers: readonly DriverDefinition[] = [sandboxDefinition, ...driverCatalogue];

type EngineOptions = Pick<ServiceOptions, 'dataFolder' | 'bindings' | 'driverSettings' | 'driverKeys'>;

/**
 * The drivers as configured. What the start says wins over `service.json`, and that over the environment; engines
 * nobody mentions are answered by the sandbox.
 * @throws ConfigError when `service.json` cannot be used
 */
export async function openRegistry(options: EngineOptions, ports: RegistryPorts): Promise<DriverRegistry> {
  const config = await readEngineConfig(options.dataFolder);
  const environment = driversFromEnvironment(ports.environment ?? {});
  return createDriverRegistry({
    definitions: ports.drivers ?? allDrivers,
    defaultDriver: sandboxDefinition.id,
    bindings: { ...config.bindings, ...options.bindings },
    settings: { ...environment.settings, ...config.drivers, ...options.driverSettings },
    keys: { ...environment.keys, ...options.driverKeys },
    log: ports.log,
  });
}

/** Takes over what another process writes into `service.json`. Returns a check to call now and then. */
export async function followConfig(
  dataFolder: string,
  registry: DriverRegistry,
  log: Log,
): Promise<() => Promise<boolean>> {
  let stamp = await configStamp(dataFolder);
  return async () => {
    const current = await configStamp(dataFolder);
    if (current === stamp) return false;
    stamp = current;
    try {
      const config = await readEngineConfig(dataFolder);
      for (const [driver, settings] of Object.entries(config.drivers)) {
        if (JSON.stringify(registry.settings(driver)) !== JSON.stringify(settings)) {
          await registry.configure(driver, { settings });
        }
      }
      for (const engine of engines) {
        const driver = config.bindings[engine];
        if (driver !== undefined && driver !== registry.binding(engine)) registry.bind(engine, driver);
      }
      return true;
    } catch (error) {
      log('error', 'service.json was changed and cannot be used', { error: String(error) });
      return false;
    }
  };
}
