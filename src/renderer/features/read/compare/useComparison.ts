import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ComparisonPart } from '#shared/analysis/comparisonParts.ts';
import type { CellView } from '#shared/model/run.ts';
import { useBridge } from '../../../bridge/BridgeContext.tsx';
import { useBrandRuleChanges } from '../../../bridge/brandRules.ts';
import type { RunSection } from '../runStore.ts';
import type { CompareView } from './compareView.ts';
import { type ComparisonActions, type ComparisonState, createComparisonStore } from './comparisonStore.ts';

/** The comparison of a run's answers as they are now; worked out again when answers, view or brand rules change. */
export function useComparison(
  runId: string,
  markets: readonly string[],
  cells: ReadonlyMap<string, CellView>,
  view: CompareView,
  shownSample: Readonly<Record<string, string>>,
  enabled: boolean,
  piece: RunSection,
  parts: readonly ComparisonPart[],
): ComparisonState & Pick<ComparisonActions, 'loadWhole'> {
  const bridge = useBridge();
  const [store] = useState(() => createComparisonStore(bridge));
  const ruleChanges = useBrandRuleChanges();
  const version = useMemo(() => {
    const states = [...cells.values()].filter((cell) => cell.state !== 'planned' && cell.state !== 'running');
    const answers = states.map((cell) => cell.observationId ?? cell.state).join();
    return `${ruleChanges} ${states.length} ${answers}`;
  }, [cells, ruleChanges]);
  const baseline =
    view.mode === 'baseline' && view.baseline !== null && cellsHave(cells, view.baseline)
      ? view.baseline
      : null;
  const { granularity, ignoreCase, ignoreWhitespace, ignoreCitationMarks } = view;
  useEffect(() => {
    if (!enabled || markets.length === 0) return;
    store.getState().want(
      {
        runId,
        ...piece,
        markets: [...markets],
        baseline,
        granularity,
        ignoreCase,
        ignoreWhitespace,
        ignoreCitationMarks,
        shownSample,
      },
      version,
      parts,
    );
  }, [
    store,
    enabled,
    runId,
    piece,
    markets,
    baseline,
    granularity,
    ignoreCase,
    ignoreWhitespace,
    ignoreCitationMarks,
    shownSample,
    version,
    parts,
  ]);
  useEffect(() => () => store.getState().stop(), [store]);
  return useStore(store);
}

function cellsHave(cells: ReadonlyMap<string, CellView>, market: string): boolean {
  for (const cell of cells.values()) if (cell.marketKey === market) return true;
  return false;
}
