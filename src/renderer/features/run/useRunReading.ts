import { type ReactNode, useReducer, useRef, useState } from 'react';
import { hasParts } from '#shared/model/comparison/comparisonParts.ts';
import type { RunDetail, RunSummary } from '#shared/model/run.ts';
import { useAlignedReading } from '../../reading/aligned/useAlignedReading.ts';
import type { GridHandle } from '../../reading/ColumnGrid.tsx';
import { useColumnWidths, type WidthMemory } from '../../reading/columnWidths.ts';
import { startOfReading, stepReading } from '../../reading/readingState.ts';
import type { ReadTab } from '../../reading/readTabs.ts';
import { createScreenRange } from '../../reading/useColumnsAcross.ts';
import { type TabMemory, useReadingView } from '../../reading/useReadingView.ts';
import type { OfferUndo } from '../../ui/undo.ts';
import { useThrottled } from '../../ui/useThrottled.ts';
import { useColumnActions, useGroupedColumns, useRunColumns, useSelectedColumn } from './runColumns.ts';
import { useShownRun } from './runContext.tsx';
import { useComparison } from './useComparison.ts';

export type ReadScreenProps = {
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string | null, open: boolean) => void;
  readonly onAskAgain: (detail: RunDetail) => void;
  /** Opens the dialog for moving the run to another project. */
  readonly onMove: (run: RunSummary) => void;
  readonly onRemove: (run: RunSummary) => void;
  readonly onUndoable: OfferUndo;
  /** The last column widths, in any run. */
  readonly widthMemory: WidthMemory;
  /** The last selected tab, in any run. */
  readonly tabMemory: TabMemory;
  /** Offers the brands that the answers name, while none is the analyst's own. */
  readonly brandChoice: ReactNode;
  /** Shown above the columns while an earlier question is edited. */
  readonly composer: ReactNode;
};

export type RunReadingProps = ReadScreenProps & { readonly detail: RunDetail };

export type RunReadingState = ReturnType<typeof useRunReading>;

/** State of a displayed run: its columns, the tab and view in the address, and their comparison. */
export function useRunReading(props: RunReadingProps) {
  const { detail, params, setParams, onInspect, onUndoable } = props;
  const { run, cells } = detail;
  const { section } = useShownRun();
  const grid = useRef<GridHandle>(null);
  const [state, send] = useReducer(stepReading, startOfReading);
  const [range] = useState(createScreenRange);
  // Blocks would move while answers arrive. A run that is opened while running is shown as full text until the user
  // selects the comparison.
  const [usual] = useState<'written' | 'consensus'>(run.state === 'running' ? 'written' : 'consensus');
  const { tab, setTab, view, setView } = useReadingView(
    props.tabs,
    params,
    setParams,
    usual,
    send,
    // Searches have no brands, so they open on their results.
    run.engine === 'search' || run.engine === 'search/news'
      ? { ...props.tabMemory, remembered: 'search' }
      : props.tabMemory,
  );
  const columns = useRunColumns(detail, params, setParams, state.samples);
  const widths = useColumnWidths(params, setParams, props.widthMemory);

  // While answers arrive, summaries are updated less often.
  const throttled = useThrottled(cells, 500);
  const compares = tab.kind === 'analysis' || (tab.id === 'answer' && view.mode !== 'written');
  // Ordering columns by similarity needs the similarity matrix.
  const parts = tab.id === 'answer' && params.group === 'similarity' ? similarAnswerParts : tab.parts;
  const compared = useComparison({
    runId: run.id,
    section,
    cells: tab.id === 'overview' && run.state === 'running' ? throttled : cells,
    markets: columns.markets,
    view,
    surface: columns.filter.chosen,
    shownSample: columns.shownSample,
    parts,
    laterParts:
      run.state !== 'running' && columns.markets.length <= maxLaterMarkets ? tab.laterParts : undefined,
    enabled: compares,
  });
  const latest = compared.comparison;
  const comparison = compares && latest !== null && hasParts(latest, parts) ? latest : null;
  const aligned = useAlignedReading(latest, state, send);
  const baseline = tab.id === 'answer' && view.mode === 'baseline' ? view.baseline : null;
  const grouped = useGroupedColumns(
    params,
    setParams,
    columns.arranged,
    tab.id === 'answer' ? comparison : null,
    baseline,
  );
  const { selected, select } = useSelectedColumn(
    params,
    setParams,
    columns,
    onInspect,
    grid,
    aligned.revealColumn,
  );
  const actions = useColumnActions({ shown: columns, onUndoable, select, send, setApart: grouped.setApart });
  return {
    ...{ state, send, range, grid, tab, setTab, view, setView, columns, widths },
    ...{ compares, comparison, failure: compared.failure, loadWhole: compared.loadWhole },
    ...{ aligned, baseline, grouped, selected, select, actions },
  };
}

/** Markets of a completed run up to which a tab loads its later parts. */
const maxLaterMarkets = 30;

const similarAnswerParts = ['answer', 'matrix'] as const;
