import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { chargedPerAnswer } from '#shared/documents/overviewSentences.ts';
import { hasParts } from '#shared/model/comparison/comparisonParts.ts';
import { AlignedReading } from '../../reading/aligned/AlignedReading.tsx';
import type { ContentProps } from '../../reading/analysisTab.tsx';
import { ColumnGrid } from '../../reading/ColumnGrid.tsx';
import type { ShownColumn } from '../../reading/columnGroups.ts';
import { showColumn } from '../../reading/columns.ts';
import { type FoundPlace, findInAnswers, findInComparison } from '../../reading/find.ts';
import { ReadInFrame } from '../../reading/readIn/ReadInFrame.tsx';
import type { ReadTab } from '../../reading/readTabs.ts';
import { Comparing } from '../../reading/TabFrame.tsx';
import { useCompareCommands } from '../../reading/useCompareCommands.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ColumnHead, headHeight } from './ColumnHead.tsx';
import { useComparisonExports } from './comparisonExports.ts';
import { missingData } from './extraData.ts';
import { FindBar } from './FindBar.tsx';
import { HiddenColumns } from './HiddenColumns.tsx';
import { RunBody } from './RunBody.tsx';
import { RunHeader } from './RunHeader.tsx';
import { RunOverview } from './RunOverview.tsx';
import { RunToolbar } from './RunToolbar.tsx';
import { useShownRun } from './runContext.tsx';
import { SectionPicker } from './SectionPicker.tsx';
import { useReadCommands } from './useReadCommands.ts';
import { type RunReadingProps, type RunReadingState, useRunReading } from './useRunReading.ts';

/** A loaded run with its markets as columns, in the selected tab. */
export function RunReading(props: RunReadingProps) {
  const { detail, setParams, onMove, onRemove, composer } = props;
  const { run } = detail;
  const area = useRef<HTMLDivElement>(null);
  const reading = useRunReading(props);
  const { tab, state, send, columns, selected, select } = reading;
  const { arrangement, arranged, setArrangement } = columns;
  const showAll = (): void => setArrangement({ ...arrangement, hidden: [] });
  const unfoldAll = (all: boolean): void =>
    send({ type: 'columns-unfolded', keys: all ? columns.columns.map(({ key }) => key) : [] });
  const askAgain = (): void => props.onAskAgain(detail);
  const lacking = (id: string) => missingData(id, run.engine, detail.options);
  const again = lacking(tab.id)?.again ?? null;
  const askFor =
    again === null
      ? undefined
      : { label: again.label, press: () => props.onAskAgain({ ...detail, options: again.options }) };
  const chooseColumn = useCallback((key: string) => select(key, false), [select]);
  const price = useMemo(() => chargedPerAnswer(detail.cells), [detail.cells]);
  const { find, goToFound } = useFinding(reading);
  const begin = useSoughtAnswer(props, reading);
  useRunCommands(reading, { tabs: props.tabs, showAll, unfoldAll, askAgain });

  const exports = useComparisonExports({
    comparison: reading.comparison,
    loadWhole: reading.loadWhole,
    run,
    tab: tab.report,
  });

  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      {composer}
      <SectionPicker run={run} setParams={setParams} />
      <RunHeader run={run} onAskAgain={askAgain} onMove={onMove} onRemove={onRemove} exports={exports} />
      <Tabs
        label="View"
        tabs={props.tabs}
        value={tab.id}
        onChange={reading.setTab}
        emptyBecause={(id) => lacking(id)?.reason ?? null}
      >
        <RunToolbar setParams={setParams} reading={reading} onFoldAll={(fold) => unfoldAll(!fold)} />
      </Tabs>
      {(state.finding || begin !== undefined) && tab.id === 'answer' ? (
        <FindBar
          key={begin?.words ?? ''}
          find={find}
          onGo={goToFound}
          begin={begin}
          onClose={() => {
            send({ type: 'finding', open: false });
            setParams({ find: '', sample: '' });
          }}
          area={area}
        />
      ) : null}
      {arranged.hidden.length > 0 ? (
        <HiddenColumns
          hidden={arranged.hidden}
          onShow={(key) => setArrangement(showColumn(arrangement, key))}
          onShowAll={showAll}
        />
      ) : null}
      {tab.id === 'overview' ? null : (
        <RunOverview columns={columns} range={reading.range} selected={selected} onChoose={chooseColumn} />
      )}
      <div ref={area} className="contents">
        {columns.visible.length === 0 ? (
          <EmptyState
            title="All columns are hidden"
            action={<Button onClick={showAll}>Show all columns</Button>}
          />
        ) : (
          <RunContent
            reading={reading}
            project={run.projectId}
            onAskAgain={(samples = run.samples) => props.onAskAgain({ ...detail, run: { ...run, samples } })}
            askFor={askFor}
            creditsPerAnswer={price}
          />
        )}
        <ScrollToSelected key={`${tab.id} ${reading.comparison?.answer === undefined}`} {...reading} />
      </div>
    </div>
  );
}

type RunCommandActions = {
  readonly tabs: readonly ReadTab[];
  readonly showAll: () => void;
  readonly unfoldAll: (all: boolean) => void;
  readonly askAgain: () => void;
};

/** Shortcuts and palette commands. */
function useRunCommands(reading: RunReadingState, run: RunCommandActions): void {
  const { tab, setTab, view, setView, send, grouped, selected, select, actions, aligned } = reading;
  useCompareCommands({ reading: aligned, view, setView, tabs: run.tabs, setTab });
  useReadCommands({
    ...run,
    visible: [...grouped.pinned, ...grouped.free],
    selected,
    select: (key) => select(key, false),
    hide: actions.hide,
    togglePin: actions.togglePin,
    setUnfolded: run.unfoldAll,
    compareAgainst: (key) =>
      setView(
        view.baseline === key ? { mode: 'consensus', baseline: null } : { mode: 'baseline', baseline: key },
      ),
    find: tab.id === 'answer' ? () => send({ type: 'finding', open: true }) : null,
  });
}

/** Finds words in the displayed answers and goes to the matches. */
function useFinding({ comparison, columns, aligned, send, select }: RunReadingState) {
  const { visible, answerOf } = columns;
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
    if (row === null) send({ type: 'column-unfolded', key: column, open: true });
    else aligned.goToRow(row);
    select(column, false);
  };
  return { find, goToFound };
}

/** Shows the answer that contains the sentence in the address. */
function useSoughtAnswer({ params, detail }: RunReadingProps, { send }: RunReadingState) {
  const { find: words, sample, at: column } = params;
  useEffect(() => {
    const cell = detail.cells.find(({ observationId }) => observationId === sample);
    if (sample && cell !== undefined && column)
      send({ type: 'sample-chosen', key: column, sample: cell.sample });
  }, [sample, column, detail.cells, send]);
  return useMemo(() => (words && column ? { words, column } : undefined), [words, column]);
}

/** Scrolls to the selected column when it is selected, also by a link. Rendered with a new key for each new grid. */
function ScrollToSelected({ selected, grid, aligned }: RunReadingState): null {
  const { revealColumn } = aligned;
  useEffect(() => {
    if (selected === null) return;
    grid.current?.reveal(selected);
    revealColumn(selected);
  }, [selected, grid, revealColumn]);
  return null;
}

type RunContentProps = {
  readonly reading: RunReadingState;
  readonly project: string | undefined;
  readonly onAskAgain: (samples?: number) => void;
  readonly askFor: ContentProps<never>['askFor'];
  readonly creditsPerAnswer: number | null;
};

/** Content of the displayed tab, below its toolbar. */
function RunContent({ reading, project, onAskAgain, askFor, creditsPerAnswer }: RunContentProps) {
  const { resume, runId, section } = useShownRun();
  const onRetryFailed = (): void => resume({ retryFailed: true });
  const { tab, view, compares, comparison, failure, state, columns, grouped, widths, select } = reading;
  const renderHead = useRenderHead(reading);
  const renderBody = useRenderBody(reading);
  if (compares && failure !== null) return <ErrorNotice error={failure} className="m-4" />;
  // A comparison that began before the first answer says nothing of those that are there now.
  const isBehind =
    columns.answerIds.length > 0 && comparison?.columns.every((column) => column.state === 'pending');
  if (compares && (comparison === null || isBehind))
    return <Comparing answers={columns.answerIds.length} runId={runId} />;
  if (tab.kind === 'analysis')
    return comparison === null
      ? null
      : tab.render(comparison, {
          onMarket: (key) => select(key, true),
          project,
          run: { runId, ...section },
          onAskAgain,
          onRetryFailed,
          askFor,
          creditsPerAnswer,
        });
  const side = {
    pinned: grouped.pinned,
    free: grouped.free,
    widths: widths.widths,
    onWidth: widths.setWidth,
    renderHead,
    range: reading.range,
  } as const;
  if (comparison !== null && hasParts(comparison, ['answer']))
    return (
      <AlignedReading
        {...side}
        comparison={comparison}
        answerIds={columns.answerIds}
        reading={reading.aligned}
        run={{ runId, ...section }}
        onlyDifferences={view.onlyDifferences}
        headHeight={headHeight(grouped.columnView.grouping !== 'none')}
        renderWithout={renderBody}
      />
    );
  return (
    <ReadInFrame
      shown={columns.shownIds}
      all={columns.answerIds}
      onCompare={columns.visible.length > 1 ? () => reading.setView({ mode: 'consensus' }) : undefined}
    >
      <ColumnGrid
        {...side}
        label="Answers side by side"
        renderBody={renderBody}
        handle={reading.grid}
        heightKey={`${[...state.unfoldedColumns].join()} ${columns.visible.length}`}
      />
    </ReadInFrame>
  );
}

function useRenderHead({ columns, baseline, selected, actions }: RunReadingState) {
  const { cellOf, answerOf, failureOf, arrangement, mixed } = columns;
  return useCallback(
    (column: ShownColumn): ReactNode => (
      <ColumnHead
        column={column}
        cell={cellOf(column)}
        isReadable={failureOf(column) === undefined}
        observation={answerOf(column)}
        mixed={mixed}
        pinned={arrangement.pinned.includes(column.key)}
        baseline={column.key === baseline}
        selected={column.key === selected}
        actions={actions}
      />
    ),
    [cellOf, answerOf, failureOf, arrangement, mixed, baseline, selected, actions],
  );
}

function useRenderBody({ columns, state, send }: RunReadingState) {
  const { cellOf, answerOf, failureOf, retryAnswer } = columns;
  const { unfoldedColumns } = state;
  return useCallback(
    (column: ShownColumn): ReactNode => (
      <RunBody
        cell={cellOf(column)}
        observation={answerOf(column)}
        unreadable={failureOf(column)}
        onRetryAnswer={retryAnswer}
        unfolded={unfoldedColumns.has(column.key)}
        onUnfold={(open) => send({ type: 'column-unfolded', key: column.key, open })}
      />
    ),
    [cellOf, answerOf, failureOf, retryAnswer, unfoldedColumns, send],
  );
}
