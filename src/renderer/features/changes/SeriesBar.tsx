import type { Moment } from '#shared/alerts/series.ts';
import type { Series } from '#shared/model/series.ts';
import { StepButtons } from '../../reading/StepButtons.tsx';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { formatMoment, formatQuantity } from '../../ui/format.ts';
import { type ChangeHistoryView, maxMoments } from './changeHistoryView.ts';

type SeriesBarProps = {
  readonly series: Series;
  readonly moments: readonly Moment[];
  readonly view: ChangeHistoryView;
  readonly onView: (view: ChangeHistoryView) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly monitorId: string | null;
  readonly onMonitor: (monitorId: string | null) => void;
  /** Whether first and last occurrences are shown instead of the columns. */
  readonly seen: boolean;
  readonly onSeen: (seen: boolean) => void;
};

/** The compared runs: pickers in local time, steps, and their position in the series. */
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

/** The times of the series, newest first, in local time. */
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
              {answers.length > 1 ? ` · ${formatQuantity(answers.length, 'repeat')}` : ''}
            </option>
          ))
          .reverse()}
      </select>
    </label>
  );
}

type TimelineProps = { readonly moments: readonly Moment[]; readonly view: ChangeHistoryView };

/** The selected times on the timeline of the series. Distances are proportional to time. */
function Timeline({ moments, view }: TimelineProps) {
  const start = moments[0]?.shown.receivedAtMs ?? 0;
  const end = moments.at(-1)?.shown.receivedAtMs ?? 0;
  if (end <= start) return null;
  const at = (place: number): number =>
    (((moments[place]?.shown.receivedAtMs ?? start) - start) / (end - start)) * 100;
  const from = at(view.from);
  const to = at(view.to);
  return (
    <div aria-hidden="true" className="flex items-center gap-2 text-ink-3 text-mini tabular">
      <span className="shrink-0">{formatMoment(start)}</span>
      <svg className="h-4 min-w-0 flex-1 overflow-visible" role="presentation">
        <line x1="0" x2="100%" y1="8" y2="8" className="stroke-line-strong" strokeWidth="1" />
        <line x1={`${from}%`} x2={`${to}%`} y1="8" y2="8" className="stroke-accent" strokeWidth="3" />
        {moments.map(({ shown }, place) => (
          <line
            key={shown.id}
            x1={`${at(place)}%`}
            x2={`${at(place)}%`}
            y1="4"
            y2="12"
            className="stroke-ink-3"
            strokeWidth="1"
          />
        ))}
        <circle cx={`${from}%`} cy="8" r="4.5" className="fill-surface stroke-accent" strokeWidth="2" />
        <circle cx={`${to}%`} cy="8" r="5" className="fill-accent" />
      </svg>
      <span className="shrink-0">{formatMoment(end)}</span>
    </div>
  );
}
