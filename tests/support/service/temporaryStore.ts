import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import type { NewTask, ServiceStore } from '#service/store/serviceStore.ts';
import { openSqliteStore, type SqliteStoreOptions } from '#service/store/sqlite/sqliteStore.ts';

type StoreOptions = Omit<SqliteStoreOptions, 'dataFolder'>;

export type TemporaryStore = ServiceStore & {
  readonly folder: string;
  readonly remove: () => Promise<void>;
};

/** A store on a real file in a folder of its own. */
export async function temporaryStore(options: StoreOptions = {}): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-store-'));
  const store = openSqliteStore({ dataFolder: folder, ...options });
  return {
    ...store,
    folder,
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same, closed and removed when the test ends. */
export async function testStore(options?: StoreOptions): Promise<TemporaryStore> {
  const store = await temporaryStore(options);
  onTestFinished(store.remove);
  return store;
}

export function newTask(changes: Partial<NewTask> = {}): NewTask {
  return {
    id: timeOrderedId(Date.now()),
    requestId: 'request',
    engine: 'assistant-a',
    payload: '{"prompt":"hello","country":"US"}',
    priority: 1,
    idempotencyKey: null,
    webhookUrl: null,
    creditsToCharge: 5,
    maximumCost: 5,
    ...changes,
  };
}
