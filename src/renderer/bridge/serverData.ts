import { hashKey, notifyManager, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import { type BridgeClient, BridgeFailure, failureOf } from './client.ts';
import {
  changedInPlace,
  type Effect,
  eventTable,
  everything,
  followed,
  polled,
  type QueryData,
  type QueryInput,
  type QueryName,
  unhurried,
} from './eventTable.ts';

/** The data of the core in the window: how it is read, changed and invalidated. */
export type ServerData = {
  readonly bridge: BridgeClient;
  readonly queries: QueryClient;
  /** Query options for a route. A different `version` is a different query. */
  readonly routeQuery: <N extends RouteName>(
    route: N,
    input: RouteInput<N>,
    version?: string,
  ) => RouteQuery<N>;
  /**
   * Reads data for a query. The result may be older than an event that arrived during the read, so changes by those
   * events are applied again. If the result already contained a change, the next event corrects it.
   */
  readonly read: <Data>(queryKey: QueryKey, call: () => Promise<Data>) => Promise<Data>;
  readonly apply: (effects: readonly Effect[]) => void;
  /**
   * Invalidates queries by name prefix or filter. Those on screen are read immediately; all but the unhurried ones are
   * waited for.
   */
  readonly invalidate: (which: readonly string[] | QueryFilters) => Promise<void>;
  /** The cached data. */
  readonly held: <N extends QueryName>(name: N, input: QueryInput<N>) => QueryData<N> | undefined;
  /** Unsubscribes from events. */
  readonly close: () => void;
};

type RouteQuery<N extends RouteName> = {
  readonly queryKey: readonly [N, RouteInput<N>, ...string[]];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<RouteOutput<N>>;
  readonly staleTime: number;
  readonly refetchInterval: (query: {
    readonly state: { readonly data: RouteOutput<N> | undefined };
  }) => number | false;
};

type AnyChange = (data: unknown) => unknown;

/** `meta` of a query whose result never changes. Events do not affect it. */
export const readOnce = { once: true } as const;

/** @param later delayed execution, for tests */
export function createServerData(
  bridge: BridgeClient,
  later: (run: () => void, ms: number) => void = setTimeout,
): ServerData {
  // A checkbox must show its new state before the next paint. With the library's default scheduler, a timer, React
  // would restore the old state first.
  notifyManager.setScheduler(queueMicrotask);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // The core retries calls itself; only the connection to it may fail here.
        retry: (count, failure) => count < 2 && failure instanceof BridgeFailure && failure.retryable,
        refetchOnWindowFocus: false,
        // The core is on this computer, so the online state is irrelevant.
        networkMode: 'always',
      },
    },
  });
  /** Changes since the start of running reads, by query hash. */
  const missedBy = new Map<string, Set<AnyChange[]>>();
  /** Queries in their minimum interval, and whether they need another read. */
  const calmed = new Map<string, boolean>();

  const read: ServerData['read'] = async (queryKey, call) => {
    const hash = hashKey(queryKey);
    const missed: AnyChange[] = [];
    const others = missedBy.get(hash) ?? new Set();
    missedBy.set(hash, others.add(missed));
    try {
      let answer = await call();
      for (const change of missed) answer = change(answer) as typeof answer;
      return answer;
    } catch (thrown) {
      throw failureOf(thrown);
    } finally {
      others.delete(missed);
      if (others.size === 0) missedBy.delete(hash);
    }
  };

  const invalidate: ServerData['invalidate'] = async (which) => {
    if (!Array.isArray(which)) return invalidateAll(which as QueryFilters);
    const named = (waited: boolean): QueryFilters => ({
      predicate: ({ queryKey }) =>
        beginsWith(queryKey, which) && unhurried.has(String(queryKey[0])) !== waited,
    });
    void invalidateAll(named(false));
    await invalidateAll(named(true));
  };

  const invalidateAll = async (filters: QueryFilters): Promise<void> => {
    // A first read in progress is finished and then repeated, because its result may be older than the change.
    const overtaken = queries
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
      .map(({ queryKey }) => queryKey);
    await queries.invalidateQueries(filters);
    // Several changes during a read cause one more read.
    const once = { cancelRefetch: false };
    await Promise.all(
      overtaken.map((queryKey) => queries.invalidateQueries({ queryKey, exact: true }, once)),
    );
  };

  const invalidateCalmly = (queryKey: QueryKey, everyMs: number): void => {
    const hash = hashKey(queryKey);
    if (calmed.has(hash)) {
      calmed.set(hash, true);
      return;
    }
    if (everyMs > 0) {
      calmed.set(hash, false);
      later(() => {
        const again = calmed.get(hash);
        calmed.delete(hash);
        if (again) invalidateCalmly(queryKey, everyMs);
      }, everyMs);
    }
    void invalidate({ queryKey, exact: true });
  };

  const apply: ServerData['apply'] = (effects) => {
    for (const { name, where, change, everyMs } of effects) {
      const found = queries.getQueryCache().findAll(name === null ? {} : { queryKey: [name] });
      for (const { queryKey, queryHash, state, meta } of found) {
        const input = queryKey[1] as never;
        if (meta === readOnce || !where(input, state.data as never, String(queryKey[0]))) continue;
        if (change === null) {
          invalidateCalmly(queryKey, everyMs);
          continue;
        }
        const applied: AnyChange = (data) => change(data as never, input);
        for (const missed of missedBy.get(queryHash) ?? []) missed.push(applied);
        if (state.data === undefined) continue;
        // Keep the invalidation.
        const outdated = state.isInvalidated;
        queries.setQueryData(queryKey, applied(state.data), { updatedAt: state.dataUpdatedAt });
        if (outdated) queries.getQueryCache().get(queryHash)?.invalidate();
      }
    }
  };

  const held: ServerData['held'] = (name, input) => queries.getQueryData([name, input]);

  const ends = [
    ...(Object.keys(eventTable) as (keyof typeof eventTable)[]).map((name) =>
      bridge.on(name, (payload) => apply(eventTable[name](payload as never))),
    ),
    bridge.onGap(() => apply(everything)),
    // Slots and credits come with answers, so they are read once more after the end of a run.
    bridge.on('run.changed', ({ run }) => {
      const list = held('connections.list', {});
      if (run.state === 'running' || !list?.connections.some(({ id }) => id === run.connectionId)) return;
      bridge.call('connections.refresh', { id: run.connectionId }).then(
        (connection) => apply(eventTable['connection.changed']({ connection })),
        // Keep the last known values; the next answer brings new ones.
        () => undefined,
      );
    }),
  ];

  return {
    bridge,
    queries,
    read,
    apply,
    invalidate,
    held,
    routeQuery: (route, input, version) => {
      const queryKey = version === undefined ? ([route, input] as const) : ([route, input, version] as const);
      return {
        queryKey,
        queryFn: (context) =>
          read(queryKey, () =>
            bridge.call(route, input, changedInPlace.has(route) ? {} : { signal: context.signal }),
          ),
        staleTime: followed.has(route) ? Number.POSITIVE_INFINITY : 0,
        refetchInterval: ({ state }) => polled[route]?.(state.data) ?? false,
      };
    },
    close: () => {
      for (const end of ends) end();
    },
  };
}

function beginsWith(queryKey: QueryKey, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix));
}
