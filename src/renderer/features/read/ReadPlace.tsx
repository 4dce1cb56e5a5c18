import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import type { CellView, RunSummary } from '#shared/bridge/routes/runs.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AnswerText } from './AnswerText.tsx';
import { CellBody } from './CellBody.tsx';
import { ColumnGrid, type GridHandle } from './ColumnGrid.tsx';
import { ColumnHead, headHeight } from './ColumnHead.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import {
  type ColumnView,
  readColumnView,
  type ShownColumn,
  shownColumns,
  writeColumnView,
} from './columnGroups.ts';
import {
  type Arrangement,
  arrange,
  type Column,
  columnState,
  columnsOf,
  firstShown,
  readArrangement,
  showColumn,
  writeArrangement,
} from './columns.ts';
import { readWidths, withWidth, writeWidths } from './columnWidths.ts';
import { AlignedGrid, type AlignedGridHandle } from './compare/AlignedGrid.tsx';
import { AnalysisTab, isAnalysisTab, reportTab } from './compare/AnalysisTab.tsx';
import { CompareToolbar } from './compare/CompareToolbar.tsx';
import { type CompareView, readCompareView, writeCompareView } from './compare/compareView.ts';
import { HonestyStrip } from './compare/HonestyStrip.tsx';
import { Minimap } from './compare/Minimap.tsx';
import { ReportMenu } from './compare/ReportMenu.tsx';
import { nextDifference } from './compare/rowFilter.ts';
import { useComparison } from './compare/useComparison.ts';
import { FindBar } from './FindBar.tsx';
import { type FoundPlace, findInAnswers, findInComparison, foldCase } from './find.ts';
import { HiddenColumns } from './HiddenColumns.tsx';
import { highlightWords } from './highlightWords.ts';
import { OverviewStrip } from './OverviewStrip.tsx';
import { wordsOf } from './observationFacts.ts';
import { PageBody } from './PageBody.tsx';
import { PieceChooser } from './PieceChooser.tsx';
import { RawBody } from './RawBody.tsx';
import { RawToolbar } from './RawToolbar.tsx';
import { RunHeader } from './RunHeader.tsx';
import { type RawView, readRawView, writeRawView } from './rawView.ts';
import { type ReadTab, readTabs } from './readTabs.ts';
import { useRun } from './runContext.ts';
import { createScreenRange } from './screenRange.ts';
import { useColumnActions } from './useColumnActions.ts';
import { useReadCommands } from './useReadCommands.ts';

/** More columns than this are summed up in a line above them. */
const overviewFrom = 9;

type ReadPlaceProps = {
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string | null, open: boolean) => void;
  readonly onAskAgain: (
    run: RunSummary,
    cells: readonly CellView[],
    options: Readonly<Record<string, unknown>>,
  ) => void;
  readonly onRemove: (run: RunSummary) => void;
  readonly onUndoable: (message: string, undo: () => void) => void;
  /** Stands above the columns while an earlier question is changed. */
  readonly composer: ReactNode;
};

/** A run to read: its columns, in whatever state they are. */
export function ReadPlace(props: ReadPlaceProps) {
  const run = useRun((state) => state.run);
  const failure = useRun((state) => state.failure);
  const reload = useRun((state) => state.reload);
  if (run === null)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        {props.composer}
        {failure === null ? (
          <p className="p-4 text-ink-3">Reading the run…</p>
        ) : failure.code === 'NOT_FOUND' ? (
          <EmptyState title="This run is not in the history">
            It was deleted, or its address belongs to another computer.
          </EmptyState>
        ) : (
          <ErrorNotice error={failure} className="m-4" onRetry={() => void reload()} />
        )}
      </div>
    );
  return <OpenRun {...props} run={run} />;
}

function OpenRun({
  run,
  params,
  setParams,
  onInspect,
  onAskAgain,
  onRemove,
  onUndoable,
  composer,
}: ReadPlaceProps & { readonly run: RunSummary }) {
  const cells = useRun((state) => state.cells);
  const observations = useRun((state) => state.observations);
  const unreadable = useRun((state) => state.unreadable);
  const options = useRun((state) => state.options);
  const need = useRun((state) => state.need);
  const piece = useRun((state) => state.piece);
  const grid = useRef<GridHandle>(null);
  const aligned = useRef<AlignedGridHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const [finding, setFinding] = useState(false);
  const [current, setCurrent] = useState<number | null>(null);
  const [openedGaps, setOpenedGaps] = useState<ReadonlySet<number>>(new Set());
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set());
  // Blocks would move under the reader while answers arrive: a run that is followed from its start is read as
  // written until the person asks for the comparison.
  const [usual] = useState<'written' | 'consensus'>(run.state === 'running' ? 'written' : 'consensus');
  const [samples, setSamples] = useState<ReadonlyMap<string, number>>(new Map());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [range] = useState(createScreenRange);

  const columns = useMemo(() => columnsOf(cells.values()), [cells]);
  const arrangement = useMemo(() => readArrangement(params), [params]);
  const arranged = useMemo(() => arrange(columns, arrangement), [columns, arrangement]);
  const visible = useMemo(() => [...arranged.pinned, ...arranged.free], [arranged]);
  const tab: ReadTab = readTabs.find((each) => each.id === params.tab)?.id ?? 'answer';
  const rawView = useMemo(() => readRawView(params), [params]);
  const setRawView = useCallback((next: RawView) => setParams(writeRawView(next)), [setParams]);
  const rawWords = tab === 'raw' ? rawView.words.trim() : '';
  useEffect(() => {
    if (rawWords === '' || area.current === null) return;
    return highlightWords(area.current, foldCase(rawWords));
  }, [rawWords]);
  const columnView = useMemo(() => readColumnView(params), [params]);
  const widths = useMemo(() => readWidths(params), [params]);
  const selected = visible.some((column) => column.key === params.at) ? (params.at ?? null) : null;

  const cellOf = useCallback(
    (column: Column): CellView =>
      column.cells.find((cell) => cell.sample === samples.get(column.key)) ?? firstShown(column),
    [samples],
  );
  const answerOf = useCallback(
    (column: Column): ObservationView | undefined => {
      const id = cellOf(column).observationId;
      return id === null ? undefined : observations.get(id);
    },
    [cellOf, observations],
  );

  useEffect(() => {
    need(visible.flatMap((column) => cellOf(column).observationId ?? []));
  }, [need, visible, cellOf]);

  const view = useMemo(() => readCompareView(params, usual), [params, usual]);
  const setView = useCallback(
    (changes: Partial<CompareView>) => {
      setOpenedGaps(new Set());
      setParams(writeCompareView({ ...view, ...changes }));
    },
    [view, setParams],
  );
  // In plan order: to pin or move a column changes nothing that is compared.
  const markets = useMemo(() => {
    const shown = new Set(visible.map((column) => column.key));
    return columns.flatMap((column) => (shown.has(column.key) ? [column.key] : []));
  }, [columns, visible]);
  const shownSample = useMemo(
    () =>
      Object.fromEntries(
        visible.flatMap((column) => {
          const id = samples.has(column.key) ? cellOf(column).observationId : null;
          return id === null ? [] : [[column.key, id]];
        }),
      ),
    [visible, samples, cellOf],
  );
  const compares = isAnalysisTab(tab) || (tab === 'answer' && view.mode !== 'written');
  const { comparison, failure: comparisonFailure } = useComparison(
    run.id,
    markets,
    cells,
    view,
    shownSample,
    compares,
    piece,
  );
  const aligns = tab === 'answer' && view.mode !== 'written' && comparison !== null;
  const [pinned, free] = useMemo((): readonly [readonly ShownColumn[], readonly ShownColumn[]] => {
    const baseline = view.mode === 'baseline' ? view.baseline : null;
    const compared = aligns ? comparison : null;
    const alone: ColumnView = { grouping: 'none', collapse: false, expanded: new Set() };
    return [
      shownColumns(arranged.pinned, alone, null, null),
      shownColumns(arranged.free, columnView, compared, baseline),
    ];
  }, [arranged, columnView, aligns, comparison, view.mode, view.baseline]);
  const step = (by: 1 | -1): void => {
    if (comparison === null) return;
    const next = nextDifference(comparison.answer, current, by);
    setCurrent(next);
    if (next !== null) aligned.current?.revealRow(next);
  };

  const setArrangement = useCallback((next: Arrangement) => setParams(writeArrangement(next)), [setParams]);
  const select = useCallback(
    (key: string, inspect: boolean) => {
      setParams({ at: key });
      const column = columns.find((each) => each.key === key);
      onInspect(column ? cellOf(column).observationId : null, inspect);
      grid.current?.reveal(key);
      aligned.current?.revealColumn(key);
    },
    [setParams, columns, onInspect, cellOf],
  );

  // What the address selects is what the inspector shows, also when the address was pasted.
  const selectedObservation = useMemo(() => {
    const column = columns.find((each) => each.key === selected);
    return column ? cellOf(column).observationId : null;
  }, [columns, selected, cellOf]);
  useEffect(() => onInspect(selectedObservation, false), [onInspect, selectedObservation]);

  const setColumnView = useCallback(
    (changes: Partial<ColumnView>) => setParams(writeColumnView({ ...columnView, ...changes })),
    [columnView, setParams],
  );
  const setApart = useCallback(
    (key: string, apart: boolean) => {
      const expanded = new Set(columnView.expanded);
      if (apart) expanded.add(key);
      else expanded.delete(key);
      setColumnView({ expanded });
    },
    [columnView, setColumnView],
  );
  const setWidth = useCallback(
    (key: string, width: number | null) => setParams(writeWidths(withWidth(widths, key, width))),
    [widths, setParams],
  );
  const chooseSample = useCallback(
    (key: string, sample: number) => setSamples((now) => new Map(now).set(key, sample)),
    [],
  );
  const actions = useColumnActions({
    columns,
    arrangement,
    arranged,
    setArrangement,
    onUndoable,
    select,
    chooseSample,
    setApart,
  });

  useReadCommands({
    run,
    visible: [...pinned, ...free],
    selected,
    tab,
    select: (key) => select(key, false),
    hide: actions.hide,
    togglePin: actions.togglePin,
    showAll: () => setArrangement({ ...arrangement, hidden: [] }),
    setTab: (next) => setParams({ tab: next === 'answer' ? '' : next }),
    setUnfolded: (all) => setUnfolded(all ? new Set(columns.map((column) => column.key)) : new Set()),
    askAgain: () => onAskAgain(run, [...cells.values()], options),
    stepDifference: step,
    stepBlock: (by) => {
      const rows = comparison?.answer.rows.length ?? 0;
      if (rows === 0) return;
      const next = Math.min(rows - 1, Math.max(0, (current ?? -1) + by));
      setCurrent(next);
      aligned.current?.revealRow(next);
    },
    compareAgainst: (key) =>
      setView(
        view.baseline === key ? { mode: 'consensus', baseline: null } : { mode: 'baseline', baseline: key },
      ),
    consensus: () => setView({ mode: 'consensus', baseline: null }),
    toggleOnlyDifferences: () => setView({ onlyDifferences: !view.onlyDifferences }),
    find: () => {
      if (tab !== 'answer') setParams({ tab: '' });
      setFinding(true);
    },
  });

  const answers = useDeferredValue(
    useMemo(() => {
      const found = new Map<string, ObservationView>();
      for (const column of visible) {
        const answer = answerOf(column);
        if (answer) found.set(column.key, answer);
      }
      return found;
    }, [visible, answerOf]),
  );
  const overview = useMemo(
    () =>
      visible.length < overviewFrom
        ? []
        : visible.map((column) => {
            const answer = answers.get(column.key);
            return {
              column,
              state: columnState(column),
              words: answer ? wordsOf(answer) : null,
            };
          }),
    [visible, answers],
  );
  const find = useCallback(
    (words: string) =>
      comparison !== null && compares
        ? findInComparison(words, comparison)
        : findInAnswers(
            words,
            visible.map((column) => ({ key: column.key, text: answers.get(column.key)?.text ?? '' })),
          ),
    [comparison, compares, visible, answers],
  );
  const goToFound = ({ column, row }: FoundPlace): void => {
    if (row === null) setUnfolded((now) => new Set(now).add(column));
    else {
      setCurrent(row);
      aligned.current?.revealRow(row);
    }
    select(column, false);
  };

  const renderHead = useCallback(
    (column: ShownColumn, isPinned: boolean): ReactNode => (
      <ColumnHead
        column={column}
        cell={cellOf(column)}
        observation={answerOf(column)}
        pinned={isPinned}
        selected={column.key === selected}
        actions={actions}
      />
    ),
    [cellOf, answerOf, selected, actions],
  );
  const setFolded = useCallback(
    (key: string, open: boolean) =>
      setUnfolded((now) => {
        const next = new Set(now);
        if (open) next.add(key);
        else next.delete(key);
        return next;
      }),
    [],
  );
  const renderBody = useCallback(
    (column: ShownColumn): ReactNode => {
      const cell = cellOf(column);
      return (
        <CellBody
          cell={cell}
          observation={answerOf(column)}
          unreadable={cell.observationId === null ? undefined : unreadable.get(cell.observationId)}
        >
          {(observation) =>
            tab === 'raw' ? (
              <RawBody observationId={observation.id} view={rawView} />
            ) : tab === 'page' ? (
              <PageBody observationId={observation.id} />
            ) : (
              <AnswerText
                key={observation.id}
                observation={observation}
                unfolded={unfolded.has(column.key)}
                onUnfold={(open) => setFolded(column.key, open)}
              />
            )
          }
        </CellBody>
      );
    },
    [cellOf, answerOf, unreadable, tab, rawView, unfolded, setFolded],
  );
  const openGap = useCallback((from: number) => setOpenedGaps((now) => new Set(now).add(from)), []);
  const toggleRow = useCallback(
    (id: string) =>
      setOpenRows((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const goToRow = useCallback((row: number) => {
    setCurrent(row);
    aligned.current?.revealRow(row);
  }, []);
  const chooseColumn = useCallback((key: string) => select(key, false), [select]);

  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      {composer}
      <PieceChooser run={run} setParams={setParams} />
      <RunHeader
        run={run}
        onAskAgain={() => onAskAgain(run, [...cells.values()], options)}
        onRemove={() => onRemove(run)}
      />
      <Tabs
        label="What to read"
        tabs={readTabs}
        value={tab}
        onChange={(next) => setParams({ tab: next === 'answer' ? '' : next })}
      >
        {compares && comparison !== null && reportTab(tab) !== null ? (
          <ReportMenu comparison={comparison} run={run} tab={reportTab(tab) ?? 'answer'} />
        ) : null}
        {tab === 'raw' ? <RawToolbar view={rawView} onView={setRawView} /> : null}
        {!isAnalysisTab(tab) && columns.length > 1 ? (
          <ColumnsMenu
            view={columnView}
            onView={setColumnView}
            compared={aligns}
            widthsSet={widths.size > 0}
            onResetWidths={() => setParams(writeWidths(new Map()))}
          />
        ) : null}
        {tab === 'answer' && columns.length > 0 ? (
          <CompareToolbar
            view={view}
            onView={setView}
            columns={columns}
            comparison={comparison}
            onStep={step}
          />
        ) : null}
        {tab === 'answer' && view.mode === 'written' && visible.length > 0 ? (
          <Button
            look="quiet"
            size="small"
            onClick={() =>
              setUnfolded(unfolded.size > 0 ? new Set() : new Set(columns.map((column) => column.key)))
            }
          >
            {unfolded.size > 0 ? 'Fold long answers' : 'Unfold all'}
          </Button>
        ) : null}
      </Tabs>
      {finding && tab === 'answer' ? (
        <FindBar find={find} onGo={goToFound} onClose={() => setFinding(false)} area={area} />
      ) : null}
      {arranged.hidden.length > 0 ? (
        <HiddenColumns
          hidden={arranged.hidden}
          onShow={(key) => setArrangement(showColumn(arrangement, key))}
          onShowAll={() => setArrangement({ ...arrangement, hidden: [] })}
        />
      ) : null}
      {overview.length > 0 ? (
        <OverviewStrip
          cells={overview}
          range={range}
          pinned={arranged.pinned.length}
          selected={selected}
          onChoose={chooseColumn}
        />
      ) : null}
      <div ref={area} className="contents">
        {visible.length === 0 ? (
          <EmptyState
            title="Every column is hidden"
            action={
              <Button onClick={() => setArrangement({ ...arrangement, hidden: [] })}>Show all columns</Button>
            }
          />
        ) : compares && comparisonFailure !== null ? (
          <ErrorNotice error={comparisonFailure} className="m-4" />
        ) : compares && comparison === null ? (
          <p className="p-4 text-ink-3">Comparing the answers…</p>
        ) : compares && comparison !== null && tab !== 'answer' ? (
          <AnalysisTab tab={tab} comparison={comparison} onMarket={(key) => select(key, true)} />
        ) : compares && comparison !== null ? (
          <div className="flex min-h-0 flex-1 flex-col short:min-h-[80vh]">
            <HonestyStrip comparison={comparison} />
            <div className="flex min-h-0 flex-1">
              <AlignedGrid
                comparison={comparison}
                pinned={pinned}
                free={free}
                widths={widths}
                onWidth={setWidth}
                headHeight={headHeight(columnView.grouping !== 'none')}
                onlyDifferences={view.onlyDifferences}
                openedGaps={openedGaps}
                onOpenGap={openGap}
                current={current}
                onCurrent={setCurrent}
                unfolded={openRows}
                onToggleFold={toggleRow}
                renderHead={renderHead}
                renderWithout={renderBody}
                range={range}
                handle={aligned}
              />
              <Minimap tab={comparison.answer} current={current} onChoose={goToRow} />
            </div>
          </div>
        ) : (
          <ColumnGrid
            key={tab}
            label={
              tab === 'answer'
                ? 'Answers side by side'
                : tab === 'raw'
                  ? 'Raw results side by side'
                  : 'Stored pages side by side'
            }
            pinned={pinned}
            free={free}
            widths={widths}
            onWidth={setWidth}
            renderHead={renderHead}
            renderBody={renderBody}
            handle={grid}
            range={range}
            heightKey={`${tab} ${[...unfolded].join()} ${visible.length}`}
          />
        )}
      </div>
    </div>
  );
}
