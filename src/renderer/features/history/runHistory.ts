import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { useServerData } from '../../bridge/BridgeContext.tsx';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { eventTable, historyPageSize, type QueryInput, type RunPage } from '../../bridge/eventTable.ts';
import type { ServerData } from '../../bridge/serverData.ts';

type Scope = QueryInput<'runs.history'>;

/** Scope of the history: the current project, or all. */
export const scopeOf = (everywhere: boolean): Scope => (everywhere ? { project: 'all' } : {});

/**
 * The run history, newest first. A read loads its newest page: new and changed runs are updated, and later loaded
 * pages stay.
 */
export function runHistoryQuery({ bridge, read, held }: ServerData, scope: Scope) {
  const queryKey = ['runs.history', scope] as const;
  return {
    queryKey,
    queryFn: () =>
      read<RunPage>(queryKey, async () => {
        const page = await bridge.call('runs.list', { limit: historyPageSize, ...scope });
        const known = held('runs.history', scope);
        return known === undefined ? page : refreshed(known, page, scope);
      }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** Loads the next page of older runs. */
export async function readOlderRuns(
  { bridge, queries, read, held }: ServerData,
  scope: Scope,
): Promise<void> {
  const queryKey = ['runs.history', scope] as const;
  const last = held('runs.history', scope)?.runs.at(-1);
  if (last === undefined) return;
  const page = await read(queryKey, () =>
    bridge.call('runs.list', {
      limit: historyPageSize,
      ...scope,
      before: { createdAtMs: last.createdAtMs, id: last.id },
    }),
  );
  queries.setQueryData<RunPage>(queryKey, (known) =>
    // If the list was read again meanwhile, it may end elsewhere and has another next page.
    known?.runs.at(-1)?.id === last.id
      ? { runs: [...known.runs, ...unknownOf(known.runs, page.runs)], more: page.more }
      : known,
  );
}

export async function removeRun({ bridge, apply }: ServerData, runId: string): Promise<boolean> {
  try {
    const { removed } = await bridge.call('runs.remove', { runId });
    if (removed) apply(eventTable['run.removed']({ runId }));
    return removed;
  } catch (thrown) {
    throw failureOf(thrown);
  }
}

/** Takes a run back from the trash. */
export async function restoreRun({ bridge, apply }: ServerData, runId: string): Promise<void> {
  try {
    apply(eventTable['run.restored'](await bridge.call('trash.restore', { runId })));
  } catch (thrown) {
    throw failureOf(thrown);
  }
}

export type RunHistory = {
  readonly runs: readonly RunSummary[];
  readonly more: boolean;
  /** True until the first page is loaded. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly failure: BridgeFailure | null;
  readonly loadMore: () => void;
  readonly reload: () => void;
};

const none: readonly RunSummary[] = [];

/** @param everywhere runs of all projects instead of the current one */
export function useRunHistory(everywhere: boolean): RunHistory {
  const server = useServerData();
  const scope = scopeOf(everywhere);
  const { data, error, isPending, refetch } = useQuery<RunPage, BridgeFailure>(
    runHistoryQuery(server, scope),
  );
  const older = useMutation<void, BridgeFailure>({
    networkMode: 'always',
    mutationFn: () => readOlderRuns(server, scope),
  });
  const { mutate, isPending: loadingMore } = older;
  const more = data?.more ?? false;
  // Keeps its identity, because a list that loads more on every change would retry after a failure.
  const mayLoad = useRef(false);
  mayLoad.current = more && !loadingMore;
  const loadMore = useCallback(() => {
    if (mayLoad.current) mutate();
  }, [mutate]);
  return {
    runs: data?.runs ?? none,
    more,
    loading: isPending,
    loadingMore,
    failure: error ?? older.error,
    loadMore,
    reload: () => void refetch(),
  };
}

/** Updates the first page. Runs that are missing in its range were deleted. */
function refreshed(known: RunPage, page: RunPage, { project }: Scope): RunPage {
  const last = page.runs.at(-1);
  if (last === undefined || !page.more) return page;
  // The current project has changed.
  if (project !== 'all' && known.runs[0]?.projectId !== last.projectId) return page;
  const older = unknownOf(page.runs, known.runs).filter((run) => run.createdAtMs <= last.createdAtMs);
  return { runs: [...page.runs, ...older], more: older.length === 0 ? page.more : known.more };
}

function unknownOf(known: readonly RunSummary[], runs: readonly RunSummary[]): readonly RunSummary[] {
  const ids = new Set(known.map((run) => run.id));
  return runs.filter((run) => !ids.has(run.id));
}
