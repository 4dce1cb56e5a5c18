import { useMemo } from 'react';
import type { RouteInput } from '#shared/bridge/routeTable.ts';
import {
  type ComparisonPart,
  type ComparisonWith,
  hasParts,
  readTexts,
} from '#shared/model/comparison/comparisonParts.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../bridge/client.ts';

type AnswersComparisonState<P extends ComparisonPart> = {
  /** Null until these parts are loaded. */
  readonly comparison: ComparisonWith<P> | null;
  /** Project whose rules apply. */
  readonly project: string | undefined;
  readonly failure: BridgeFailure | null;
  readonly retry: () => void;
};

/** These parts of a comparison of single answers. Computed again if the brand rules change. */
export function useAnswersComparison<P extends ComparisonPart>(
  input: Omit<RouteInput<'comparisons.ofAnswers'>, 'parts'>,
  parts: readonly P[],
  enabled: boolean,
): AnswersComparisonState<P> {
  const { data, error, refetch } = useRoute(
    'comparisons.ofAnswers',
    { ...input, parts: [...parts] },
    { enabled },
  );
  const arrived = useMemo(() => (data === undefined ? null : readTexts(data)), [data]);
  return {
    comparison: arrived !== null && hasParts(arrived, parts) ? arrived : null,
    project: data?.project,
    failure: error,
    retry: () => void refetch(),
  };
}
