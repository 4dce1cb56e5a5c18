import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Clock, type Random, systemClock } from '#platform/clock.ts';
import { type Logger, silentLog } from '#platform/log.ts';
import { sharedAbort } from '#platform/sharedSignal.ts';
import { type FileLock, takeFileLock } from '#platform/sqlite/fileLock.ts';
import { returnIdleMemory } from '#platform/threads/returnIdleMemory.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { createAccountDirectory } from './accounts/accountDirectory.ts';
import { defaultAccount, hashOfKey, mintApiKey } from './accounts/apiKey.ts';
import type { DriverDefinition } from './drivers/driverDefinition.ts';
import { type OpenedEngines, openEngines } from './engines/openRegistry.ts';
import { type DeprecatedPaths, deprecatedPaths } from './http/deprecation.ts';
import { openApiText } from './http/openApiText.ts';
import { createHttpServer } from './http/server.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import { runningNotice } from './operator/operatorContext.ts';
import { openStore } from './parts/openStore.ts';
import type { ServiceMetrics } from './parts/serviceMetrics.ts';
import type { ServiceParts } from './parts/serviceParts.ts';
import { serviceSettings } from './parts/settings.ts';
import { startPeriodicTasks } from './periodicTasks.ts';
import { StoreError } from './store/storeError.ts';
import { createMonitorCalls } from './tasks/monitorCall.ts';
import { createOutbox, type Outbox } from './tasks/outbox.ts';
import { createTaskScheduler, type TaskScheduler } from './tasks/scheduler.ts';
import { createSubmissions } from './tasks/submission.ts';

export type ServicePorts = {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Logger;
  /** Available drivers; all by default. The one called `sandbox` answers for unbound engines. */
  readonly drivers?: readonly DriverDefinition[];
  /** Deprecated paths; none by default. */
  readonly deprecated?: DeprecatedPaths;
  /** Variables that may hold driver keys and settings. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

export type RunningService = {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** Key of the default account, generated for this run and kept in memory only. */
  readonly apiKey: string;
  readonly operator: Operator;
  /** Accepts no new work, lets running jobs finish within the budget, requeues the rest, closes everything. */
  readonly stop: (budgetMs: number) => Promise<void>;
};

const defaultPlan: PlanId = 'free';
const lastAnswersMs = 250;
/** A request looks for changes of other processes if nobody has for this long: a revoked key must stop working within a second. */
const unseenMs = 500;

/**
 * Starts the service on its data folder and resolves when it accepts requests.
 * @throws StoreError if the folder cannot be used or another service runs on it
 * @throws ConfigError if its `service.json` is invalid
 * @throws Error with `code` EADDRINUSE, EACCES and so on if it cannot listen
 */
export async function startService(
  options: ServiceOptions,
  ports: ServicePorts = {},
): Promise<RunningService> {
  const closing: (() => void | Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await assemble(options, ports, closing, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function assemble(
  options: ServiceOptions,
  ports: ServicePorts,
  closing: (() => void | Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<RunningService> {
  const { random = Math.random, log = silentLog } = ports;
  const { dataFolder } = options;
  const lock = lockOrThrow(dataFolder);
  closing.push(() => lock.release());
  const settings = serviceSettings(options);
  const metrics = options.metrics === true ? await newMetrics() : null;
  const opened = await openStore(options, settings.webhooks.attempts, {
    clock: ports.clock ?? systemClock,
    log,
    metrics,
  });
  const { store, capacity, clock } = opened;
  closing.push(() => store.close());
  const directory = createAccountDirectory(store, capacity);
  const engines = await openEngines(options, {
    log,
    drivers: ports.drivers,
    environment: ports.environment,
  });
  const { registry } = engines;
  closing.push(() => registry.close());

  const account = await store.ensureAccount({
    name: defaultAccount,
    plan: options.plan ?? defaultPlan,
    now: clock.now(),
  });
  const apiKey = mintApiKey();
  directory.addSessionKey(account.id, hashOfKey(apiKey));
  await opened.addSessionKey?.(account.id, hashOfKey(apiKey));
  await store.renewCycles(clock.now());
  // Later changes are detected, even while the directory is read for the first time.
  await store.changedElsewhere();
  await directory.refresh();

  const stopping = sharedAbort();
  let publicUrl = '';
  let leaving = false;
  let draining = false;
  let stopped: Promise<void> | null = null;
  let scheduler: TaskScheduler | null = null;
  let outbox: Outbox | null = null;
  const changed = async (): Promise<void> => {
    await directory.refresh();
    scheduler?.wake();
    outbox?.wake();
  };
  let stale = false;
  // Nothing notifies this node of what another node accepts, releases or leaves behind.
  const shares = options.store !== undefined;
  let seenAt = 0;
  const seeChanges = afresh(async () => {
    seenAt = clock.now();
    stale = (await store.changedElsewhere()) || stale;
    if (stale) await changed();
    stale = false;
  });
  const renewCycles = shared(async () => {
    await store.renewCycles(clock.now());
    await changed();
  });
  const parts: ServiceParts = {
    settings,
    store,
    directory,
    capacity,
    rateLimiter: opened.rateLimiter(settings.rateLimitPerSecond),
    registry,
    clock,
    random,
    log,
    publicUrl: () => publicUrl,
    searchHosts: searchHostsOf(engines),
    seeChanges,
    // Nodes look five times a second, and a request does not wait for a database that is unavailable.
    changesUnseen: () => !shares && clock.now() - seenAt >= unseenMs,
    renewEndedCycles: () => (clock.now() < directory.nextCycleEnd() ? null : renewCycles()),
    storeAway: opened.away,
    capacityFreed: () => scheduler?.wake(),
    worked: returnIdleMemory(),
    leaving: () => leaving,
    draining: () => draining,
    stopping: stopping.signal,
  };
  metrics?.follow(parts);
  const calls = createMonitorCalls(parts);
  const deliveries = createOutbox(parts);
  outbox = deliveries;
  const tasks = createTaskScheduler({ ...parts, webhookDue: deliveries.wake });
  scheduler = tasks;
  const { followConfig } = engines;
  const lookForWork = (): void => {
    tasks.wake();
    deliveries.wake();
  };
  closing.push(startPeriodicTasks(parts, { followConfig, lookForWork: shares ? lookForWork : null }));

  const { deprecated = deprecatedPaths } = ports;
  const openApi = lazy(() => openApiText({ deprecated, serverUrl: publicUrl }));
  const app = createHttpServer(parts, {
    calls,
    submissions: createSubmissions(parts),
    openApi,
    deprecated,
    metrics,
    assistants: options.assistants,
  });
  closing.push(() => app.close());
  await app.listen({ host: options.host, port: options.port });
  const baseUrl = addressOf(options.host, app.server.address());
  publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? baseUrl;
  const notice = { baseUrl, startedAt: clock.now(), processId: process.pid };
  await store.setNotice(runningNotice, JSON.stringify(notice));
  await tasks.start();
  deliveries.wake();
  log('info', 'the service answers', { baseUrl });

  const stop = async (budgetMs: number): Promise<void> => {
    leaving = true;
    if (settings.leaveMs > 0) await clock.wait(settings.leaveMs);
    draining = true;
    const budget = setTimeout(() => stopping.abort(), budgetMs);
    const closed = app.close();
    await Promise.all([calls.idle(), tasks.drain(), deliveries.drain()]);
    clearTimeout(budget);
    // Responses are being sent; requests that are incomplete by then are dropped.
    const stragglers = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs);
    await closed;
    clearTimeout(stragglers);
    await store.setNotice(runningNotice, null);
    await closeAll();
    log('info', 'the service has stopped');
  };
  return {
    baseUrl,
    apiKey,
    operator: createOperator(
      {
        dataFolder,
        store,
        clock,
        registry,
        defaultAccount,
        live: { capacity, queueLimit: settings.queueLimit },
        running: async () => notice,
        changed,
      },
      log,
    ),
    stop: (budgetMs) => {
      stopped ??= stop(budgetMs);
      return stopped;
    },
  };
}

/** The configured hosts and those of the bound drivers. */
function searchHostsOf({ registry, searchHosts }: OpenedEngines): () => readonly string[] {
  return () => [...searchHosts(), ...registry.redirectSources().flatMap(({ hosts }) => hosts)];
}

/** Read on demand: an embedded service never needs it. */
async function newMetrics(): Promise<ServiceMetrics> {
  const { createServiceMetrics } = await import('./parts/serviceMetrics.ts');
  return createServiceMetrics();
}

/** Held by the one service that runs on a data folder; operators use the database concurrently. */
function lockOrThrow(dataFolder: string): FileLock {
  const lock = takeFileLock(join(dataFolder, 'service.lock'));
  if (lock === null) {
    throw new StoreError(
      'STORE_LOCKED',
      `Another service is running on ${dataFolder}. Stop it, or choose another folder`,
    );
  }
  return lock;
}

function addressOf(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The service has no network address');
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${address.port}`;
}

/** Callers that arrive while the work is in progress wait for the same result. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/**
 * The work must begin after the caller's request: callers that arrive while it is in progress share the next
 * run.
 */
function afresh(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    underWay = work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return () => {
    if (underWay === null) return begin();
    const ended = underWay.catch(() => undefined);
    next ??= ended.then(() => {
      next = null;
      return underWay ?? begin();
    });
    return next;
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
