import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { hasParts } from '#shared/analysis/comparisonParts.ts';
import type { RunDetail } from '#shared/model/run.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ColumnGrid, type GridHandle } from './ColumnGrid.tsx';
import { ColumnHead, headHeight } from './ColumnHead.tsx';
import type { ShownColumn } from './columnGroups.ts';
import { showColumn } from './columns.ts';
import { AlignedReading } from './compare/AlignedReading.tsx';
import { AnalysisTab, isAnalysisTab } from './compare/AnalysisTab.tsx';
import { type CompareView, readCompareView, writeCompareView } from './compare/compareView.ts';
import { answerParts, similarAnswerParts, tabParts } from './compare/tabParts.ts';
import { useAlignedReading } from './compare/useAlignedReading.ts';
import { useCompareCommands } from './compare/useCompareCommands.ts';
import { useComparison } from './compare/useComparison.ts';
import { FindBar } from './FindBar.tsx';
import { type FoundPlace, findInAnswers, findInComparison } from './find.ts';
import { HiddenColumns } from './HiddenColumns.tsx';
import type { ReadScreenProps } from './ReadScreen.tsx';
import { RunBody } from './RunBody.tsx';
import { RunHeader } from './RunHeader.tsx';
import { RunOverview } from './RunOverview.tsx';
import { RunToolbar } from './RunToolbar.tsx';
import { type ReadTab, readTabs } from './readTabs.ts';
import { useShownRun } from './runContext.tsx';
import { SectionPicker } from './SectionPicker.tsx';
import { createScreenRange } from './screenRange.ts';
import { useColumnActions } from './useColumnActions.ts';
import { useColumnWidths } from './useColumnWidths.ts';
import { useGroupedColumns } from './useGroupedColumns.ts';
import { useRawView } from './useRawView.ts';
import { useReadCommands } from './useReadCommands.ts';
import { useRunColumns } from './useRunColumns.ts';
import { useSelectedColumn } from './useSelectedColumn.ts';
import { useUnfolded } from './useUnfolded.ts';

const allTabs: ReadonlySet<ReadTab> = new Set(readTabs.map(({ id }) => id));

const gridLabels = {
  answer: 'Answers side by side',
  raw: 'Raw results side by side',
  page: 'Stored pages side by side',
} as const;

/** A run that is there: every market a column, in whatever tab is chosen. */
export function RunReading(props: ReadScreenProps & { readonly detail: RunDetail }) {
  const { detail, params, setParams, onInspect, onAskAgain, onMove, onRemove, onUndoable, composer } = props;
  const { run, cells, options } = detail;
  const { section } = useShownRun();
  const grid = useRef<GridHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const [finding, setFinding] = useState(false);
  // Blocks would move under the reader while answers arrive: a run that is followed from its start is read as
  // written until the person asks for the comparison.
  const [usual] = useState<'written' | 'consensus'>(run.state === 'running' ? 'written' : 'consensus');
  const { keys: unfolded, setOne: unfoldOne, setAll: unfoldThese } = useUnfolded();
  const [range] = useState(createScreenRange);

  const shown = useRunColumns(detail, params, setParams);
  const {
    columns,
    arrangement,
    arranged,
    visible,
    setArrangement,
    cellOf,
    answerOf,
    failureOf,
    retryAnswer,
  } = shown;
  const widths = useColumnWidths(params, setParams, props.widthMemory);
  const tab: ReadTab = readTabs.find((each) => each.id === params.tab)?.id ?? 'answer';
  const setTab = (next: ReadTab): void => setParams({ tab: next === 'answer' ? '' : next });
  const [rawView, setRawView] = useRawView(params, setParams, tab === 'raw', area);

  const view = useMemo(() => readCompareView(params, usual), [params, usual]);
  const compares = isAnalysisTab(tab) || (tab === 'answer' && view.mode !== 'written');
  const parts = isAnalysisTab(tab)
    ? tabParts[tab]
    : params.group === 'similarity'
      ? similarAnswerParts
      : answerParts;
  const {
    comparison: latest,
    failure,
    loadWhole,
  } = useComparison({
    runId: run.id,
    section,
    cells,
    markets: shown.markets,
    view,
    shownSample: shown.shownSample,
    parts,
    enabled: compares,
  });
  const comparison = compares && latest !== null && hasParts(latest, parts) ? latest : null;
  const reading = useAlignedReading(latest);
  const { closeGaps, goToRow, revealColumn } = reading;
  const setView = useCallback(
    (changes: Partial<CompareView>) => {
      closeGaps();
      setParams(writeCompareView({ ...view, ...changes }));
    },
    [view, setParams, closeGaps],
  );
  const baseline = tab === 'answer' && view.mode === 'baseline' ? view.baseline : null;
  const grouped = useGroupedColumns(
    params,
    setParams,
    arranged,
    tab === 'answer' ? comparison : null,
    baseline,
  );
  const { selected, select } = useSelectedColumn(params, setParams, shown, onInspect, grid, revealColumn);
  const actions = useColumnActions({
    columns,
    arrangement,
    arranged,
    setArrangement,
    onUndoable,
    select,
    chooseSample: shown.chooseSample,
    setApart: grouped.setApart,
  });
  const showAll = (): void => setArrangement({ ...arrangement, hidden: [] });
  const unfoldAll = (all: boolean): void => unfoldThese(all ? columns.map((column) => column.key) : []);
  const askAgain = (): void => onAskAgain(run, cells, options);

  useCompareCommands({ reading, view, setView, tabs: allTabs, setTab });
  useReadCommands({
    visible: [...grouped.pinned, ...grouped.free],
    selected,
    select: (key) => select(key, false),
    hide: actions.hide,
    togglePin: actions.togglePin,
    showAll,
    setUnfolded: unfoldAll,
    askAgain,
    move: () => onMove(run),
    compareAgainst: (key) =>
      setView(
        view.baseline === key ? { mode: 'consensus', baseline: null } : { mode: 'baseline', baseline: key },
      ),
    find: () => {
      if (tab !== 'answer') setTab('answer');
      setFinding(true);
    },
  });

  const find = useCallback(
    (words: string) =>
      comparison !== null
        ? findInComparison(words, comparison)
        : findInAnswers(
            words,
            visible.map((column) => ({ key: column.key, text: answerOf(column)?.text ?? '' })),
          ),
    [comparison, visible, answerOf],
  );
  const goToFound = ({ column, row }: FoundPlace): void => {
    if (row === null) unfoldOne(column, true);
    else goToRow(row);
    select(column, false);
  };
  const chooseColumn = useCallback((key: string) => select(key, false), [select]);
  const renderHead = useCallback(
    (column: ShownColumn): ReactNode => (
      <ColumnHead
        column={column}
        cell={cellOf(column)}
        observation={answerOf(column)}
        pinned={arrangement.pinned.includes(column.key)}
        baseline={column.key === baseline}
        selected={column.key === selected}
        actions={actions}
      />
    ),
    [cellOf, answerOf, arrangement, baseline, selected, actions],
  );
  const renderBody = useCallback(
    (column: ShownColumn): ReactNode => (
      <RunBody
        cell={cellOf(column)}
        observation={answerOf(column)}
        unreadable={failureOf(column)}
        onRetryAnswer={retryAnswer}
        tab={tab}
        rawView={rawView}
        unfolded={unfolded.has(column.key)}
        onUnfold={(open) => unfoldOne(column.key, open)}
      />
    ),
    [cellOf, answerOf, failureOf, retryAnswer, tab, rawView, unfolded, unfoldOne],
  );
  const side = {
    pinned: grouped.pinned,
    free: grouped.free,
    widths: widths.widths,
    onWidth: widths.setWidth,
    renderHead,
    range,
  } as const;

  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      {composer}
      <SectionPicker run={run} setParams={setParams} />
      <RunHeader run={run} onAskAgain={askAgain} onMove={() => onMove(run)} onRemove={() => onRemove(run)} />
      <Tabs label="View" tabs={readTabs} value={tab} onChange={setTab}>
        <RunToolbar
          run={run}
          tab={tab}
          columns={columns}
          grouped={grouped}
          widths={widths}
          view={view}
          setView={setView}
          comparison={comparison}
          loadWhole={loadWhole}
          onStep={reading.stepDifference}
          rawView={rawView}
          setRawView={setRawView}
          anyUnfolded={unfolded.size > 0}
          onFoldAll={(fold) => unfoldAll(!fold)}
        />
      </Tabs>
      {finding && tab === 'answer' ? (
        <FindBar find={find} onGo={goToFound} onClose={() => setFinding(false)} area={area} />
      ) : null}
      {arranged.hidden.length > 0 ? (
        <HiddenColumns
          hidden={arranged.hidden}
          onShow={(key) => setArrangement(showColumn(arrangement, key))}
          onShowAll={showAll}
        />
      ) : null}
      <RunOverview columns={shown} range={range} selected={selected} onChoose={chooseColumn} />
      <div ref={area} className="contents">
        {visible.length === 0 ? (
          <EmptyState
            title="All columns are hidden"
            action={<Button onClick={showAll}>Show all columns</Button>}
          />
        ) : compares && failure !== null ? (
          <ErrorNotice error={failure} className="m-4" />
        ) : compares && comparison === null ? (
          <p className="p-4 text-ink-3">Comparing the answers…</p>
        ) : isAnalysisTab(tab) && comparison !== null ? (
          <AnalysisTab
            tab={tab}
            comparison={comparison}
            onMarket={(key) => select(key, true)}
            project={run.projectId}
          />
        ) : comparison !== null ? (
          <AlignedReading
            {...side}
            comparison={comparison}
            reading={reading}
            onlyDifferences={view.onlyDifferences}
            headHeight={headHeight(grouped.columnView.grouping !== 'none')}
            renderWithout={renderBody}
          />
        ) : isAnalysisTab(tab) ? null : (
          <ColumnGrid
            {...side}
            key={tab}
            label={gridLabels[tab]}
            renderBody={renderBody}
            handle={grid}
            heightKey={`${tab} ${[...unfolded].join()} ${visible.length}`}
          />
        )}
      </div>
    </div>
  );
}
