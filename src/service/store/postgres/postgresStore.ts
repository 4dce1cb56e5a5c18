import type { Capacity } from '../capacity.ts';
import type { RateLimiter } from '../rateLimiter.ts';
import type { ServiceStore } from '../serviceStore.ts';
import { accountsTable } from './accountsTable.ts';
import { createAdmission } from './admission.ts';
import { callsTable } from './callsTable.ts';
import { openPool } from './database.ts';
import { createHomes } from './homes.ts';
import { housekeeping } from './housekeeping.ts';
import { detachedNode, joinNodes, type NodeOptions } from './nodes.ts';
import { sharedRateLimiter } from './rateWindows.ts';
import { migrate } from './schema.ts';
import { createSettling } from './settling.ts';
import { readStoreClock } from './storeClock.ts';
import { tasksTable } from './tasksTable.ts';
import { webhooksTable } from './webhooksTable.ts';

export type PostgresStoreOptions = {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly address: string;
  /** Attempts a webhook gets before it counts as failed. */
  readonly webhookAttempts?: number;
  /** The time; that of the database by default. */
  readonly now?: () => number;
  /** Null for an operator, which runs no jobs. */
  readonly node: NodeOptions | null;
};

export type SharedStore = {
  readonly store: ServiceStore;
  readonly capacity: Capacity;
  /** Milliseconds since the epoch by the database's clock, which all nodes share. */
  readonly now: () => number;
  /** Counts the requests of all nodes together. */
  readonly rateLimiter: (limit: number) => RateLimiter;
  /** True while the database does not answer. */
  readonly away: () => boolean;
  /** A key that every node accepts while this one is alive. */
  readonly addSessionKey: (accountId: number, hash: Buffer) => Promise<void>;
};

/**
 * The store in a PostgreSQL database, shared by any number of processes, which coordinate only by its row locks
 * and transactions.
 * @throws StoreError if the database cannot be used
 */
export async function openPostgresStore({
  address,
  webhookAttempts = 5,
  now: givenNow,
  node: nodeOptions,
}: PostgresStoreOptions): Promise<SharedStore> {
  const db = openPool(address);
  try {
    await migrate(db);
    const clock = await readStoreClock(db);
    const now = givenNow ?? clock.now;
    const node = nodeOptions === null ? detachedNode() : await joinNodes(db, clock, nodeOptions);
    const { addSessionKey, ...accounts } = accountsTable(db, node);
    const homes = createHomes(() => performance.now());
    const tasks = tasksTable(db, node, homes, { webhookAttempts });
    const { renewCycles } = accounts;
    const { holdForCall, releaseCall, accountUse, slotsOfAll } = createAdmission(db, node, {
      now,
      renewCycles,
    });
    const store: ServiceStore = {
      ...accounts,
      ...callsTable(db),
      ...tasks,
      ...createSettling(db, node, { webhookAttempts, homes, renewCycles }),
      ...webhooksTable(db, node, { webhookAttempts }),
      ...housekeeping(db, node),
      close: async () => {
        await node.close().finally(db.close);
      },
    };
    return {
      store,
      now,
      addSessionKey,
      away: db.away,
      rateLimiter: (limit) => sharedRateLimiter(db, limit),
      capacity: {
        holdForCall,
        releaseCall,
        accountUse,
        slotsOfAll,
        learn: () => undefined,
        settled: () => undefined,
        queues: tasks.waitingQueues,
        // Taking tasks counts them in the same statement.
        tasks: {
          take: () => undefined,
          giveBack: () => undefined,
          resume: () => false,
          freeOnAnswer: false,
          lease: node.lease,
        },
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
