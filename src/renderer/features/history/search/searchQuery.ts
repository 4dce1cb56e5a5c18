import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { SearchCursor, SearchHit, SearchResult } from '#shared/model/search.ts';
import { useServerData } from '../../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../../bridge/client.ts';
import type { ServerData } from '../../../bridge/serverData.ts';

const pageSize = 40;
/** Interval between repeats of a search while answers are being indexed, in milliseconds. */
const againMs = 3000;

type Pages = InfiniteData<SearchResult, SearchCursor | null>;

/** Search results, page by page. */
export function searchQuery({ bridge, read }: Pick<ServerData, 'bridge' | 'read'>, text: string) {
  const queryKey = ['history.search', { text, limit: pageSize }, 'pages'] as const;
  return {
    queryKey,
    queryFn: ({
      pageParam,
      signal,
    }: {
      readonly pageParam: SearchCursor | null;
      readonly signal: AbortSignal;
    }): Promise<SearchResult> =>
      read(queryKey, () =>
        bridge.call(
          'history.search',
          { text, limit: pageSize, ...(pageParam === null ? {} : { after: pageParam }) },
          { signal },
        ),
      ),
    initialPageParam: null,
    getNextPageParam: (last: SearchResult) => last.next,
    enabled: text.trim() !== '',
    // Results do not change while the user is on another screen.
    refetchOnMount: false,
    // A scrolled list is not replaced while it is read.
    refetchInterval: ({
      state,
    }: {
      readonly state: { readonly data: Pages | undefined };
    }): number | false => {
      const pages = state.data?.pages ?? [];
      return pages.length === 1 && (pages[0]?.pending ?? 0) > 0 ? againMs : false;
    },
    placeholderData: (before: Pages | undefined) => before,
  };
}

export type FoundAnswers = {
  readonly hits: readonly SearchHit[];
  /** The result without its hits; null before the first response. */
  readonly result: Omit<SearchResult, 'hits' | 'next'> | null;
  readonly complete: boolean;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly failure: BridgeFailure | null;
  readonly again: () => void;
  readonly loadMore: () => void;
};

export function useSearch(text: string): FoundAnswers {
  const found = useInfiniteQuery<
    SearchResult,
    BridgeFailure,
    Pages,
    ReturnType<typeof searchQuery>['queryKey'],
    SearchCursor | null
  >(searchQuery(useServerData(), text));
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = found;
  const hits = useMemo(() => data?.pages.flatMap((page) => page.hits) ?? [], [data]);
  // Keeps its identity, because a list that loads more on every change would retry after a failure.
  const mayLoad = useRef(false);
  mayLoad.current = hasNextPage && !isFetchingNextPage && !isPlaceholderData;
  const loadMore = useCallback(() => {
    if (mayLoad.current) void fetchNextPage();
  }, [fetchNextPage]);
  return {
    hits,
    result: data?.pages[0] ?? null,
    complete: !hasNextPage,
    loading: isPlaceholderData || found.isPending,
    loadingMore: isFetchingNextPage,
    failure: found.error,
    again: () => void refetch(),
    loadMore,
  };
}
