import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import { createCreditReservations } from '../accounts/creditReservations.ts';
import { createMemoryCapacity } from '../accounts/memoryCapacity.ts';
import type { Capacity } from '../store/capacity.ts';
import { createRateLimiter, type RateLimiter } from '../store/rateLimiter.ts';
import type { ServiceStore } from '../store/serviceStore.ts';
import { openSqliteStore } from '../store/sqlite/sqliteStore.ts';
import type { ServiceMetrics } from './serviceMetrics.ts';

export type OpenedStore = {
  readonly store: ServiceStore;
  readonly capacity: Capacity;
  /** Its times are those of the store: with several nodes, of the database, so that they all have the same. */
  readonly clock: Clock;
  /** Counts requests together with the other processes on the store, at most `limit` per account and second. */
  readonly rateLimiter: (limit: number) => RateLimiter;
  /** True while the store does not answer. */
  readonly away: () => boolean;
  /** Announces a key to the other processes on the store; null if there are none. */
  readonly addSessionKey: ((accountId: number, hash: Buffer) => Promise<void>) | null;
};

/** How long a process counts as alive without a heartbeat: longer than a typical pause of its machine. */
const defaultLeaseSeconds = 15;

/**
 * The store of a running service: the file in its data folder, or the shared database.
 * @throws StoreError if it cannot be used
 */
export async function openStore(
  options: Pick<ServiceOptions, 'dataFolder' | 'store' | 'leaseSeconds'>,
  webhookAttempts: number,
  {
    clock,
    log,
    metrics,
  }: { readonly clock: Clock; readonly log: Logger; readonly metrics: ServiceMetrics | null },
): Promise<OpenedStore> {
  const measured = (store: ServiceStore): ServiceStore => metrics?.measured(store) ?? store;
  if (options.store !== undefined) {
    const { openPostgresStore } = await import('../store/postgres/postgresStore.ts');
    const leaseMs = (options.leaseSeconds ?? defaultLeaseSeconds) * 1_000;
    const node = { leaseMs, told: log };
    const { now, ...opened } = await openPostgresStore({ address: options.store, webhookAttempts, node });
    return { ...opened, clock: { ...clock, now }, store: measured(opened.store) };
  }
  const reservations = createCreditReservations();
  const { dataFolder } = options;
  const store = measured(openSqliteStore({ dataFolder, webhookAttempts, held: reservations.held }));
  const capacity = createMemoryCapacity(reservations, store.waitingQueues);
  return { store, capacity, clock, rateLimiter: createRateLimiter, away: () => false, addSessionKey: null };
}

/** The store for operators, beside running services. */
export async function openStoreOfOperator(
  { dataFolder, store: address }: Pick<ServiceOptions, 'dataFolder' | 'store'>,
  clock: Clock,
): Promise<Pick<OpenedStore, 'store' | 'clock'>> {
  if (address === undefined) return { store: openSqliteStore({ dataFolder, ownsQueue: false }), clock };
  const { openPostgresStore } = await import('../store/postgres/postgresStore.ts');
  const { store, now } = await openPostgresStore({ address, node: null });
  return { store, clock: { ...clock, now } };
}
