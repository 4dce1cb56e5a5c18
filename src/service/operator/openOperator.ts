import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { defaultAccount } from '../accounts/defaultAccount.ts';
import { openEngines } from '../engines/openRegistry.ts';
import { openApiDocument } from '../http/openApi.ts';
import { openSqliteStore } from '../store/sqlite/sqliteStore.ts';
import { createOperator, type Operator } from './operator.ts';
import { readRunningNotice } from './operatorContext.ts';

/** An operator with the data folder to itself, or beside a service that runs on it in another process. */
export type OpenedOperator = Operator & { readonly close: () => Promise<void> };

/**
 * Opens the database of a data folder without listening; the default account is made if it is missing.
 * @throws StoreError, ConfigError when the folder cannot be used
 */
export async function openOperator(
  dataFolder: string,
  ports: { readonly log: Logger; readonly environment?: Readonly<Record<string, string | undefined>> },
): Promise<OpenedOperator> {
  const store = openSqliteStore({ dataFolder, ownsQueue: false });
  const { registry } = await openEngines({ dataFolder }, ports);
  const context = {
    dataFolder,
    store,
    clock: systemClock,
    registry,
    defaultAccount,
    live: null,
    running: () => readRunningNotice(store),
    changed: async () => undefined,
  };
  const { call } = createOperator(context, () => JSON.stringify(openApiDocument()), ports.log);
  return {
    call,
    close: async () => {
      await registry.close();
      await store.close();
    },
  };
}
