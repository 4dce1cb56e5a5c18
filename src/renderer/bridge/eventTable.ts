import type { BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import { unfinishedOf } from '#shared/model/recomputation.ts';
import type { CellView, RunDetail, RunSummary } from '#shared/model/run.ts';

export type RunPage = RouteOutput<'runs.list'>;

/** Queries that are not the result of a single route, with their input and data. */
type OwnQueries = {
  /** All runs with pending work, newest first. */
  readonly 'runs.active': {
    readonly input: Readonly<Record<string, never>>;
    readonly data: readonly RunSummary[];
  };
  /** The loaded pages of the run history, newest first. */
  readonly 'runs.history': { readonly input: { readonly project?: 'all' }; readonly data: RunPage };
  /** How far the comparison of a run is. Pushed by events only. */
  readonly 'comparison.progress': {
    readonly input: { readonly runId: string };
    readonly data: BridgeEvents['comparison.progress'] | null;
  };
  /** Pushed by events only. */
  readonly 'data.progress': {
    readonly input: Readonly<Record<string, never>>;
    readonly data: BridgeEvents['data.progress']['progress'];
  };
};

/** First member of a query key. The second is its input. */
export type QueryName = RouteName | keyof OwnQueries;
export type QueryInput<N extends QueryName> = N extends keyof OwnQueries
  ? OwnQueries[N]['input']
  : N extends RouteName
    ? RouteInput<N>
    : never;
export type QueryData<N extends QueryName> = N extends keyof OwnQueries
  ? OwnQueries[N]['data']
  : N extends RouteName
    ? RouteOutput<N>
    : never;

/** The effect of an event on the queries of one name: changes their data, or invalidates them. */
export type Effect = {
  /** Null for the queries of every name. */
  readonly name: QueryName | null;
  readonly where: (input: never, data: never, name: string) => boolean;
  /** Null to read them again. */
  readonly change: ((data: never, input: never) => unknown) | null;
  /** Minimum interval between reads in milliseconds; 0 reads with every event. */
  readonly everyMs: number;
};

type Where<N extends QueryName> = (input: QueryInput<N>, data: QueryData<N> | undefined) => boolean;

const always = (): boolean => true;

/** @param where selects the queries of this name; all of them if omitted */
export function changed<N extends QueryName>(
  name: N,
  change: (data: QueryData<N>, input: QueryInput<N>) => QueryData<N>,
  where: Where<N> = always,
): Effect {
  return { name, change, where, everyMs: 0 };
}

function outdated<N extends QueryName>(name: N, where: Where<N> = always, everyMs = 0): Effect {
  return { name, change: null, where, everyMs };
}

const allOutdated = (names: readonly QueryName[]): readonly Effect[] => names.map((name) => outdated(name));

/** Data that changes with the scheduled work of monitors. */
const watched = allOutdated(['alerts.list', 'monitors.list', 'monitors.times', 'reports.list']);

/** Data that another program may have written. Computations over many answers are not repeated. */
const writtenElsewhere = allOutdated([
  'runs.active',
  'runs.history',
  'runs.list',
  'runs.status',
  'runs.grid',
  'runs.failures',
  'projects.list',
  'projects.questions',
  'plans.list',
  'plans.get',
  'labels.list',
  'annotations.list',
  'observations.get',
  'observations.series',
  'retention.get',
  'queue.get',
  'credits.get',
]);

/** Data computed by the brand rules. */
const madeWithRules = allOutdated([
  'brands.get',
  'recomputation.status',
  'comparisons.parts',
  'comparisons.ofAnswers',
  'trends.choices',
  'trends.get',
  'trends.changes',
  'trends.pooled',
  'trends.brands',
  'trends.questions',
  'trends.sources',
  'trends.why',
  'gaps.list',
  'rollups.league',
  'rollups.matrix',
]);

/** Runs per page of the history. */
export const historyPageSize = 60;

/** Resets the history to its newest page, because loaded pages may be deleted or of another project. */
const newestPageOnly = changed('runs.history', (page) => ({
  ...page,
  runs: page.runs.slice(0, historyPageSize),
}));

/** The effect of missed events: all data is read again. */
export const everything: readonly Effect[] = [
  newestPageOnly,
  { name: null, change: null, where: always, everyMs: 0 },
];

/** Data that all projects share. */
const ofNoProject = new Set<string>([
  'runs.active',
  'connections.list',
  'settings.get',
  'comparison.progress',
  'data.progress',
]);

/** The effect of every event of the core on the data of the window. */
export const eventTable: {
  readonly [N in BridgeEventName]: (payload: BridgeEvents[N]) => readonly Effect[];
} = {
  'run.changed': ({ run, cells }) => [
    changed('runs.active', (runs) => withActive(runs, run)),
    changed('runs.history', (page, input) => withRun(page, input, run)),
    // The project of an empty history is not known here.
    outdated('runs.history', (_, page) => page?.runs.length === 0 && run.counts.completed === 0),
    changed(
      'runs.get',
      (detail) => withCells(detail, run, cells),
      ({ runId }) => runId === run.id,
    ),
    changed(
      'runs.status',
      () => run,
      ({ runId }) => runId === run.id,
    ),
    outdated('runs.grid', ({ runId }) => runId === run.id, 1500),
    outdated('runs.failures', ({ runId }) => runId === run.id, 1500),
    ...(run.state === 'running' ? [] : allOutdated(['runs.list', 'monitors.list', 'monitors.times'])),
  ],
  'outcomes.changed': ({ unstored }) => [changed('app.info', (info) => ({ ...info, unstored }))],
  'run.removed': ({ runId }) => [
    changed('runs.active', (runs) => runs.filter(({ id }) => id !== runId)),
    changed('runs.history', (page) => ({ ...page, runs: page.runs.filter(({ id }) => id !== runId) })),
    outdated('runs.get', (input) => input.runId === runId),
    outdated('trash.list'),
  ],
  'run.restored': () => [...watched, ...writtenElsewhere, ...allOutdated(['runs.get', 'trash.list'])],
  'connection.changed': ({ connection }) => [
    // Balances are read from the connection; its key affects the preview.
    outdated(
      'runs.preview',
      ({ connectionId }, preview) =>
        connectionId === connection.id &&
        preview !== undefined &&
        preview.problems.some(({ field }) => field === 'connectionId') !==
          (connection.key.kind === 'none' || connection.key.kind === 'elsewhere'),
    ),
    changed('connections.list', (list) => ({
      ...list,
      connections: withConnection(list.connections, connection),
    })),
  ],
  'connection.removed': ({ id }) => [
    changed('connections.list', (list) => ({
      ...list,
      connections: list.connections.filter((connection) => connection.id !== id),
    })),
  ],
  'brands.changed': () => madeWithRules,
  'monitors.changed': () => watched,
  'alert.raised': () => watched,
  'alerts.changed': () => watched,
  'translationModels.changed': () => [
    outdated('translationModels.state', always, 250),
    outdated('translations.translators', always, 1000),
  ],
  'translations.changed': ({ job, ids }) => [
    outdated('translations.jobs', always, 500),
    ...(['translations.get', 'translations.stored'] as const).map((name) =>
      outdated(name, (input) => input.ids.some((id) => ids.includes(id)), 500),
    ),
    outdated(
      'translations.passages',
      (input) => input.passages.some(({ observationId }) => ids.includes(observationId)),
      500,
    ),
    ...(job === null || job.state === 'running' ? [] : allOutdated(['translations.quote'])),
  ],
  'analysis.changed': ({ jobs }) => [changed('analysisModel.jobs', () => ({ jobs }))],
  'claims.changed': () => allOutdated(['comparisons.parts', 'comparisons.ofAnswers', 'claims.estimate']),
  'annotations.changed': () => allOutdated(['annotations.list', 'trends.get']),
  'recomputation.changed': () => [outdated('recomputation.status', always, 250)],
  // Data of another project belongs to another client.
  'projects.changed': () => [
    newestPageOnly,
    { name: null, change: null, where: (_input, _data, name) => !ofNoProject.has(name), everyMs: 0 },
  ],
  'gaps.changed': () => allOutdated(['gaps.list']),
  'history.changed': () => [
    ...watched,
    ...writtenElsewhere,
    // A complete run does not change any more.
    outdated('runs.get', (_, detail) => detail !== undefined && !isComplete(detail.run)),
  ],
  'retention.changed': ({ retention }) => [
    outdated('retention.get'),
    ...(retention.running ? [] : allOutdated(['retention.preview', 'data.size'])),
  ],
  'data.progress': ({ progress }) => [changed('data.progress', () => progress)],
  'comparison.progress': (progress) => [
    changed(
      'comparison.progress',
      () => progress,
      ({ runId }) => runId === progress.runId,
    ),
  ],
  'data.counted': () => [outdated('data.size')],
  'updates.changed': () => [outdated('updates.state')],
  'command.chosen': () => [],
  notice: () => [],
};

/** Reads whose changes are all reported by events or made by this window. They do not expire. */
export const followed: ReadonlySet<QueryName> = new Set<QueryName>([
  'runs.active',
  'runs.history',
  'connections.list',
  'settings.get',
  'comparison.progress',
  'data.progress',
  'analysisModel.jobs',
]);

/** Reads over many answers. They are read again after a change, but what the change says does not wait for them. */
export const unhurried: ReadonlySet<string> = new Set<QueryName>(['brands.detected']);

/**
 * Reads that events change in place (see `changed`). They are never cancelled, because React Query would restore the
 * earlier state and lose those changes.
 */
export const changedInPlace: ReadonlySet<QueryName> = new Set<QueryName>([
  ...followed,
  'app.info',
  'runs.get',
  'runs.status',
]);

/**
 * Reads without events, because their data is at a service or made by another program: polling interval in milliseconds while they are shown.
 */
export const polled: {
  readonly [N in RouteName]?: (data: RouteOutput<N> | undefined) => number | false;
} = {
  // Another program may be the one that computes.
  'recomputation.status': (status) => status !== undefined && unfinishedOf(status) !== null && 2_000,
  'service.overview': () => 2_000,
  'service.webhooks.recent': () => 3_000,
  // Balances change with every answer, but users rarely look at them.
  'credits.get': () => 10_000,
  'redirects.status': () => 10_000,
  // Often while something changes, rarely otherwise.
  'queue.get': (view) => {
    if (view === undefined) return 3_000;
    if (view.own.waiting > 0 || view.own.live > 0) return 2_000;
    return view.queued + view.processing > 0 ? 4_000 : 15_000;
  },
};

export function isActive(run: RunSummary): boolean {
  // A cancelled run still waits for answers that were sent and are paid.
  return run.state === 'running' || run.counts.running > 0;
}

function isComplete({ counts }: RunSummary): boolean {
  return counts.completed === counts.total;
}

function withActive(runs: readonly RunSummary[], run: RunSummary): readonly RunSummary[] {
  const others = runs.filter(({ id }) => id !== run.id);
  if (!isActive(run)) return others.length === runs.length ? runs : others;
  return others.length === runs.length
    ? [run, ...runs]
    : runs.map((each) => (each.id === run.id ? run : each));
}

/** Updates a run in the list, or adds a new one at the top. Runs of other projects are ignored. */
function withRun(page: RunPage, input: QueryInput<'runs.history'>, run: RunSummary): RunPage {
  if (page.runs.some(({ id }) => id === run.id))
    return { ...page, runs: page.runs.map((other) => (other.id === run.id ? run : other)) };
  const newest = page.runs[0];
  // The list determines the current project.
  if (input.project !== 'all' && newest?.projectId !== run.projectId) return page;
  if (newest !== undefined && newest.createdAtMs > run.createdAtMs) return page;
  return { ...page, runs: [run, ...page.runs] };
}

/** Adds the cells of an event. For a plan's run, only those of the shown question and engine. */
function withCells(detail: RunDetail, run: RunSummary, cells: readonly CellView[]): RunDetail {
  const changedCells = new Map(cells.map((cell) => [cell.id, cell]));
  const known = detail.cells.map((cell) => changedCells.get(cell.id) ?? cell);
  if (run.plan) {
    const { question, engine } = detail.run;
    return { ...detail, run: { ...run, question, engine }, cells: known };
  }
  for (const { id } of detail.cells) changedCells.delete(id);
  return { ...detail, run, cells: [...known, ...changedCells.values()] };
}

export function withConnection(
  connections: readonly ConnectionView[],
  connection: ConnectionView,
): ConnectionView[] {
  const known = connections.some(({ id }) => id === connection.id);
  const next = known
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
  return connection.selected
    ? next.map((other) => (other.id === connection.id ? other : { ...other, selected: false }))
    : next;
}
