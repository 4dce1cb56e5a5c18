import { useMemo } from 'react';
import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../bridge/client.ts';
import type { ShownColumn } from './columnGroups.ts';

/** Maximum answers side by side. */
const maxAnswers = 60;

/** Single answers of any runs, each as a column with its id. */
export type Answers = {
  /** Stored answers in the requested order. */
  readonly columns: readonly ShownColumn[];
  readonly byId: ReadonlyMap<string, ObservationView>;
  /** Number of requested answers that are no longer stored; 0 before they are loaded. */
  readonly missing: number;
  readonly ready: boolean;
  readonly failure: BridgeFailure | null;
  readonly retry: () => void;
};

export function useAnswers(wanted: readonly string[]): Answers {
  const ids = useMemo(() => [...new Set(wanted)].slice(0, maxAnswers), [wanted]);
  const { data, error, refetch, isPlaceholderData } = useRoute(
    'observations.getMany',
    { ids },
    { enabled: ids.length > 0 },
  );
  const byId = useMemo(
    () => new Map(data?.observations.map((observation) => [observation.id, observation])),
    [data],
  );
  // The previous answers stay on the screen while others are loaded.
  const columns = useMemo(() => data?.observations.map(columnOf) ?? [], [data]);
  const ready = data !== undefined || ids.length === 0;
  return {
    columns,
    byId,
    missing: ready && !isPlaceholderData ? ids.length - columns.length : 0,
    ready,
    failure: error,
    retry: () => void refetch(),
  };
}

/** A column with a single answer. */
function columnOf(observation: ObservationView): ShownColumn {
  const { id, cellId, market, marketKey, sample, receivedAtMs, creditsCharged, damaged, surface } =
    observation;
  return {
    key: id,
    market,
    cells: [
      {
        id: cellId,
        ordinal: 0,
        market,
        marketKey,
        sample,
        state: damaged ? 'failed' : 'completed',
        observationId: id,
        surface,
        error: damaged ? { ...damagedAnswer, requestId: null } : null,
        startedAtMs: null,
        finishedAtMs: receivedAtMs,
        creditsCharged,
        attempts: 1,
      },
    ],
    group: null,
    same: [],
    apart: false,
  };
}
