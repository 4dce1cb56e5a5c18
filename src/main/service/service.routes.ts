import type { SecretStore } from '#main/ports.ts';
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
  const operate = service.call;
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
    'service.overview': (input) => operate('overview', input),
    'service.setPlan': async (input) => {
      const account = await operate('plan.set', input);
      await accountChanged();
      return account;
    },
    'service.grantCredits': async (input) => {
      const account = await operate('credits.grant', input);
      await accountChanged();
      return account;
    },
    'service.keys': (input) => operate('keys.list', input),
    'service.createKey': (input) => operate('keys.create', input),
    'service.revokeKey': (input) => operate('keys.revoke', input),
    'service.ledger': (input) => operate('ledger.page', input),
    'service.jobs': (input) => operate('jobs.recent', input),
    'service.findJobs': (input) => operate('jobs.find', input),
    'service.deliveries': (input) => operate('webhooks.recent', input),
    'service.resendDelivery': (input) => operate('webhooks.resend', input),
    'service.rotateWebhookSecret': (input) => operate('webhook-secret.rotate', input),
    'service.clearWebhookSecret': (input) => operate('webhook-secret.clear', input),
    'service.engines': (input) => operate('engines.list', input),
    'service.drivers': (input) => operate('engines.drivers', input),
    'service.bindEngine': (input) => operate('engines.bind', input),
    'service.configureDriver': async (input) => {
      const driver = await operate('engines.configure', input);
      if (input.key !== undefined) await storeDriverKey(input.driver, input.key, driver.keyAddresses);
      return driver;
    },
    'service.checkDriver': (input) => operate('engines.check', input),
    'service.driverModels': (input) => operate('engines.models', input),
    'service.testDriver': (input) => operate('engines.test', input),
    'service.openapi': (input) => operate('openapi', input),
    'service.restart': async () => {
      await service.restart().catch(() => {});
      if (service.problem() === null) await accountChanged();
      return { problem: service.problem() };
    },
  } satisfies Partial<Handlers>;
}

/** Name of the secret with a driver's key. */
export function driverKeyName(driver: string): string {
  return `driver:${driver}`;
}
