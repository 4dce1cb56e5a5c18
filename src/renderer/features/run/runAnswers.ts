import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import { useServerData } from '../../bridge/BridgeContext.tsx';
import { BridgeFailure, failureOf } from '../../bridge/client.ts';
import { readOnce, type ServerData } from '../../bridge/serverData.ts';

/** Answers per call; few, so that the first columns are shown early. */
const batchSize = 12;

/** The loaded answers of a run. Answers never change. */
export type RunAnswers = {
  /** By observation id; only loaded ones. */
  readonly answers: ReadonlyMap<string, ObservationView>;
  /** Why an answer could not be read from the history, by observation id. */
  readonly failures: ReadonlyMap<string, BridgeFailure>;
};

const unreadable = new BridgeFailure({ ...damagedAnswer, retryable: false });

const none: RunAnswers = { answers: new Map(), failures: new Map() };

/**
 * The query that caches them; `createAnswerReader` adds to it. With one query per answer, 250 answers would render
 * every column 250 times.
 */
export function runAnswersQuery(runId: string) {
  return {
    queryKey: ['runs.answers', { runId }] as const,
    queryFn: skipToken,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    meta: readOnce,
  } as const;
}

export type AnswerReader = {
  /** Loads answers that are neither loaded nor loading nor failed. */
  readonly need: (ids: readonly string[]) => void;
  /** Loads a failed answer again. */
  readonly retry: (id: string) => void;
};

/** @param schedule delays a call until all current requests for answers have been collected */
export function createAnswerReader(
  { bridge, queries }: Pick<ServerData, 'bridge' | 'queries'>,
  runId: string,
  schedule: (run: () => void) => void = queueMicrotask,
): AnswerReader {
  const { queryKey } = runAnswersQuery(runId);
  const wanted = new Set<string>();
  const onTheWay = new Set<string>();
  const held = (): RunAnswers => queries.getQueryData<RunAnswers>(queryKey) ?? none;

  const readBatch = async (ids: readonly string[]): Promise<void> => {
    const answers = new Map<string, ObservationView>();
    let failure = failureOf(new Error('the answer is no longer stored'));
    const damaged = new Set<string>();
    try {
      const { observations } = await bridge.call('observations.getMany', { ids: [...ids] });
      for (const observation of observations) {
        if (observation.damaged) damaged.add(observation.id);
        else answers.set(observation.id, observation);
      }
    } catch (thrown) {
      failure = failureOf(thrown);
    }
    for (const id of ids) onTheWay.delete(id);
    const failed = ids
      .filter((id) => !answers.has(id))
      .map((id) => [id, damaged.has(id) ? unreadable : failure] as const);
    queries.setQueryData<RunAnswers>(queryKey, (now = none) => ({
      answers: new Map([...now.answers, ...answers]),
      failures: failed.length === 0 ? now.failures : new Map([...now.failures, ...failed]),
    }));
  };
  const flush = (): void => {
    const ids = [...wanted];
    wanted.clear();
    for (const id of ids) onTheWay.add(id);
    for (let start = 0; start < ids.length; start += batchSize)
      void readBatch(ids.slice(start, start + batchSize));
  };
  const need = (ids: readonly string[]): void => {
    const { answers, failures } = held();
    const idle = wanted.size === 0;
    for (const id of ids) if (!answers.has(id) && !failures.has(id) && !onTheWay.has(id)) wanted.add(id);
    if (idle && wanted.size > 0) schedule(flush);
  };
  return {
    need,
    retry: (id) => {
      queries.setQueryData<RunAnswers>(queryKey, (now = none) => ({
        ...now,
        failures: new Map([...now.failures].filter(([other]) => other !== id)),
      }));
      need([id]);
    },
  };
}

/** These answers of a run as they are loaded, and the previously loaded ones. */
export function useRunAnswers(
  runId: string,
  ids: readonly string[],
): RunAnswers & Pick<AnswerReader, 'retry'> {
  const server = useServerData();
  const { need, retry } = useMemo(() => createAnswerReader(server, runId), [server, runId]);
  useEffect(() => need(ids), [need, ids]);
  const { answers, failures } = useQuery(runAnswersQuery(runId)).data ?? none;
  return { answers, failures, retry };
}
