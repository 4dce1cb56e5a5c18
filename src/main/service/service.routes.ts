import type { SecretStore } from '#main/ports.ts';
import { type WindowOperation, windowOperations } from '#shared/bridge/routes/service.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import type { Handlers } from '../bridge/router.ts';
import type { Connections } from '../connections/connections.ts';
import { keepBoundSecret } from '../secrets/boundSecret.ts';
import type { AppSettings } from '../settings/settings.ts';
import type { EmbeddedService } from './embeddedService.ts';

export function serviceHandlers(deps: {
  readonly service: EmbeddedService;
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly connections: Connections;
}) {
  const { service, settings, secrets, connections } = deps;
  /** The title bar shows plan and balance: it should not wait for the next response. */
  const accountChanged = async (): Promise<void> => {
    await connections.refresh({ id: embeddedConnectionId }).catch(() => {});
  };
  const storeDriverKey = async (
    driver: string,
    key: string | null,
    addresses: readonly string[],
  ): Promise<void> => {
    const others = settings.keyedDrivers().filter((each) => each !== driver);
    if (key === null) await secrets.remove(driverKeyName(driver));
    else await keepBoundSecret(secrets, driverKeyName(driver), key, addresses);
    settings.setKeyedDrivers(key === null ? others : [...others, driver]);
  };
  return {
    ...operationHandlers(service),
    'service.plan.set': async (input) => {
      const account = await service.call('plan.set', input);
      await accountChanged();
      return account;
    },
    'service.credits.grant': async (input) => {
      const account = await service.call('credits.grant', input);
      await accountChanged();
      return account;
    },
    'service.engines.configure': async (input) => {
      const driver = await service.call('engines.configure', input);
      if (input.key !== undefined) await storeDriverKey(input.driver, input.key, driver.keyAddresses);
      return driver;
    },
    'service.restart': async () => {
      await service.restart().catch(() => {});
      if (service.problem() === null) await accountChanged();
      return { problem: service.problem() };
    },
  } satisfies Partial<Handlers>;
}

type OperationHandlers = {
  readonly [Name in WindowOperation as `service.${Name}`]: Handlers[`service.${Name}`];
};

/** What the window asks goes to the service under the same name; Object.fromEntries loses the types of the names. */
const operationHandlers = ({ call }: EmbeddedService) =>
  Object.fromEntries(
    windowOperations.map((name) => [`service.${name}`, (input: never) => call(name, input)]),
  ) as unknown as OperationHandlers;

/** Name of the secret with a driver's key. */
export function driverKeyName(driver: string): string {
  return `driver:${driver}`;
}
