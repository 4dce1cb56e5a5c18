import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPollSchedule } from '#platform/pollSchedule.ts';
import { restrictAccess } from '#platform/privateFiles.ts';
import { sharedAbort } from '#platform/sharedSignal.ts';
import { returnIdleMemory } from '#platform/threads/returnIdleMemory.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import { isRead } from '#shared/bridge/routeTable.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import { AppError } from '#shared/model/appError.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createAnalysisPool } from './analysis/analysisPool.ts';
import { createAnalysisJobs } from './analysisModel/analysisJobs.ts';
import { createAnalysisModel } from './analysisModel/analysisModel.ts';
import { createBrandRules } from './brands/brandBook.ts';
import { createDetectedBrands } from './brands/detectedBrands.ts';
import { createNameForms } from './brands/nameForms.ts';
import { createOrdinaryNames } from './brands/ordinaryNames.ts';
import { publishedWrites } from './bridge/publishedWrites.ts';
import { refuseChanges } from './bridge/readOnlyFile.ts';
import { createEventHub, createRouter, type Handlers, type Router, routesOf } from './bridge/router.ts';
import { createFetch } from './client/undiciFetch.ts';
import { createAnswersComparison } from './comparison/answersComparison.ts';
import { createClaimRating } from './comparison/claimRating.ts';
import { claimHandlers } from './comparison/claims.routes.ts';
import { createModelVerdicts } from './comparison/modelVerdicts.ts';
import { createRunComparison, type RunComparison } from './comparison/runComparison.ts';
import { type Connections, createConnections } from './connections/connections.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createAnswerExports } from './exports/answerExports.ts';
import { createDownloads } from './exports/downloads.ts';
import { createUploads } from './exports/uploads.ts';
import { createGaps } from './gaps/gaps.ts';
import { compressInBackground } from './history/maintenance/backgroundCompression.ts';
import { movedTo } from './history/maintenance/moveNote.ts';
import { historyTasks } from './history/maintenance/taskClient.ts';
import { indexInBackground } from './history/search/backgroundIndexing.ts';
import { createDerivationPool } from './history/threads/derivation/derivationPool.ts';
import { openHistory } from './history/threads/historyClient.ts';
import { createReadingHistory } from './history/threads/readingHistory.ts';
import {
  createReopeningHistory,
  type HistoryCalls,
  warmUpHistory,
  watchOtherPrograms,
} from './history/threads/reopeningHistory.ts';
import { createImports } from './imports/imports.ts';
import { createDataMaintenance } from './maintenance/maintenance.ts';
import { createRetention } from './maintenance/retention.ts';
import { createTrash } from './maintenance/trash.ts';
import { createMonitors } from './monitors/monitors.ts';
import { createMonitorTranslations } from './monitors/monitorTranslations.ts';
import { createPlanPower } from './plans/planPower.ts';
import { createPlans } from './plans/plans.ts';
import type { CorePorts } from './ports.ts';
import { createProjectFiles } from './projects/projectFiles.ts';
import { createProjects } from './projects/projects.ts';
import { recomputeInBackground } from './recomputation/background.ts';
import { createRecomputations } from './recomputation/recomputation.ts';
import { createRedirects } from './redirects/redirects.ts';
import { createReports } from './reports/reports.ts';
import { createScheduledReports } from './reports/scheduledReports.ts';
import type { Rescued } from './runs/outcomes.ts';
import { createRescueFiles } from './runs/rescueFiles.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import { searchHandlers } from './search/search.routes.ts';
import { readBoundSecret } from './secrets/boundSecret.ts';
import { createEmbeddedService, type EmbeddedService } from './service/embeddedService.ts';
import { driverKeyName, serviceHandlers } from './service/service.routes.ts';
import { appHandlers } from './settings/app.routes.ts';
import { type AppSettings, createSettings } from './settings/settings.ts';
import { damagedSentence } from './settings/settingsFile.ts';
import { createModelDownloads } from './translation/local/modelDownloads.ts';
import { createTranslations } from './translation/translations.ts';
import { createTranslators } from './translation/translators.ts';
import { createTrends } from './trends/trends.ts';
import { createActivity } from './updates/activity.ts';
import { noUpdater } from './updates/noUpdater.ts';
import { createUpdates } from './updates/updates.ts';
import { copyBeforeNewVersion } from './updates/versionCopy.ts';
import { createWordingSuggestions } from './wordings/suggestWordings.ts';

/** On shutdown, running answers get this many milliseconds, in runs and in the embedded service together. */
const lastAnswersMs = 3000;

export type CoreState = 'new' | 'running' | 'draining' | 'closed';

export type Core = {
  readonly state: () => CoreState;
  /**
   * Opens the history and, for a window, starts the embedded service. If the history cannot be opened, the core
   * starts anyway: calls fail with the reason, and `app.retryHistory` tries again.
   */
  readonly start: () => Promise<void>;
  /** Rejects new calls, gives running ones a few seconds, and closes everything. Safe to call again. */
  /** @param lastMs milliseconds for running answers; 0 where they were waited for already */
  readonly stop: (lastMs?: number) => Promise<void>;
  /**
   * Writes answers that are not stored to a file, as `stop` does; for a host that must end at once. Returns what
   * was written so far.
   */
  readonly rescue: () => Rescued | null;
  /** The machine resumed from sleep: periodic tasks that are due run now. */
  readonly wake: () => void;
  /** Publishes an event of the host to every window. */
  readonly tell: (level: 'warning' | 'error', message: string) => void;
  /** Runs a command of the window, by its ID. */
  readonly chooseCommand: (id: string) => void;
  readonly router: Router;
  readonly events: { readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void };
  /** `router.call` and `events.subscribe` as functions, for the transports. */
  readonly call: Router['call'];
  readonly isRead: (route: string) => boolean;
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
  /** The use cases, for callers in this process such as the command line. */
  readonly use: {
    readonly runs: Runs;
    readonly comparison: RunComparison;
    readonly connections: Connections;
    readonly history: HistoryCalls;
    readonly settings: AppSettings;
    readonly service: EmbeddedService;
  };
};

/** Wires everything behind the window. Touches nothing on disk before `start`. */
export async function createCore(ports: CorePorts): Promise<Core> {
  const { log, clock, random, onlyReads = false } = ports;
  const hub = createEventHub(log);
  const settings = createSettings(ports.settings);
  const network = createFetch(undefined, ports.proxyOf);
  let state: CoreState = 'new';
  let stopping: Promise<void> | null = null;
  const ending = sharedAbort();

  const historyFile = join(ports.paths.data, 'history.db');
  const readOnlyFile = ports.readOnlyFile ?? (onlyReads ? historyFile : null);
  const changedElsewhere = (): void => {
    hub.publish('history.changed', {});
    brands
      .lookAgain()
      .catch((error: unknown) => log('debug', 'The brand rules cannot be read', { reason: String(error) }));
  };
  const written = {
    openHistory: () => {
      const moved = movedTo(ports.paths.data);
      if (moved !== null)
        throw new AppError(
          'HISTORY_UNAVAILABLE',
          `The data folder was moved to ${moved}. Restart Parallax to use it.`,
        );
      return openHistory({
        entry: ports.workers.history,
        file: historyFile,
        log,
        // A command ends soon, and shows nothing that could be out of date.
        ...(ports.host !== 'terminal' && { onForeignChange: changedElsewhere }),
      });
    },
    host: ports.host,
    programVersion: ports.version,
    clock,
    log,
    onDeath: (level: 'warning' | 'error', message: string) => {
      hub.publish('notice', { level, message });
      hub.publish('history.changed', {});
    },
  };
  const history = onlyReads
    ? createReadingHistory({ entry: ports.workers.history, file: historyFile, log, clock })
    : createReopeningHistory(written);
  const serviceOptions = async (): Promise<ServiceOptions> => {
    const driverKeys: Record<string, string> = {};
    const driverKeyAddresses: Record<string, readonly string[]> = {};
    for (const driver of settings.keyedDrivers()) {
      const key = await readBoundSecret(ports.secrets, driverKeyName(driver));
      if (key === null) continue;
      driverKeys[driver] = key.secret;
      driverKeyAddresses[driver] = key.addresses;
    }
    return {
      dataFolder: join(ports.paths.data, 'service'),
      host: '127.0.0.1',
      port: 0,
      plan: 'business',
      allowPrivateWebhooks: true,
      // One proxy for all providers: automatic configuration rarely distinguishes public addresses.
      proxy: (await ports.proxyOf?.(new URL('https://api.openai.com/'))) ?? null,
      driverKeys,
      driverKeyAddresses,
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
  const runs = createRuns({ ...shared, connections, rescueFiles: createRescueFiles(ports.paths.data) });
  const plans = createPlans({ ...shared, connections, runs });
  const monitors = createMonitors({ ...shared, runs });

  const analysisJobs = createAnalysisJobs({ publish });
  const analysisModel = createAnalysisModel({ history, settings, secrets: ports.secrets, service, clock });
  const pool = createAnalysisPool({
    entry: ports.workers.analysis,
    log,
    cacheBytes: ports.keptComparisonBytes,
  });
  const projects = createProjects(shared);
  const brands = createBrandRules(shared);
  const derivation = createDerivationPool({ entry: ports.workers.history, file: historyFile, clock });
  const redirects = createRedirects({ ...shared, connections });
  const recomputation = createRecomputations({ ...shared, pool: derivation, projects });
  const trends = createTrends({ history });
  const planPower = createPlanPower({ history, connections, trends });
  const comparison = createRunComparison({ history, pool, brands, publish });
  const answersComparison = createAnswersComparison({ history, pool, brands, projects });
  const modelFolder = join(ports.paths.data, 'translation-models');
  const translationModels = createModelDownloads({
    settings,
    fetch: network.fetch,
    clock,
    publish,
    folder: modelFolder,
  });
  const translations = createTranslations({
    ...shared,
    brands,
    translators: createTranslators({
      settings,
      secrets: ports.secrets,
      fetch: network.fetch,
      clock,
      model: analysisModel,
      engine: ports.workers.translation ?? null,
      pinFile: join(ports.paths.data, 'translation-models.json'),
      modelFolder,
    }),
  });
  const monitorTranslations = createMonitorTranslations({ ...shared, translations });
  const downloads = createDownloads();
  const uploads = createUploads();
  const reports = createReports({
    history,
    comparison,
    printer: ports.printer,
    files: downloads,
    clock,
    version: ports.version,
  });
  const scheduledReports = createScheduledReports({
    ...shared,
    reports,
    secrets: ports.secrets,
    files: downloads,
    dataFolder: ports.paths.data,
  });
  const alerts = createAlerts({
    ...shared,
    comparison,
    secrets: ports.secrets,
    notifier: ports.notifier,
  });
  hub.subscribe((event) => {
    if (event.name !== 'run.changed' || event.payload.run.state === 'running') return;
    alerts.nudge();
    scheduledReports.nudge();
    monitorTranslations.nudge();
  });

  const tasks = historyTasks(ports.workers.history, historyFile);
  const retention = createRetention(shared);
  const dataMaintenance = createDataMaintenance({
    ...shared,
    retention,
    derivation,
    tasks,
    dataFolder: ports.paths.data,
  });
  hub.subscribe((event) => {
    if (event.name === 'retention.changed' && !event.payload.retention.running) dataMaintenance.outdateSize();
  });
  const answerExports = createAnswerExports({
    history,
    clock,
    projects,
    version: ports.version,
    files: downloads,
    uploads,
    data: dataMaintenance,
  });

  const updates = createUpdates({
    ...shared,
    updater: ports.updater ?? noUpdater('Parallax is updated by whoever installed it here.'),
  });

  const diagnostics = createDiagnostics({
    version: ports.version,
    host: ports.host,
    logFile: ports.logFile ?? '',
    examination: {
      dataFolder: ports.paths.data,
      restrictAccess: () => (process.platform === 'win32' ? null : restrictAccess(ports.paths.data)),
      checkHistory: async () => (existsSync(historyFile) ? tasks.check(false) : null),
      keychain: ports.secrets.status,
      nowMs: clock.now,
      env: process.env,
      systemProxy: async () => (await ports.proxyOf?.(new URL('https://api.openai.com/'))) ?? null,
      reach: async () => {
        const { embedded, baseUrl } = await connections.refresh({ id: settings.selectedConnection() });
        return embedded ? null : baseUrl;
      },
      graphics: ports.graphics ?? null,
    },
  });

  const detectedBrands = createDetectedBrands({ history, comparison, publish });
  const handlers: Handlers = {
    ...createAccounts({ history, connections, service, clock }),
    'queue.clear': ({ connectionId }) => runs.clearQueue(connectionId),
    'queue.collect': async () => ({ runs: await runs.resumeOrphanedTasks() }),
    ...routesOf('alerts', alerts),
    ...appHandlers({ ports, settings, service, history, unstored: runs.unstored }),
    ...routesOf('brands', brands),
    'brands.detected': (input, { signal }) => detectedBrands.detected(input, { signal }),
    ...routesOf('brands', createOrdinaryNames({ history })),
    ...routesOf('brands', createNameForms({ history })),
    'comparisons.get': (input, { signal }) => comparison.compare(input, signal),
    'comparisons.parts': (input, { signal }) => comparison.parts(input, signal),
    'comparisons.ofAnswers': (input, { signal }) => answersComparison.parts(input, signal),
    ...routesOf('connections', connections),
    ...routesOf('exports', { ...answerExports, read: downloads.read }),
    ...routesOf('gaps', createGaps({ history, trends, detectedBrands, clock, publish })),
    ...routesOf('imports', createImports(shared)),
    ...routesOf('retention', retention),
    ...routesOf('trash', createTrash(shared)),
    ...routesOf('data', dataMaintenance),
    ...publishedWrites(shared),
    ...claimHandlers(shared),
    ...routesOf(
      'claims',
      createClaimRating({ ...shared, comparison, model: analysisModel, jobs: analysisJobs }),
    ),
    ...routesOf(
      'verdicts',
      createModelVerdicts({ ...shared, comparison, model: analysisModel, jobs: analysisJobs }),
    ),
    ...routesOf('monitors', { ...monitors, translate: monitorTranslations.translate }),
    ...routesOf('plans', plans),
    'plans.power': planPower,
    ...routesOf('projects', projects),
    ...routesOf('projects', createProjectFiles({ dataMaintenance, downloads, uploads, publish })),
    ...routesOf('redirects', redirects),
    ...routesOf('recomputation', recomputation),
    ...routesOf('reports', { ...reports, ...scheduledReports }),
    ...routesOf('runs', runs),
    ...searchHandlers({ history, clock }),
    ...routesOf('translations', translations),
    ...routesOf('translationModels', translationModels),
    ...routesOf('trends', trends),
    ...routesOf('updates', updates),
    ...routesOf('wordings', createWordingSuggestions({ model: analysisModel })),
    ...routesOf('analysisModel', analysisModel),
    'analysisModel.jobs': () => ({ jobs: analysisJobs.list() }),
    'analysisModel.cancel': ({ id }) => {
      analysisJobs.cancel(id);
      return {};
    },
    ...routesOf('diagnostics', diagnostics),
    ...serviceHandlers({ service, settings, secrets: ports.secrets, connections }),
  };
  const polling = createPollSchedule(clock);
  const worked = returnIdleMemory();
  const happened = (): void => {
    polling.happened();
    worked();
  };
  hub.subscribe(happened);
  const activity = createActivity({ clock, changed: updates.setBusy });
  hub.subscribe(activity.hear);
  const router = createRouter({
    handlers: activity.counting(handlers),
    history,
    projectId: projects.of,
    log,
    admit: (route) => {
      happened();
      refuseChanges(route, readOnlyFile);
      if (state === 'draining' || state === 'closed')
        throw new AppError('SHUTTING_DOWN', 'Parallax is closing. Nothing was changed.');
    },
  });

  /** Not awaited: the window opens first; balance and slots follow. */
  const warmUp = async (): Promise<void> => {
    try {
      await service.ready();
      await connections.refresh({ id: embeddedConnectionId });
    } catch (error) {
      log('warn', 'The embedded service is not ready', { reason: String(error) });
    }
    const selected = settings.selectedConnection();
    if (selected === embeddedConnectionId || state !== 'running') return;
    await connections
      .refresh({ id: selected })
      .catch(() => log('info', 'The selected connection does not respond'));
  };

  /** Collects tasks that a crashed program left at a service, unless the user turned this off. */
  const collect = (): void => {
    if (settings.read().collectQueued === 'ask') return;
    runs
      .resumeOrphanedTasks()
      .catch((error: unknown) =>
        log('warn', 'Answers of queued runs are not collected', { reason: String(error) }),
      );
  };

  const shutDown = async (lastMs: number): Promise<void> => {
    state = 'draining';
    ending.abort();
    log('info', 'Closing');
    const beganMs = clock.now();
    await Promise.all([
      runs.stop(),
      alerts.stop(),
      translations.stop(),
      translationModels.stop(),
      tasks.stop(),
    ]);
    await retention.close();
    await pool.close();
    await derivation.close();
    // Shortens the service's deadline by the time spent on stopping the runs, since nobody waits for its
    // answers any more.
    const leftMs = lastMs - (clock.now() - beganMs);
    await service.stop(Math.min(Math.max(leftMs, 0), lastMs));
    await downloads.close();
    await uploads.close();
    await history.close();
    await network.close();
    state = 'closed';
  };

  /** Stores what an earlier program could not store. */
  const recover = async (): Promise<void> => {
    const answers = await runs.recover();
    if (answers > 0)
      hub.publish('notice', {
        level: 'info',
        message: `${answers === 1 ? 'An answer' : `${answers} answers`} that could not be stored before ${answers === 1 ? 'is' : 'are'} stored now. Nothing was charged again.`,
      });
  };

  return {
    state: () => state,
    async start() {
      if (state !== 'new') return;
      state = 'running';
      if (readOnlyFile === null) {
        const { version } = ports;
        const problem = await copyBeforeNewVersion({
          file: historyFile,
          version,
          settings: ports.settings,
          tasks,
          log,
        });
        if (problem !== null) hub.publish('notice', { level: 'warning', message: problem });
      }
      const damaged = ports.settings.damaged?.() ?? null;
      if (damaged !== null) hub.publish('notice', { level: 'warning', message: damagedSentence(damaged) });
      if (!(await history.open())) {
        // A command reports the error of its own call.
        const message = history.problem()?.message ?? 'The history cannot be opened.';
        if (ports.host !== 'terminal') hub.publish('notice', { level: 'error', message });
      } else if (readOnlyFile === null) await recover();
      if (history.problem() === null && ports.host !== 'terminal' && readOnlyFile === null) {
        runs
          .fetchPendingPages()
          .catch((error: unknown) =>
            log('warn', 'Pages that were still missing could not be fetched', { reason: String(error) }),
          );
      }
      if (onlyReads) return;
      projects
        .catchUp()
        .catch((error: unknown) => log('debug', 'Questions are not tagged', { reason: String(error) }));
      if (ports.host === 'terminal') return;
      updates.watch(ending.signal);
      if (readOnlyFile === null) {
        collect();
        warmUp();
        retention.watch(ending.signal);
        monitors.watch(ending.signal);
        monitorTranslations.watch(ending.signal);
        alerts.watch(ending.signal);
        scheduledReports.watch(ending.signal);
      }
      indexInBackground(history, derivation, polling, log, ending.signal);
      compressInBackground(history, derivation, polling, ending.signal);
      redirects.watch(polling, ending.signal);
      warmUpHistory(history, clock, ending.signal);
      recomputeInBackground(recomputation.work, polling, log, ending.signal);
      watchOtherPrograms(history, clock, ending.signal, () => {
        changedElsewhere();
        if (readOnlyFile === null) recover().then(collect, () => undefined);
      });
    },
    stop(lastMs = lastAnswersMs) {
      stopping ??= shutDown(lastMs);
      return stopping;
    },
    rescue: runs.rescue,
    wake() {
      monitors.nudge();
      alerts.nudge();
    },
    tell: (level, message) => hub.publish('notice', { level, message }),
    chooseCommand: (id) => hub.publish('command.chosen', { id }),
    router,
    events: { subscribe: hub.subscribe },
    call: router.call,
    isRead,
    subscribe: hub.subscribe,
    use: { runs, comparison, connections, history, settings, service },
  };
}
