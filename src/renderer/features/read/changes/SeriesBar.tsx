import type { Series } from '#shared/model/series.ts';
import type { Moment } from '#shared/series/series.ts';
import { Button } from '../../../ui/Button.tsx';
import { inputLook } from '../../../ui/Field.tsx';
import { formatMoment, formatQuantity } from '../../../ui/format.ts';
import { type ChangeHistoryView, maxMoments } from './changeHistoryView.ts';
import { StepButtons } from './StepButtons.tsx';
import { Timeline } from './Timeline.tsx';

type SeriesBarProps = {
  readonly series: Series;
  readonly moments: readonly Moment[];
  readonly view: ChangeHistoryView;
  readonly onView: (view: ChangeHistoryView) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly monitorId: string | null;
  readonly onMonitor: (monitorId: string | null) => void;
  /** Whether first and last seen are shown in the place of the columns. */
  readonly seen: boolean;
  readonly onSeen: (seen: boolean) => void;
};

/** Which times are compared: pickers in local time, steps, and where they lie among all of them. */
export function SeriesBar(props: SeriesBarProps) {
  const { series, moments, view, onView, onStep, monitorId, onMonitor, seen, onSeen } = props;
  const between = view.to - view.from - 1;
  return (
    <div className="flex flex-col gap-1.5 border-line border-b px-4 pb-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MomentPicker
          label="From"
          moments={moments}
          place={view.from}
          onPlace={(from) => onView({ ...view, from, to: Math.max(from, view.to) })}
        />
        <MomentPicker
          label="To"
          moments={moments}
          place={view.to}
          onPlace={(to) => onView({ ...view, to, from: Math.min(to, view.from) })}
        />
        <StepButtons place={view.to} of={moments.length} onStep={onStep} />
        <Button
          look="quiet"
          size="small"
          aria-pressed={view.between}
          disabled={between < 1}
          title={between >= maxMoments ? `Shows the latest ${maxMoments} runs` : 'Show a column for each run'}
          onClick={() => onView({ ...view, between: !view.between })}
        >
          {between < 1 ? 'Runs between' : `${formatQuantity(between, 'run')} between`}
        </Button>
        {series.monitors.length > 0 ? (
          <label className="flex items-center gap-1.5 text-ink-2 text-table">
            Source
            <select
              className={`${inputLook} max-w-56`}
              value={monitorId ?? ''}
              onChange={(event) => onMonitor(event.target.value || null)}
            >
              <option value="">All runs</option>
              {series.monitors.map(({ id, name, answers }) => (
                <option key={id} value={id}>
                  {name} ({answers})
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <Button
          look="quiet"
          size="small"
          className="ms-auto"
          aria-pressed={seen}
          onClick={() => onSeen(!seen)}
        >
          First and last seen
        </Button>
      </div>
      <Timeline moments={moments} view={view} />
    </div>
  );
}

type MomentPickerProps = {
  readonly label: string;
  readonly moments: readonly Moment[];
  readonly place: number;
  readonly onPlace: (place: number) => void;
};

/** The times there are, newest first, in the time zone of this computer. */
function MomentPicker({ label, moments, place, onPlace }: MomentPickerProps) {
  return (
    <label className="flex items-center gap-1.5 text-ink-2 text-table">
      {label}
      <select
        className={`${inputLook} w-64! tabular`}
        value={place}
        onChange={(event) => onPlace(Number(event.target.value))}
      >
        {moments
          .map(({ shown, answers }, index) => (
            <option key={shown.id} value={index}>
              {formatMoment(shown.receivedAtMs)}
              {answers.length > 1 ? ` · ${formatQuantity(answers.length, 'sample')}` : ''}
            </option>
          ))
          .reverse()}
      </select>
    </label>
  );
}
