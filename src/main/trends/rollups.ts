import { trendMetric } from '#shared/analysis/trends/trendMetrics.ts';
import type { LeagueView, MatrixQuery, RollupMatrix, RollupScope } from '#shared/model/rollup.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { Trends } from './trends.ts';

type Signalled = { readonly signal: AbortSignal };

/** The answers of one run rolled up, from what trends keep in memory. */
export function createRollups({
  history,
  trends,
}: {
  readonly history: HistoryCalls;
  readonly trends: Pick<Trends, 'load'>;
}) {
  const ready = (metric: string, { signal }: Signalled): Promise<void> =>
    trends.load(trendMetric(metric)?.subject !== 'brand', signal);
  return {
    /** @throws AppError NOT_FOUND for a run that is not stored */
    async league(scope: RollupScope, call: Signalled): Promise<LeagueView> {
      await ready('visibility', call);
      return history.call('rollups.league', scope);
    },
    /** @throws AppError NOT_FOUND for a run, metric or brand that is not there */
    async matrix(query: MatrixQuery, call: Signalled): Promise<RollupMatrix> {
      await ready(query.metric, call);
      return history.call('rollups.matrix', query);
    },
    async answers(
      cell: MatrixQuery & { readonly row: string; readonly column: string },
      call: Signalled,
    ): Promise<{ readonly ids: string[]; readonly total: number }> {
      await ready(cell.metric, call);
      return history.call('rollups.answers', cell);
    },
  };
}
