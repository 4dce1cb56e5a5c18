import { useQuery } from '@tanstack/react-query';
import type { RunSummary } from '#shared/model/run.ts';
import { useServerData } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import { isActive } from '../../bridge/eventTable.ts';
import type { ServerData } from '../../bridge/serverData.ts';

/** Active runs of all projects, newest first. */
export function activeRunsQuery({ bridge, read }: Pick<ServerData, 'bridge' | 'read'>) {
  const queryKey = ['runs.active', {}] as const;
  return {
    queryKey,
    queryFn: () =>
      read<readonly RunSummary[]>(queryKey, async () => {
        const { runs } = await bridge.call('runs.list', { limit: 50, project: 'all' });
        return runs.filter(isActive);
      }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

const none: readonly RunSummary[] = [];

export function useActiveRuns(): readonly RunSummary[] {
  // Data that is missing here arrives with the next event.
  return useQuery<readonly RunSummary[], BridgeFailure>(activeRunsQuery(useServerData())).data ?? none;
}

/** Number of running questions of one connection. */
export function askedNow(running: readonly RunSummary[], connectionId: string): number {
  return running
    .filter((run) => run.connectionId === connectionId)
    .reduce((sum, run) => sum + run.counts.running, 0);
}

/** Share of ended cells, 0..1; null if nothing is running. */
export function shareDone(running: readonly RunSummary[]): number | null {
  const total = running.reduce((sum, run) => sum + run.counts.total, 0);
  if (total === 0) return null;
  return running.reduce((sum, run) => sum + cellsDone(run), 0) / total;
}

/** Number of cells of a run that have ended. */
export function cellsDone(run: RunSummary): number {
  const { completed, failed, cancelled, unknown } = run.counts;
  return completed + failed + cancelled + unknown;
}
