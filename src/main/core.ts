import { join } from 'node:path';
import { AppError } from '#shared/bridge/appError.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import { embeddedConnectionId } from '#shared/bridge/routes/connections.ts';
import type { ServiceOptions } from '#shared/service/control.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createAnalysisPool } from './analysis/analysisPool.ts';
import { createBrandBook } from './brands/brandBook.ts';
import { createEventHub } from './bridge/eventHub.ts';
import { accountHandlers } from './bridge/handlers/accountHandlers.ts';
import { alertHandlers } from './bridge/handlers/alertHandlers.ts';
import { appHandlers } from './bridge/handlers/appHandlers.ts';
import { brandHandlers } from './bridge/handlers/brandHandlers.ts';
import { comparisonHandlers } from './bridge/handlers/comparisonHandlers.ts';
import { connectionHandlers } from './bridge/handlers/connectionHandlers.ts';
import { exportHandlers } from './bridge/handlers/exportHandlers.ts';
import { importHandlers } from './bridge/handlers/importHandlers.ts';
import { keepingHandlers } from './bridge/handlers/keepingHandlers.ts';
import { monitorHandlers } from './bridge/handlers/monitorHandlers.ts';
import { noteHandlers } from './bridge/handlers/noteHandlers.ts';
import { observationHandlers } from './bridge/handlers/observationHandlers.ts';
import { planHandlers } from './bridge/handlers/planHandlers.ts';
import { projectHandlers } from './bridge/handlers/projectHandlers.ts';
import { redirectHandlers } from './bridge/handlers/redirectHandlers.ts';
import { replayHandlers } from './bridge/handlers/replayHandlers.ts';
import { runHandlers } from './bridge/handlers/runHandlers.ts';
import { searchHandlers } from './bridge/handlers/searchHandlers.ts';
import { serviceHandlers } from './bridge/handlers/serviceHandlers.ts';
import { trendHandlers } from './bridge/handlers/trendHandlers.ts';
import { refuseChanges } from './bridge/readOnlyFile.ts';
import { createRouter, type Handlers, type Router } from './bridge/router.ts';
import { createFetch } from './client/undiciFetch.ts';
import { createAnswersComparison } from './comparison/answersComparison.ts';
import { createRunComparison, type RunComparison } from './comparison/runComparison.ts';
import { type Connections, createConnections } from './connections/connections.ts';
import { createIncomingFiles } from './exports/incomingFiles.ts';
import { createOutgoingFiles } from './exports/outgoingFiles.ts';
import { createTakeOut } from './exports/takeOut.ts';
import { indexInBackground } from './history/backgroundIndexing.ts';
import { packInBackground } from './history/backgroundPacking.ts';
import { createDerivationPool } from './history/derivation/derivationPool.ts';
import { watchForeignChanges } from './history/foreignChanges.ts';
import { openHistory } from './history/historyClient.ts';
import { movedTo } from './history/moveNote.ts';
import { createReopeningHistory, type HistoryCalls } from './history/reopeningHistory.ts';
import { historyTasks } from './history/tasks/taskClient.ts';
import { warmUpHistory } from './history/warmUp.ts';
import { createImports } from './imports/imports.ts';
import { createDataKeeping } from './keeping/dataKeeping.ts';
import { createRetention } from './keeping/retention.ts';
import { createMonitors } from './monitors/monitors.ts';
import { createPlans } from './plans/plans.ts';
import type { CorePorts } from './ports/ports.ts';
import { createProjectFiles } from './projects/projectFiles.ts';
import { createProjects } from './projects/projects.ts';
import { createRedirects } from './redirects/redirects.ts';
import { replayInBackground } from './replays/background.ts';
import { createReplays } from './replays/replays.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import { driverKeyName } from './service/driverKeys.ts';
import { createEmbeddedService, type EmbeddedService } from './service/embeddedService.ts';
import { createSettings, type SettingsBook } from './settings/settings.ts';
import { createTrends } from './trends/trends.ts';

/** Answers under way at the end get this long, in milliseconds: from runs and from the service inside together. */
const lastAnswersMs = 5000;

export type CoreState = 'new' | 'running' | 'draining' | 'closed';

export type Core = {
  readonly state: () => CoreState;
  /** Opens the history and, for a window, warms up the embedded service. A history that cannot be opened is no
   * reason not to start: calls say what is wrong, and `app.retryHistory` tries again. */
  readonly start: () => Promise<void>;
  /** Takes no more calls, lets what is under way end within seconds, closes everything. Safe to call again. */
  readonly stop: () => Promise<void>;
  readonly router: Router;
  readonly events: { readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void };
  /** `router.call` and `events.subscribe` by themselves, as the transports take them. */
  readonly call: Router['call'];
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
  /** The use cases themselves, for callers in this process such as the command line. */
  readonly use: {
    readonly runs: Runs;
    readonly comparison: RunComparison;
    readonly connections: Connections;
    readonly history: HistoryCalls;
    readonly settings: SettingsBook;
    readonly service: EmbeddedService;
  };
};

/** Wires everything behind the window. Touches nothing on disk before `start`. */
export async function createCore(ports: CorePorts): Promise<Core> {
  const { log, clock, random, readOnlyFile = null } = ports;
  const hub = createEventHub(log);
  const settings = createSettings(ports.settings);
  const network = createFetch();
  let state: CoreState = 'new';
  let stopping: Promise<void> | null = null;
  const ending = new AbortController();

  const historyFile = join(ports.paths.data, 'history.db');
  const history = createReopeningHistory({
    openHistory: () => {
      const moved = movedTo(ports.paths.data);
      if (moved !== null)
        throw new AppError(
          'HISTORY_UNAVAILABLE',
          `The data was moved to ${moved}: close Parallax and start it again.`,
        );
      return openHistory({ entry: ports.workers.history, file: historyFile, log });
    },
    host: ports.host,
    programVersion: ports.version,
    clock,
    log,
    onDeath: (level, message) => {
      hub.publish('notice', { level, message });
      hub.publish('history.changed', {});
    },
  });
  const serviceOptions = async (): Promise<ServiceOptions> => {
    const driverKeys: Record<string, string> = {};
    for (const driver of settings.keyedDrivers()) {
      const key = await ports.secrets.get(driverKeyName(driver));
      if (key !== null) driverKeys[driver] = key;
    }
    return {
      dataFolder: join(ports.paths.data, 'service'),
      host: '127.0.0.1',
      port: 0,
      plan: 'business',
      allowPrivateWebhooks: true,
      bindings: settings.bindings(),
      driverSettings: settings.driverSettings(),
      driverKeys,
    };
  };
  const service = createEmbeddedService({
    entry: ports.workers.service,
    options: serviceOptions,
    clock,
    log,
    onChange: (problem) => {
      if (problem !== null) hub.publish('notice', { level: 'error', message: problem });
    },
  });
  const { publish } = hub;
  const shared = { history, settings, service, clock, random, log, publish };
  const connections = createConnections({ ...shared, secrets: ports.secrets, fetch: network.fetch });
  const runs = createRuns({ ...shared, connections });
  const plans = createPlans({ ...shared, connections, runs });
  const monitors = createMonitors({ ...shared, runs });

  const pool = createAnalysisPool({ entry: ports.workers.analysis, log });
  const projects = createProjects(shared);
  const brands = createBrandBook(shared);
  const derivation = createDerivationPool({ entry: ports.workers.history, file: historyFile });
  const redirects = createRedirects({ ...shared, connections });
  const replays = createReplays({ ...shared, pool: derivation, projects });
  const trends = createTrends({ history });
  const comparison = createRunComparison({ history, pool, brands });
  const outgoing = createOutgoingFiles();
  const incoming = createIncomingFiles();
  const takeOut = createTakeOut({ history, clock, projects, version: ports.version, files: outgoing });
  const alerts = createAlerts({
    ...shared,
    comparison,
    secrets: ports.secrets,
    notifier: ports.notifier,
  });
  hub.subscribe((event) => {
    if (event.name === 'run.changed' && event.payload.run.state !== 'running') alerts.nudge();
  });

  const tasks = historyTasks(ports.workers.history, historyFile);
  const retention = createRetention({ ...shared, tasks });
  const keeping = createDataKeeping({
    ...shared,
    retention,
    derivation,
    tasks,
    dataFolder: ports.paths.data,
  });

  const handlers: Handlers = {
    ...accountHandlers(createAccounts({ history, connections, service, clock }), runs),
    ...alertHandlers(alerts),
    ...appHandlers({ ports, settings, service, history }),
    ...brandHandlers(brands, projects),
    ...comparisonHandlers(
      comparison,
      createAnswersComparison({ history, pool, brands, projects }),
      ports.printer,
    ),
    ...connectionHandlers(connections),
    ...exportHandlers(history, takeOut, outgoing, projects),
    ...importHandlers(createImports(shared), projects),
    ...keepingHandlers(retention, keeping, projects),
    ...noteHandlers(shared),
    ...observationHandlers(history),
    ...monitorHandlers(monitors, projects),
    ...planHandlers(plans, projects),
    ...projectHandlers(projects, createProjectFiles({ keeping, outgoing, incoming, publish })),
    ...redirectHandlers(redirects),
    ...replayHandlers(replays),
    ...runHandlers(runs, projects),
    ...searchHandlers({ history, clock, projects }),
    ...trendHandlers(trends, projects),
    ...serviceHandlers({ service, settings, secrets: ports.secrets, connections }),
  };
  const router = createRouter({
    handlers,
    log,
    admit: (route) => {
      refuseChanges(route, readOnlyFile);
      if (state === 'draining' || state === 'closed')
        throw new AppError('SHUTTING_DOWN', 'Parallax is closing; nothing was changed.');
    },
  });

  /** Nobody waits for this: the window is there first, balance and slots follow. */
  const warmUp = async (): Promise<void> => {
    try {
      await service.ready();
      await connections.refresh(embeddedConnectionId);
    } catch (error) {
      log('warn', 'The embedded service is not ready', { reason: String(error) });
    }
    const selected = settings.selectedConnection();
    if (selected === embeddedConnectionId || state !== 'running') return;
    await connections
      .refresh(selected)
      .catch(() => log('info', 'The selected connection does not answer now'));
  };

  /** What a program that died left at a service is fetched, unless the person wants to be asked. */
  const collect = (): void => {
    if (settings.read().collectQueued === 'ask') return;
    runs
      .collectLeftBehind()
      .catch((error: unknown) =>
        log('warn', 'Queued answers left behind are not collected', { reason: String(error) }),
      );
  };

  const shutDown = async (): Promise<void> => {
    state = 'draining';
    ending.abort();
    log('info', 'Closing');
    const beganMs = clock.now();
    await alerts.stop();
    await runs.stop();
    await retention.close();
    await pool.close();
    await derivation.close();
    // What the runs have waited is taken off: the service would only go on with answers nobody waits for any more.
    const leftMs = lastAnswersMs - (clock.now() - beganMs);
    await service.stop(Math.min(Math.max(leftMs, 0), lastAnswersMs));
    await outgoing.close();
    await incoming.close();
    await history.close();
    await network.close();
    state = 'closed';
  };

  return {
    state: () => state,
    async start() {
      if (state !== 'new') return;
      state = 'running';
      if (!(await history.open())) {
        const message = history.problem()?.message ?? 'The history cannot be opened.';
        hub.publish('notice', { level: 'error', message });
      } else if (ports.host !== 'terminal' && readOnlyFile === null) {
        runs
          .fetchPendingPages()
          .catch((error: unknown) =>
            log('warn', 'Pages left behind were not fetched', { reason: String(error) }),
          );
      }
      projects
        .catchUp()
        .catch((error: unknown) => log('debug', 'Questions are not tagged', { reason: String(error) }));
      if (ports.host === 'terminal') return;
      if (readOnlyFile === null) {
        collect();
        warmUp();
        retention.watch(ending.signal);
        monitors.watch(ending.signal);
        alerts.watch(ending.signal);
      }
      indexInBackground(history, derivation, clock, log, ending.signal);
      packInBackground(history, derivation, clock, ending.signal);
      redirects.watch(ending.signal);
      warmUpHistory(history, clock, ending.signal);
      replayInBackground(replays.work, derivation, clock, log, ending.signal);
      watchForeignChanges(history, clock, ending.signal, readOnlyFile === null ? collect : () => {}, () => {
        publish('history.changed', {});
        brands
          .lookAgain()
          .catch((error: unknown) =>
            log('debug', 'The brand rules cannot be read', { reason: String(error) }),
          );
      });
    },
    stop() {
      stopping ??= shutDown();
      return stopping;
    },
    router,
    events: { subscribe: hub.subscribe },
    call: router.call,
    subscribe: hub.subscribe,
    use: { runs, comparison, connections, history, settings, service },
  };
}
