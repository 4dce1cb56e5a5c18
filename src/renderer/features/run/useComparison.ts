import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SurfaceChoice } from '#shared/interface/surface.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import {
  type ComparisonPart,
  hasParts,
  type PartialComparison,
  readTexts,
} from '#shared/model/comparison/comparisonParts.ts';
import type { CompareInput } from '#shared/model/comparison/request.ts';
import type { CellView } from '#shared/model/run.ts';
import { useRoute, useServerData } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import type { ServerData } from '../../bridge/serverData.ts';
import type { CompareView } from '../../reading/compareView.ts';
import type { RunSection } from './runContext.tsx';

/**
 * Comparison of a run. Its parts are loaded on demand and cached.
 * @param version changes when answers have arrived
 */
export function comparisonQuery(
  { bridge, queries, read }: Pick<ServerData, 'bridge' | 'queries' | 'read'>,
  request: CompareInput,
  version: string,
  parts: readonly ComparisonPart[],
) {
  const queryKey = ['comparisons.parts', request, version] as const;
  const readParts = async (
    wanted: readonly ComparisonPart[],
    signal: AbortSignal,
  ): Promise<PartialComparison> =>
    readTexts(await bridge.call('comparisons.parts', { ...request, parts: [...wanted] }, { signal }));
  return {
    queryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<PartialComparison> =>
      read(queryKey, async () => {
        const state = queries.getQueryState<PartialComparison>(queryKey);
        const held = state === undefined || state.isInvalidated ? undefined : state.data;
        const missing = parts.filter((part) => held?.[part] === undefined);
        const arrived = await readParts(missing, signal);
        if (held === undefined || held.key === arrived.key) return { ...held, ...arrived };
        // The answers have changed meanwhile: the cached parts belong to another comparison.
        return missing.length === parts.length ? arrived : await readParts(parts, signal);
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // Large, and quickly available from the core again.
    gcTime: 30_000,
    structuralSharing: false,
  } as const;
}

type ComparisonState = {
  /** The latest loaded parts. They stay on the screen while the next comparison is computed. */
  readonly comparison: PartialComparison | null;
  readonly failure: BridgeFailure | null;
  /** Loads all parts, for exports. */
  readonly loadWhole: () => Promise<Comparison>;
};

type Compared = {
  readonly runId: string;
  readonly section: RunSection;
  readonly cells: readonly CellView[];
  readonly markets: readonly string[];
  readonly view: CompareView;
  /** The selected surface; null for all. */
  readonly surface: SurfaceChoice | null;
  readonly shownSample: Readonly<Record<string, string>>;
  readonly parts: readonly ComparisonPart[];
  /** Loaded once the others are there. */
  readonly laterParts?: readonly ComparisonPart[];
  readonly enabled: boolean;
};

/** The comparison of a run's current answers. Computed again if answers, view or brand rules change. */
export function useComparison(compared: Compared): ComparisonState {
  const { runId, section, cells, markets, view, surface, shownSample, parts, laterParts = [] } = compared;
  const server = useServerData();
  const version = useMemo(() => {
    const states = cells.filter((cell) => cell.state !== 'planned' && cell.state !== 'running');
    return `${states.length} ${states.map((cell) => cell.observationId ?? cell.state).join()}`;
  }, [cells]);
  const baseline =
    view.mode === 'baseline' && cells.some(({ marketKey }) => marketKey === view.baseline)
      ? view.baseline
      : null;
  const { granularity, ignoreCase, ignoreWhitespace } = view;
  const ignored = { granularity, ignoreCase, ignoreWhitespace };
  const filter = surface === null ? {} : { surface };
  // What the project reads answers in is also what they are compared in.
  const setting = useRoute('translations.setting', {});
  const readIn = setting.data?.to ?? undefined;
  const request = {
    runId,
    readIn,
    ...section,
    markets: [...markets],
    ...filter,
    baseline,
    ...ignored,
    shownSample,
  };
  const enabled = compared.enabled && markets.length > 0 && !setting.isPending;
  // A read goes on while answers arrive: if each answer began another one, none would end before the last answer.
  const whose = `${runId} ${section.question} ${section.engine}`;
  const [read, setRead] = useState({ whose, version });
  // Another run, or part of it, is read as it is now.
  const isOther = read.whose !== whose;
  const shownVersion = isOther ? version : read.version;
  const { queryKey } = comparisonQuery(server, request, shownVersion, parts);
  const held = server.queries.getQueryData<PartialComparison>(queryKey);
  const wanted = held !== undefined && hasParts(held, parts) ? [...parts, ...laterParts] : parts;
  const query = comparisonQuery(server, request, shownVersion, wanted);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<
    PartialComparison,
    BridgeFailure,
    PartialComparison,
    (typeof query)['queryKey']
  >({ ...query, enabled, placeholderData: keepPreviousData });
  useEffect(() => {
    if (!isFetching || isOther) setRead({ whose, version });
  }, [isFetching, isOther, whose, version]);
  /** The cached comparison, if a required part is missing. */
  const lacking = data !== undefined && !isPlaceholderData && !hasParts(data, wanted) ? data : null;
  useEffect(() => {
    // A running read loads the earlier parts; this is checked again when it is finished.
    if (enabled && lacking !== null && error === null) void refetch({ cancelRefetch: false });
  }, [enabled, lacking, error, refetch]);
  const latest = useRef(request);
  latest.current = request;
  const { bridge } = server;
  const loadWhole = useCallback(() => bridge.call('comparisons.get', latest.current), [bridge]);
  return { comparison: data ?? null, failure: error, loadWhole };
}
