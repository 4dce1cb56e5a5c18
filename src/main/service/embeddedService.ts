import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { ServiceOptions, ServiceReady } from '#shared/interface/operator/control.ts';
import type { ServiceCall } from '#shared/interface/operator/operations.ts';
import { AppError } from '#shared/model/appError.ts';
import { advertiseService, attachService } from './serviceDiscovery.ts';
import { ServiceStartError, type ServiceThread, startServiceThread, unavailable } from './serviceThread.ts';

export type EmbeddedService = {
  /**
   * URL and key of the running service; starts it if necessary.
   * @throws AppError SERVICE_UNAVAILABLE
   */
  readonly ready: () => Promise<ServiceReady>;
  /**
   * A named operator operation.
   * @throws AppError
   */
  readonly call: ServiceCall;
  /** Why it does not run, or null if it does or was not needed yet. */
  readonly problem: () => string | null;
  /** Stops it and starts it again with current options; for changed drivers. */
  readonly restart: () => Promise<void>;
  /** Stops it while its files are worked on; calls wait until that is over and start it again. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Drains it for at most `budgetMs`, or as long as for a restart, and ends it permanently. */
  readonly stop: (budgetMs?: number) => Promise<void>;
};

export type EmbeddedServiceOptions = {
  readonly entry: URL;
  /** Read at every start, so that a restart applies changed drivers and keys. */
  readonly options: () => Promise<ServiceOptions>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the service started, died or failed to start. */
  readonly onChange?: (problem: string | null) => void;
  /** Default drain time for jobs in progress, in milliseconds. */
  readonly drainMs?: number;
};

/** A service in use: our own thread, or that of another program on the same folder. */
type Running = {
  readonly ready: ServiceReady;
  readonly ended: Promise<void>;
  readonly call: ServiceCall;
  readonly end: (budgetMs: number) => Promise<void>;
  readonly startedAtMs: number;
};

const backoffsMs = [0, 500, 1000, 2000, 5000, 10_000];
const advertiseAttempts = 25;
const advertisePauseMs = 200;
/** A service that ran this long died of a new cause: the retry limit is reset. */
const healthyMs = 60_000;

/** Keeps the service running while it is needed. It generates its own key, which stays in memory only. */
export function createEmbeddedService(config: EmbeddedServiceOptions): EmbeddedService {
  const { clock, log, entry } = config;
  const drainMs = config.drainMs ?? 5000;
  let running: Running | null = null;
  let starting: Promise<Running> | null = null;
  /** The thread that is starting and does not accept calls yet. */
  let launching: ServiceThread | null = null;
  let failures = 0;
  let problem: string | null = null;
  let stopped = false;
  /** Its files are being worked on: calls wait for this. */
  let away: Promise<void> | null = null;
  const ended = new AbortController();

  const setProblem = (next: string | null): void => {
    if (next === problem) return;
    problem = next;
    config.onChange?.(next);
  };

  const launch = async (): Promise<Running> => {
    const options = await config.options();
    // Cheap if no service is advertised, and much faster than starting our own only to find the folder locked.
    const offered = await borrow(options.dataFolder);
    if (offered) return offered;
    if (stopped || away) throw unavailable('Parallax is closing');
    const thread = startServiceThread(entry, options, { clock, log });
    launching = thread;
    try {
      const ready = await thread.ready.finally(() => {
        launching = null;
      });
      if (ready === null) throw new ServiceStartError('FAILED', 'it started in the wrong mode');
      const offer = await advertiseService(ready, options.dataFolder, log);
      return {
        ready,
        ended: thread.exited,
        call: thread.call,
        end: async (budgetMs) => {
          await offer.close();
          await thread.stop(budgetMs);
        },
        startedAtMs: clock.now(),
      };
    } catch (error) {
      await thread.stop(0);
      const locked = error instanceof ServiceStartError && error.code === 'STORE_LOCKED';
      const borrowed = locked ? await attachSoon(options.dataFolder) : null;
      if (borrowed) return borrowed;
      throw error;
    }
  };

  /** Another program on this folder runs the service: use its URL, and an operator beside it. */
  const borrow = async (dataFolder: string): Promise<Running | null> => {
    const borrowed = await attachService(dataFolder);
    if (!borrowed) return null;
    log('info', 'Using the service of another Parallax on the same data folder', {
      baseUrl: borrowed.ready.baseUrl,
    });
    let operator: ServiceThread | null = null;
    return {
      ready: borrowed.ready,
      ended: borrowed.ended,
      call: async (operation, input) => {
        operator ??= startServiceThread(entry, { mode: 'operator', dataFolder }, { clock, log });
        await operator.ready;
        return operator.call(operation, input);
      },
      end: async () => {
        borrowed.close();
        await operator?.stop(0);
      },
      startedAtMs: clock.now(),
    };
  };

  /** The program that locked the folder first advertises the service as soon as it runs. */
  const attachSoon = async (dataFolder: string): Promise<Running | null> => {
    for (let tries = 0; tries < advertiseAttempts; tries++) {
      const borrowed = await borrow(dataFolder);
      if (borrowed) return borrowed;
      await clock.wait(advertisePauseMs, ended.signal);
    }
    return null;
  };

  const watch = async (which: Running): Promise<void> => {
    await which.ended;
    if (running !== which) return;
    running = null;
    await which.end(0);
    if (stopped) return;
    failures = clock.now() - which.startedAtMs > healthyMs ? 1 : failures + 1;
    log('warn', 'The embedded service ended', { failures });
    start().catch(() => {});
  };

  const start = (): Promise<Running> => {
    if (running) return Promise.resolve(running);
    if (away) return away.then(start);
    starting ??= startOnce().finally(() => {
      starting = null;
    });
    return starting;
  };

  const startOnce = async (): Promise<Running> => {
    for (;;) {
      try {
        await clock.wait(backoffsMs[Math.min(failures, backoffsMs.length - 1)] ?? 0, ended.signal);
        const launched = await launch();
        running = launched;
        watch(launched).catch((error: unknown) => log('error', 'Watching failed', { reason: String(error) }));
        setProblem(null);
        return launched;
      } catch (error) {
        if (stopped || away) throw unavailable('Parallax is closing');
        const reason = error instanceof Error ? error.message : String(error);
        failures += 1;
        log('error', 'The embedded service did not start', { reason, failures });
        // Errors that the user must fix are reported immediately; other start failures are retried.
        const mendable = error instanceof ServiceStartError && error.code !== 'FAILED';
        if (!mendable && failures < 3) continue;
        failures = 0;
        setProblem(unavailable(reason).message);
        throw error instanceof AppError ? error : unavailable(reason);
      }
    }
  };

  const end = async (budgetMs: number): Promise<void> => {
    // Not awaited unless somebody needs it: on a busy machine its start takes seconds.
    await launching?.end();
    await starting?.catch(() => {});
    const last = running;
    running = null;
    if (last) await last.end(budgetMs);
  };

  return {
    async ready() {
      if (stopped) throw unavailable('Parallax is closing');
      return (await start()).ready;
    },
    async call(operation, input) {
      if (stopped) throw unavailable('Parallax is closing');
      return (await start()).call(operation, input);
    },
    problem: () => problem,
    async restart() {
      await starting?.catch(() => {});
      const old = running;
      running = null;
      failures = 0;
      if (old) await old.end(drainMs);
      if (!stopped) await start();
    },
    async aside(work) {
      while (away) await away;
      const { promise, resolve } = Promise.withResolvers<void>();
      away = promise;
      try {
        await end(drainMs);
        return await work();
      } finally {
        away = null;
        resolve();
      }
    },
    async stop(budgetMs = drainMs) {
      stopped = true;
      ended.abort();
      await end(budgetMs);
    },
  };
}
