import type { Moment } from '#shared/series/series.ts';
import { formatMoment } from '../../../ui/format.ts';
import type { ChangeHistoryView } from './changeHistoryView.ts';

type TimelineProps = { readonly moments: readonly Moment[]; readonly view: ChangeHistoryView };

/** Where the chosen times lie among all of them; gaps are as wide as they were long. */
export function Timeline({ moments, view }: TimelineProps) {
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
