import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from './client.ts';

const Context = createContext<BridgeClient | null>(null);

export const BridgeProvider = Context.Provider;

export function useBridge(): BridgeClient {
  const client = useContext(Context);
  if (client === null) throw new Error('useBridge is used outside of BridgeProvider');
  return client;
}

/**
 * A read route as a query: shows what is cached at once and refreshes in place. `version` is what the caller knows of
 * the thing that is read: when it changes, the route is asked again.
 */
export function useRoute<N extends RouteName>(
  route: N,
  input: RouteInput<N>,
  options: {
    readonly enabled?: boolean;
    readonly staleMs?: number;
    readonly everyMs?: number;
    readonly version?: string;
  } = {},
): UseQueryResult<RouteOutput<N>, BridgeFailure> {
  const client = useBridge();
  return useQuery<RouteOutput<N>, BridgeFailure>({
    queryKey: options.version === undefined ? [route, input] : [route, input, options.version],
    queryFn: async ({ signal }) => {
      try {
        return await client.call(route, input, { signal });
      } catch (thrown) {
        throw failureOf(thrown);
      }
    },
    enabled: options.enabled ?? true,
    staleTime: options.staleMs ?? 0,
    placeholderData: keepPreviousData,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/** A route that changes something. `refresh` names the read routes whose answers it makes old, by their beginning. */
export function useAction<N extends RouteName>(
  route: N,
  refresh: readonly string[] = [],
): UseMutationResult<RouteOutput<N>, BridgeFailure, RouteInput<N>> {
  const client = useBridge();
  const queries = useQueryClient();
  return useMutation<RouteOutput<N>, BridgeFailure, RouteInput<N>>({
    networkMode: 'always',
    mutationFn: async (input) => {
      try {
        return await client.call(route, input);
      } catch (thrown) {
        throw failureOf(thrown);
      }
    },
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => refresh.some((beginning) => String(queryKey[0]).startsWith(beginning)),
      }),
  });
}
