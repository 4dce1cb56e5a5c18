import { useMemo } from 'react';
import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import type { ShownColumn } from './columnGroups.ts';

/** More answers than this are not put side by side at once. */
const maxAnswers = 60;

/** Single answers of whatever runs, each as a column under its own id. */
export type Answers = {
  /** Answers that are stored, in the order asked for. */
  readonly columns: readonly ShownColumn[];
  readonly byId: ReadonlyMap<string, ObservationView>;
  /** How many of those asked for are no longer stored; 0 until they were read. */
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
  // Of what was read last: while other answers are on their way, these stay on the screen whole.
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

/** A column by itself: its answer is the one cell it has. */
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
