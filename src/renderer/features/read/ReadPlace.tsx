import { Eye } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import type { CellView, RunSummary } from '#shared/bridge/routes/runs.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { placeLabel } from '../../ui/placeNames.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { AnswerText } from './AnswerText.tsx';
import { CellBody } from './CellBody.tsx';
import { ColumnGrid, type GridHandle } from './ColumnGrid.tsx';
import { type ColumnActions, ColumnHead } from './ColumnHead.tsx';
import {
  type Arrangement,
  arrange,
  type Column,
  columnState,
  columnsOf,
  firstShown,
  hideColumn,
  moveColumn,
  readArrangement,
  showColumn,
  togglePin,
  writeArrangement,
} from './columns.ts';
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
import { type FoundPlace, findInAnswers, findInComparison } from './find.ts';
import { OverviewStrip } from './OverviewStrip.tsx';
import { wordsOf } from './observationFacts.ts';
import { PageBody } from './PageBody.tsx';
import { RawBody } from './RawBody.tsx';
import { RunHeader } from './RunHeader.tsx';
import { type ReadTab, readTabs } from './readTabs.ts';
import { useRun } from './runContext.ts';
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
  const [onScreen, setOnScreen] = useState<readonly [string | null, string | null]>([null, null]);

  const columns = useMemo(() => columnsOf(cells.values()), [cells]);
  const arrangement = useMemo(() => readArrangement(params), [params]);
  const arranged = useMemo(() => arrange(columns, arrangement), [columns, arrangement]);
  const visible = useMemo(() => [...arranged.pinned, ...arranged.free], [arranged]);
  const tab: ReadTab = readTabs.find((each) => each.id === params.tab)?.id ?? 'answer';
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
  const markets = useMemo(() => visible.map((column) => column.key), [visible]);
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
  );
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

  const actions: ColumnActions = useMemo(() => {
    const undoable = (message: string, next: Arrangement): void => {
      setArrangement(next);
      onUndoable(message, () => setArrangement(arrangement));
    };
    const nameOf = (key: string): string => {
      const column = columns.find((each) => each.key === key);
      return column ? placeLabel(column.market).name : key;
    };
    return {
      togglePin: (key) => setArrangement(togglePin(arrangement, key)),
      hide: (key) => undoable(`${nameOf(key)} is hidden`, hideColumn(arrangement, key)),
      hideOthers: (key) =>
        undoable(`Only ${nameOf(key)} is shown`, {
          ...arrangement,
          pinned: [],
          hidden: columns.map((column) => column.key).filter((other) => other !== key),
        }),
      move: (key, by) => setArrangement(moveColumn(arranged, arrangement, key, by)),
      chooseSample: (key, sample) => setSamples((now) => new Map(now).set(key, sample)),
      inspect: (key) => select(key, true),
    };
  }, [arrangement, arranged, columns, setArrangement, onUndoable, select]);

  useReadCommands({
    run,
    visible,
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
  const keysOnScreen = useMemo(() => {
    const keys = arranged.free.map((column) => column.key);
    const from = keys.indexOf(onScreen[0] ?? '');
    const to = keys.indexOf(onScreen[1] ?? '');
    return new Set([
      ...arranged.pinned.map((column) => column.key),
      ...(from === -1 ? [] : keys.slice(from, to + 1)),
    ]);
  }, [arranged, onScreen]);
  const onRange = useCallback((first: string | null, last: string | null) => setOnScreen([first, last]), []);

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

  const renderHead = (column: Column, pinned: boolean): ReactNode => (
    <ColumnHead
      column={column}
      cell={cellOf(column)}
      observation={answerOf(column)}
      pinned={pinned}
      selected={column.key === selected}
      actions={actions}
    />
  );
  const renderBody = (column: Column): ReactNode => {
    const cell = cellOf(column);
    return (
      <CellBody
        cell={cell}
        observation={answerOf(column)}
        unreadable={cell.observationId === null ? undefined : unreadable.get(cell.observationId)}
      >
        {(observation) =>
          tab === 'raw' ? (
            <RawBody observationId={observation.id} />
          ) : tab === 'page' ? (
            <PageBody observationId={observation.id} />
          ) : (
            <AnswerText
              key={observation.id}
              observation={observation}
              unfolded={unfolded.has(column.key)}
              onUnfold={(open) =>
                setUnfolded((now) => {
                  const next = new Set(now);
                  if (open) next.add(column.key);
                  else next.delete(column.key);
                  return next;
                })
              }
            />
          )
        }
      </CellBody>
    );
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      {composer}
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
          onScreen={keysOnScreen}
          selected={selected}
          onChoose={(key) => select(key, false)}
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
                columns={arranged}
                onlyDifferences={view.onlyDifferences}
                openedGaps={openedGaps}
                onOpenGap={(from) => setOpenedGaps((now) => new Set(now).add(from))}
                current={current}
                onCurrent={setCurrent}
                unfolded={openRows}
                onToggleFold={(id) =>
                  setOpenRows((now) => {
                    const next = new Set(now);
                    if (!next.delete(id)) next.add(id);
                    return next;
                  })
                }
                renderHead={renderHead}
                renderWithout={renderBody}
                onRange={onRange}
                handle={aligned}
              />
              <Minimap
                tab={comparison.answer}
                current={current}
                onChoose={(row) => {
                  setCurrent(row);
                  aligned.current?.revealRow(row);
                }}
              />
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
            columns={arranged}
            renderHead={renderHead}
            renderBody={renderBody}
            handle={grid}
            onRange={onRange}
            heightKey={`${tab} ${[...unfolded].join()} ${visible.length}`}
          />
        )}
      </div>
    </div>
  );
}

function HiddenColumns({
  hidden,
  onShow,
  onShowAll,
}: {
  readonly hidden: readonly Column[];
  readonly onShow: (key: string) => void;
  readonly onShowAll: () => void;
}) {
  const most = 14;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-b px-4 py-1.5">
      <span className="me-1 text-ink-3 text-table">Hidden</span>
      {hidden.slice(0, most).map((column) => {
        const { code, name } = placeLabel(column.market);
        return (
          <Chip key={column.key} onClick={() => onShow(column.key)} title={`Show ${name}`}>
            <Eye size={11} aria-hidden="true" className="text-ink-3" />
            <Flag country={column.market.country} />
            <span className="sr-only">Show </span>
            {code}
          </Chip>
        );
      })}
      {hidden.length > most ? <span className="text-ink-3 text-table">+ {hidden.length - most}</span> : null}
      <Button look="quiet" size="small" onClick={onShowAll}>
        Show all
      </Button>
    </div>
  );
}
