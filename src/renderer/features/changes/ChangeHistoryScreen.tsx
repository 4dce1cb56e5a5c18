import { FileText } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { brandsSeen, type Moment, seenIn } from '#shared/alerts/series.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { Series } from '#shared/model/series.ts';
import { columnLabels } from '#shared/tables/columnLabels.ts';
import { seenTable, seriesSheet } from '#shared/tables/historyTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { type ExportList, ExportMenu } from '../../exports/ExportMenu.tsx';
import { AnswerHead } from '../../reading/AnswerHead.tsx';
import { AnswersReading } from '../../reading/AnswersReading.tsx';
import { QuestionHeader } from '../../reading/QuestionHeader.tsx';
import type { ReadTab } from '../../reading/readTabs.ts';
import { useAnswers } from '../../reading/useAnswers.ts';
import { type SeriesState, useSeries } from '../../reading/useSeries.ts';
import { useStepCommands } from '../../reading/useStepCommands.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoment, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { type ChangeHistoryView, readChangeHistoryView, shownMoments, stepped } from './changeHistoryView.ts';
import { SeenTables } from './SeenTables.tsx';
import { SeriesBar } from './SeriesBar.tsx';
import { SeriesChanges } from './SeriesChanges.tsx';

type ChangeHistoryScreenProps = {
  /** Any answer of the series. */
  readonly observationId: string;
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string) => void;
  readonly onAnswer: (observationId: string) => void;
  readonly onBack: () => void;
};

/** The same question, engine and market over time: two runs, or all between them, side by side. */
export function ChangeHistoryScreen(props: ChangeHistoryScreenProps) {
  const { observationId, params, onBack } = props;
  const state = useSeries(observationId, params.monitor || null);
  const { series, failure } = state;
  if (failure?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="This answer is not in the history"
        action={<Button onClick={onBack}>History</Button>}
      >
        It was deleted, or the link is from another computer.
      </EmptyState>
    );
  if (failure) return <ErrorNotice error={failure} className="m-4" />;
  if (series === null) return <p className="p-4 text-ink-3">Loading change history…</p>;
  return <OpenSeries {...props} state={state} series={series} />;
}

function OpenSeries(
  props: ChangeHistoryScreenProps & { readonly state: SeriesState; readonly series: Series },
) {
  const { observationId, params, setParams, state, series, onInspect, onAnswer, onBack } = props;
  const { moments, placeOf } = state;
  const view = useMemo(
    () => readChangeHistoryView(params, moments, placeOf, observationId),
    [params, moments, placeOf, observationId],
  );
  const setView = (next: ChangeHistoryView): void =>
    setParams({
      from: moments[next.from]?.shown.id ?? '',
      to: moments[next.to]?.shown.id ?? '',
      between: next.between ? '1' : '',
      // The baseline is the earlier run again.
      base: '',
    });
  const step = (by: 1 | -1): void => {
    const next = stepped(view, by, moments.length);
    if (next) setView(next);
  };
  useStepCommands(step);
  const seen = params.show === 'seen';
  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      <QuestionHeader
        question={series.question}
        market={series.market}
        engine={series.engine}
        backLabel="Back to answer"
        onBack={() => onAnswer(observationId)}
        actions={
          <ExportMenu
            selection={{ series: observationId, monitorId: params.monitor || null }}
            lists={seriesLists(series)}
          />
        }
      >
        <span>
          {formatQuantity(series.total, 'answer')} in {formatQuantity(moments.length, 'run')}
          {series.total > series.answers.length ? `, latest ${series.answers.length} shown` : ''}
        </span>
      </QuestionHeader>
      <SeriesBar
        series={series}
        moments={moments}
        view={view}
        onView={setView}
        onStep={step}
        monitorId={params.monitor || null}
        onMonitor={(monitor) => setParams({ monitor: monitor ?? '', from: '', to: '', base: '' })}
        seen={seen}
        onSeen={(next) => setParams({ show: next ? 'seen' : '' })}
      />
      {moments.length === 0 ? (
        <EmptyState
          title="No answers left in this change history"
          action={<Button onClick={onBack}>History</Button>}
        />
      ) : seen ? (
        <SeenTables series={series} onAnswer={onAnswer} />
      ) : (
        <Compared
          series={series}
          moments={moments}
          view={view}
          tabs={props.tabs}
          params={params}
          setParams={setParams}
          onInspect={onInspect}
          onAnswer={onAnswer}
        />
      )}
    </div>
  );
}

type ComparedProps = Pick<
  ChangeHistoryScreenProps,
  'tabs' | 'params' | 'setParams' | 'onInspect' | 'onAnswer'
> & {
  readonly series: Series;
  readonly moments: readonly Moment[];
  readonly view: ChangeHistoryView;
};

function Compared({ series, moments, view, tabs, params, setParams, onInspect, onAnswer }: ComparedProps) {
  const columns = useMemo(() => shownMoments(view, moments), [view, moments]);
  const ids = useMemo(() => columns.map(({ shown }) => shown.id), [columns]);
  const answers = useAnswers(ids);
  const together = useMemo(
    () => ({
      samples: Object.fromEntries(
        columns.map(({ shown, answers: all }) => [shown.id, all.map(({ id }) => id).slice(0, 20)]),
      ),
      labels: Object.fromEntries(columns.map(({ shown }) => [shown.id, formatMoment(shown.receivedAtMs)])),
    }),
    [columns],
  );
  const earlier = moments[view.from];
  const later = moments[view.to];
  // Compared with the earlier run by default.
  const read = useMemo(
    () => (params.mode || params.base || ids.length < 2 ? params : { ...params, base: ids[0] ?? '' }),
    [params, ids],
  );
  const samples = useMemo(
    () => new Map(columns.map(({ shown, answers: all }) => [shown.id, all.length])),
    [columns],
  );
  const renderHead = useCallback(
    (observation: ObservationView): ReactNode => (
      <MomentHead
        observation={observation}
        samples={samples.get(observation.id) ?? 1}
        onInspect={onInspect}
        onAnswer={onAnswer}
      />
    ),
    [samples, onInspect, onAnswer],
  );
  return (
    <>
      {earlier && later && earlier !== later ? (
        <SeriesChanges series={series} before={earlier.shown} after={later.shown} />
      ) : (
        <p className="px-4 py-2 text-ink-2 text-table">One run so far: no other run to compare with.</p>
      )}
      <AnswersReading
        answers={answers}
        tabs={tabs}
        params={read}
        setParams={setParams}
        onInspect={onInspect}
        renderHead={renderHead}
        headHeight={momentHeadHeight}
        nameOf={momentName}
        words={columnLabels.time}
        together={together}
      />
    </>
  );
}

function seriesLists(series: Series): readonly ExportList[] {
  const sources = () => seenIn(series.answers, ({ domains }) => domains);
  return [
    { label: 'Answers', sheet: () => seriesSheet(series) },
    { label: 'Sources, first and last seen', sheet: () => sheetOf(seenTable('domain'), sources()) },
    { label: 'Brands, first and last seen', sheet: () => sheetOf(seenTable('brand'), brandsSeen(series)) },
  ];
}

const momentName = (observation: ObservationView): string => formatMoment(observation.receivedAtMs);

/** CSS pixels. */
const momentHeadHeight = 56;

type MomentHeadProps = {
  readonly observation: ObservationView;
  readonly samples: number;
  readonly onInspect: (observationId: string) => void;
  readonly onAnswer: (observationId: string) => void;
};

/** Time of a column's answer. The market is the same for all. */
function MomentHead({ observation, samples, onInspect, onAnswer }: MomentHeadProps) {
  const time = formatMoment(observation.receivedAtMs);
  return (
    <AnswerHead
      observation={observation}
      height={momentHeadHeight}
      name={time}
      shown={<span className="truncate font-semibold tabular">{time}</span>}
      onInspect={onInspect}
      action={{
        text: 'Open answer',
        label: `Open answer of ${time}`,
        icon: <FileText size={12} aria-hidden="true" />,
        onClick: () => onAnswer(observation.id),
      }}
    >
      <p className="truncate text-ink-2 text-mini tabular">
        <RelativeTime atMs={observation.receivedAtMs} />
        {samples > 1 ? ` · ${formatQuantity(samples, 'repeat')}` : ''}
        {observation.language ? ` · ${observation.language}` : ''}
        {observation.servedShape && observation.servedShape !== 'default'
          ? ` · ${observation.servedShape}`
          : ''}
        {observation.imported ? ' · imported' : ''}
        {observation.wording === undefined ? '' : ` · “${observation.wording}”`}
      </p>
    </AnswerHead>
  );
}
