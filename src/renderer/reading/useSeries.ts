import { useMemo } from 'react';
import { type Moment, momentsOf } from '#shared/alerts/series.ts';
import type { Series } from '#shared/model/series.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../bridge/client.ts';

export type SeriesState = {
  readonly series: Series | null;
  /** Oldest first. */
  readonly moments: readonly Moment[];
  readonly failure: BridgeFailure | null;
  /** Index of an answer's run; -1 if it is not part of the series. */
  readonly placeOf: (observationId: string) => number;
};

/** The same question, engine and market over time. `monitorId` limits it to the runs of one monitor. */
export function useSeries(id: string, monitorId: string | null = null): SeriesState {
  const { data, error } = useRoute('observations.series', { id, monitorId });
  const moments = useMemo(() => momentsOf(data?.answers ?? []), [data]);
  return {
    series: data ?? null,
    moments,
    failure: error,
    placeOf: (observationId) =>
      moments.findIndex((moment) => moment.answers.some((answer) => answer.id === observationId)),
  };
}
