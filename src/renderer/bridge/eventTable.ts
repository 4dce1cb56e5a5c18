import type { BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { CellView, RunDetail, RunSummary } from '#shared/model/run.ts';

export type RunPage = RouteOutput<'runs.list'>;

/** Queries that are more than the answer to one route: what they are read with and what they hold. */
type OwnQueries = {
  /** Every run with something left to do, newest first. */
  readonly 'runs.active': {
    readonly input: Readonly<Record<string, never>>;
    readonly data: readonly RunSummary[];
  };
  /** The run history as far as it was scrolled, newest first. */
  readonly 'runs.history': { readonly input: { readonly project?: 'all' }; readonly data: RunPage };
  /** Only ever pushed. */
  readonly 'data.progress': {
    readonly input: Readonly<Record<string, never>>;
    readonly data: BridgeEvents['data.progress']['progress'];
  };
};

/** First member of a query's key; its input is the second. */
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

/** What an event does to the queries of one name: changes what they hold, or has them read again. */
export type Effect = {
  /** Null: the queries of every name. */
  readonly name: QueryName | null;
  readonly where: (input: never, data: never, name: string) => boolean;
  /** Null: they are read again. */
  readonly change: ((data: never, input: never) => unknown) | null;
  /** Read again at most this often, milliseconds; 0: with every event. */
  readonly everyMs: number;
};

type Where<N extends QueryName> = (input: QueryInput<N>, data: QueryData<N> | undefined) => boolean;

const always = (): boolean => true;

/** @param where which queries of this name; all of them when left out */
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

/** What a monitor does by itself. */
const watched = allOutdated(['alerts.list', 'monitors.list', 'monitors.times', 'reports.list']);

/** What another program may have added to; what is computed from many answers is not read again for it. */
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

/** What was made with the brand rules. */
const madeWithRules = allOutdated([
  'brands.get',
  'recomputation.status',
  'comparisons.parts',
  'comparisons.ofAnswers',
  'trends.choices',
  'trends.get',
  'trends.changes',
  'trends.why',
  'gaps.list',
]);

/** Runs that are read at a time where the history is scrolled. */
export const historyPageSize = 60;

/** Whatever was scrolled to may be gone or be another project's: the history is its newest page again. */
const newestPageOnly = changed('runs.history', (page) => ({
  ...page,
  runs: page.runs.slice(0, historyPageSize),
}));

/** Events were missed: nothing that is held can be relied on. */
export const everything: readonly Effect[] = [
  newestPageOnly,
  { name: null, change: null, where: always, everyMs: 0 },
];

/** What every project has in common. */
const ofNoProject = new Set<string>(['runs.active', 'connections.list', 'settings.get', 'data.progress']);

/** The one table of what each event of the core does to what the window holds of it. */
export const eventTable: {
  readonly [N in BridgeEventName]: (payload: BridgeEvents[N]) => readonly Effect[];
} = {
  'run.changed': ({ run, cells }) => [
    changed('runs.active', (runs) => withActive(runs, run)),
    changed('runs.history', (page, input) => withRun(page, input, run)),
    // Whose runs an empty history would list is not known here.
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
  'run.removed': ({ runId }) => [
    changed('runs.active', (runs) => runs.filter(({ id }) => id !== runId)),
    changed('runs.history', (page) => ({ ...page, runs: page.runs.filter(({ id }) => id !== runId) })),
    outdated('runs.get', (input) => input.runId === runId),
  ],
  'connection.changed': ({ connection }) => [
    // A balance is taken from the connection itself; whether it has a key decides what the preview says.
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
  'claims.changed': () => allOutdated(['comparisons.parts', 'comparisons.ofAnswers']),
  'annotations.changed': () => allOutdated(['annotations.list', 'trends.get']),
  'recomputation.changed': (status) => [changed('recomputation.status', () => status)],
  // Another project: whatever is shown is about another client.
  'projects.changed': () => [
    newestPageOnly,
    { name: null, change: null, where: (_input, _data, name) => !ofNoProject.has(name), everyMs: 0 },
  ],
  'gaps.changed': () => allOutdated(['gaps.list']),
  'history.changed': () => [
    ...watched,
    ...writtenElsewhere,
    // A run with every answer has nothing left to change.
    outdated('runs.get', (_, detail) => detail !== undefined && !isComplete(detail.run)),
  ],
  'retention.changed': ({ retention }) => [
    outdated('retention.get'),
    ...(retention.running ? [] : allOutdated(['retention.preview', 'data.size'])),
  ],
  'data.progress': ({ progress }) => [changed('data.progress', () => progress)],
  'data.counted': () => [outdated('data.size')],
  'updates.changed': () => [outdated('updates.state')],
  notice: () => [],
};

/** Reads of which every change is told by an event or made by this window: they never grow old by themselves. */
export const followed: ReadonlySet<QueryName> = new Set<QueryName>([
  'runs.active',
  'runs.history',
  'connections.list',
  'settings.get',
  'data.progress',
]);

/**
 * Reads that events change in place, as `changed` above says: each is read to its end once it began. React Query puts
 * the state of its beginning back where a read is given up, and what was changed meanwhile would be lost.
 */
export const changedInPlace: ReadonlySet<QueryName> = new Set<QueryName>([
  ...followed,
  'runs.get',
  'runs.status',
  'recomputation.status',
]);

/**
 * Reads that no event tells of, because what they show lies at a service or is counted there: how long until they are
 * read again while they are shown, milliseconds.
 */
export const polled: { readonly [N in RouteName]?: (data: RouteOutput<N> | undefined) => number } = {
  'service.overview': () => 2_000,
  'service.deliveries': () => 3_000,
  // Balances change with every answer; a person looks at them now and then.
  'credits.get': () => 10_000,
  'redirects.status': () => 10_000,
  // Often while something moves, seldom while nothing can.
  'queue.get': (view) => {
    if (view === undefined) return 3_000;
    if (view.own.waiting > 0 || view.own.live > 0) return 2_000;
    return view.queued + view.processing > 0 ? 4_000 : 15_000;
  },
};

export function isActive(run: RunSummary): boolean {
  // A cancelled run still waits a moment for answers that were sent already and are paid for anyway.
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

/** A changed run in its row; a new one on top. Another project's runs are none of this list's. */
function withRun(page: RunPage, input: QueryInput<'runs.history'>, run: RunSummary): RunPage {
  if (page.runs.some(({ id }) => id === run.id))
    return { ...page, runs: page.runs.map((other) => (other.id === run.id ? run : other)) };
  const newest = page.runs[0];
  // Which project is in use, the list itself knows best.
  if (input.project !== 'all' && newest?.projectId !== run.projectId) return page;
  if (newest !== undefined && newest.createdAtMs > run.createdAtMs) return page;
  return { ...page, runs: [run, ...page.runs] };
}

/** An event speaks of a whole run; of a plan's only the question and engine that are read belong here. */
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
