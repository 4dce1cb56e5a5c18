import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { ShownColumn } from './columnGroups.ts';
import { readWidths, withWidth, writeWidths } from './columnWidths.ts';
import { AlignedGrid, type AlignedGridHandle } from './compare/AlignedGrid.tsx';
import { AnalysisTab, isAnalysisTab } from './compare/AnalysisTab.tsx';
import { CompareToolbar } from './compare/CompareToolbar.tsx';
import { type CompareView, readCompareView, writeCompareView } from './compare/compareView.ts';
import { HonestyStrip } from './compare/HonestyStrip.tsx';
import { Minimap } from './compare/Minimap.tsx';
import { nextDifference } from './compare/rowFilter.ts';
import { PickedHead, pickedHeadHeight } from './PickedHead.tsx';
import { type ReadTab, readTabs } from './readTabs.ts';
import { createScreenRange } from './screenRange.ts';

type PickedPlaceProps = {
  /** Ids of the answers, in the order of the columns. */
  readonly answers: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string) => void;
  readonly onOpenRun: (runId: string) => void;
  readonly onBack: () => void;
};

/** Tabs that need no run around the answers. */
const tabs = readTabs.filter(({ id }) => id === 'answer' || isAnalysisTab(id));

/** Answers picked from the history, side by side, whatever runs they are from. */
export function PickedPlace({ answers, params, setParams, onInspect, onOpenRun, onBack }: PickedPlaceProps) {
  const ids = useMemo(() => [...new Set(answers)].slice(0, 60), [answers]);
  const read = useRoute('observations.getMany', { ids });
  const found = useMemo(
    () => new Map(read.data?.observations.map((observation) => [observation.id, observation])),
    [read.data],
  );
  const columns = useMemo(
    () => ids.flatMap((id) => (found.has(id) ? [columnOf(found.get(id) as ObservationView)] : [])),
    [ids, found],
  );
  const view = useMemo(() => readCompareView(params, 'consensus'), [params]);
  const { granularity, ignoreCase, ignoreWhitespace, ignoreCitationMarks } = view;
  const shown = useMemo(() => columns.map((column) => column.key), [columns]);
  const baseline = view.baseline !== null && shown.includes(view.baseline) ? view.baseline : null;
  const compared = useRoute(
    'comparisons.ofAnswers',
    { ids: shown, baseline, granularity, ignoreCase, ignoreWhitespace, ignoreCitationMarks },
    { enabled: shown.length > 0 },
  );
  const comparison = compared.data ?? null;
  const tab: ReadTab = tabs.find(({ id }) => id === params.tab)?.id ?? 'answer';
  const aligned = useRef<AlignedGridHandle>(null);
  const [range] = useState(createScreenRange);
  const [current, setCurrent] = useState<number | null>(null);
  const [openedGaps, setOpenedGaps] = useState<ReadonlySet<number>>(new Set());
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set());
  const widths = useMemo(() => readWidths(params), [params]);

  const setView = (changes: Partial<CompareView>): void => {
    setOpenedGaps(new Set());
    setParams(writeCompareView({ ...view, ...changes }));
  };
  const go = (row: number): void => {
    setCurrent(row);
    aligned.current?.revealRow(row);
  };
  const step = (by: 1 | -1): void => {
    const next = comparison === null ? null : nextDifference(comparison.answer, current, by);
    if (next !== null) go(next);
  };
  const renderHead = useCallback(
    (column: ShownColumn): ReactNode => {
      const observation = found.get(column.key);
      return observation ? (
        <PickedHead observation={observation} onInspect={onInspect} onOpenRun={onOpenRun} />
      ) : null;
    },
    [found, onInspect, onOpenRun],
  );

  const failure = read.error ?? compared.error;
  const missing = read.data ? ids.length - columns.length : 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 items-center gap-3 px-4 py-3">
        <Button look="quiet" size="icon" aria-label="Back to the search" onClick={onBack}>
          <ArrowLeft size={14} aria-hidden="true" />
        </Button>
        <h1 className="font-semibold text-title">{formatQuantity(columns.length, 'picked answer')}</h1>
        {missing > 0 ? (
          <span className="text-warn text-table">
            {formatQuantity(missing, 'answer')} of this view {missing === 1 ? 'is' : 'are'} no longer stored
          </span>
        ) : null}
      </header>
      <Tabs
        label="What to read"
        tabs={tabs}
        value={tab}
        onChange={(next) => setParams({ tab: next === 'answer' ? '' : next })}
      >
        {tab === 'answer' ? (
          <CompareToolbar
            view={view}
            onView={setView}
            columns={columns}
            comparison={comparison}
            onStep={step}
          />
        ) : null}
      </Tabs>
      {failure ? (
        <ErrorNotice error={failure} className="m-4" onRetry={() => void read.refetch()} />
      ) : read.data && columns.length === 0 ? (
        <EmptyState
          title="These answers are no longer stored"
          action={<Button onClick={onBack}>Back</Button>}
        />
      ) : comparison === null ? (
        <p className="p-4 text-ink-3">Comparing the answers…</p>
      ) : isAnalysisTab(tab) ? (
        <AnalysisTab tab={tab} comparison={comparison} onMarket={(key) => onInspect(key)} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          <HonestyStrip comparison={comparison} />
          <div className="flex min-h-0 flex-1">
            <AlignedGrid
              comparison={comparison}
              pinned={[]}
              free={columns}
              widths={widths}
              onWidth={(key, width) => setParams(writeWidths(withWidth(widths, key, width)))}
              headHeight={pickedHeadHeight}
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
              renderWithout={() => null}
              range={range}
              handle={aligned}
            />
            <Minimap tab={comparison.answer} current={current} onChoose={go} />
          </div>
        </div>
      )}
    </div>
  );
}

/** A column by itself: its answer is the one cell it has. */
function columnOf(observation: ObservationView): ShownColumn {
  const { id, cellId, market, marketKey, sample, receivedAtMs, creditsCharged } = observation;
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
        state: 'completed',
        observationId: id,
        error: null,
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
