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
} from './eventTable.ts';

/** Everything that the window holds of the core, and how it is read, changed and read again. */
export type ServerData = {
  readonly bridge: BridgeClient;
  readonly queries: QueryClient;
  /** Options of the query that reads a route. `version`: with another one it is another query. */
  readonly routeQuery: <N extends RouteName>(
    route: N,
    input: RouteInput<N>,
    version?: string,
  ) => RouteQuery<N>;
  /**
   * Reads for a query. An answer may have been made before a change and arrive after it: what events changed while it
   * was on its way is applied to it once more. A change that the answer knew already is put right by the next one.
   */
  readonly read: <Data>(queryKey: QueryKey, call: () => Promise<Data>) => Promise<Data>;
  readonly apply: (effects: readonly Effect[]) => void;
  /** Has queries read again, those that are shown at once. Given by the prefix of their names, or as filters. */
  readonly invalidate: (which: readonly string[] | QueryFilters) => Promise<void>;
  /** What the cache holds now. */
  readonly held: <N extends QueryName>(name: N, input: QueryInput<N>) => QueryData<N> | undefined;
  /** Hears no more events. */
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

/** `meta` of a query whose answer can never be another: no event concerns it. */
export const readOnce = { once: true } as const;

/** @param later for tests: runs something after some milliseconds */
export function createServerData(
  bridge: BridgeClient,
  later: (run: () => void, ms: number) => void = setTimeout,
): ServerData {
  // A checkbox shows what a click changed before the browser paints. The library's default, a timer, lets React put
  // the old state back first.
  notifyManager.setScheduler(queueMicrotask);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // The core retries what is worth it; here only the way to it may have failed.
        retry: (count, failure) => count < 2 && failure instanceof BridgeFailure && failure.retryable,
        refetchOnWindowFocus: false,
        // The core is on this computer: being offline says nothing about reaching it.
        networkMode: 'always',
      },
    },
  });
  /** Changes that answers on their way have missed, by the hash of the query. */
  const missedBy = new Map<string, Set<AnyChange[]>>();
  /** Queries read again a moment ago, and whether they have to be once more. */
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
    const filters = Array.isArray(which)
      ? { predicate: ({ queryKey }: { readonly queryKey: QueryKey }) => beginsWith(queryKey, which) }
      : (which as QueryFilters);
    // What is on its way for the first time is waited for and then read once more: it may have been answered before
    // the change.
    const overtaken = queries
      .getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
      .map(({ queryKey }) => queryKey);
    await queries.invalidateQueries(filters);
    // Of several changes meanwhile the first one reads for all of them.
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
        // What was to be read again still is.
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
    // Slots and credits are learned from answers; the last one of a run leaves them as they were in its middle.
    bridge.on('run.changed', ({ run }) => {
      const list = held('connections.list', {});
      if (run.state === 'running' || !list?.connections.some(({ id }) => id === run.connectionId)) return;
      bridge.call('connections.refresh', { id: run.connectionId }).then(
        (connection) => apply(eventTable['connection.changed']({ connection })),
        // The figures stay as they were last known; the next answer brings new ones.
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
