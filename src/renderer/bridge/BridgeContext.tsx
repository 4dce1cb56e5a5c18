import {
  keepPreviousData,
  QueryClientProvider,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { BridgeClient, BridgeFailure } from './client.ts';
import { failureOf } from './client.ts';
import type { QueryData } from './eventTable.ts';
import { readOnce, type ServerData } from './serverData.ts';

const Context = createContext<ServerData | null>(null);

/** Provides the data of the core to the components below. */
export function ServerDataProvider({
  value,
  children,
}: {
  readonly value: ServerData;
  readonly children: ReactNode;
}) {
  return (
    <Context value={value}>
      <QueryClientProvider client={value.queries}>{children}</QueryClientProvider>
    </Context>
  );
}

export function useServerData(): ServerData {
  const data = useContext(Context);
  if (data === null) throw new Error('Server data is used outside of ServerDataProvider');
  return data;
}

export function useBridge(): BridgeClient {
  return useServerData().bridge;
}

type RouteOptions<N extends RouteName, Selected> = {
  readonly enabled?: boolean;
  readonly staleMs?: number;
  /** The result never changes, so no event invalidates it. */
  readonly once?: boolean;
  /** A version known to the caller. The route is read again when it changes. */
  readonly version?: string;
  /** False: cached data is shown on mount without another read. */
  readonly refetchOnMount?: boolean;
  /** Must keep its identity; its result is computed again when it changes. */
  readonly select?: (data: RouteOutput<N>) => Selected;
};

/** A read route as a query: shows cached data immediately and refreshes it. */
export function useRoute<N extends RouteName, Selected = RouteOutput<N>>(
  route: N,
  input: RouteInput<N>,
  options: RouteOptions<N, Selected> = {},
): UseQueryResult<Selected, BridgeFailure> {
  const { enabled, staleMs, once, refetchOnMount, select } = options;
  const version = once === true ? 'once' : options.version;
  return useQuery<RouteOutput<N>, BridgeFailure, Selected, QueryKey>({
    ...useServerData().routeQuery(route, input, version),
    placeholderData: keepPreviousData,
    ...(enabled === undefined ? {} : { enabled }),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    ...(once === true ? { staleTime: Number.POSITIVE_INFINITY, meta: readOnce } : {}),
    ...(refetchOnMount === undefined ? {} : { refetchOnMount }),
    ...(select === undefined ? {} : { select }),
  });
}

type ActionCallbacks<Output> = {
  readonly onSuccess?: (output: Output) => unknown;
  readonly onError?: (failure: BridgeFailure) => unknown;
  readonly onSettled?: () => unknown;
};

type WithMutate<Result, Mutate> = Result extends unknown
  ? Omit<Result, 'mutate'> & { readonly mutate: Mutate }
  : never;

type Action<N extends RouteName> = WithMutate<
  UseMutationResult<RouteOutput<N>, BridgeFailure, RouteInput<N>>,
  (input: RouteInput<N>, callbacks?: ActionCallbacks<RouteOutput<N>>) => void
>;

/** A mutation route. `refresh` lists prefixes of the reads that it invalidates. */
export function useAction<N extends RouteName>(route: N, refresh: readonly string[] = []): Action<N> {
  const { bridge, invalidate } = useServerData();
  const mutation = useMutation<RouteOutput<N>, BridgeFailure, RouteInput<N>>({
    networkMode: 'always',
    mutationFn: async (input) => {
      try {
        return await bridge.call(route, input);
      } catch (thrown) {
        throw failureOf(thrown);
      }
    },
    onSuccess: () => invalidate(refresh),
  });
  const { mutateAsync } = mutation;
  // React Query ignores the callbacks of unmounted components, but a stored change may unmount the form that sent it,
  // and the caller still needs the result.
  const mutate: Action<N>['mutate'] = useCallback(
    (input, { onSuccess, onError, onSettled } = {}) =>
      void mutateAsync(input)
        .then(onSuccess, onError ?? (() => {}))
        .finally(onSettled),
    [mutateAsync],
  );
  return { ...mutation, mutate };
}

type DataProgress = QueryData<'data.progress'>;

/** Progress of file maintenance; null if there is none. It is pushed by events, never read. */
export function useDataProgress(): DataProgress {
  return (
    useQuery<DataProgress>({
      queryKey: ['data.progress', {}],
      enabled: false,
      initialData: null,
      queryFn: () => null,
    }).data ?? null
  );
}

/** How far the comparison of a run is; null without one that takes long. */
export function useComparisonProgress(runId: string): QueryData<'comparison.progress'> {
  return (
    useQuery<QueryData<'comparison.progress'>>({
      queryKey: ['comparison.progress', { runId }],
      enabled: false,
      initialData: null,
      queryFn: () => null,
    }).data ?? null
  );
}

export function progressText(progress: DataProgress): string {
  if (progress === null) return '';
  const { what, done, total } = progress;
  return `${what} · ${total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))} %`;
}
