import { formatAbsolute } from '../../ui/format.ts';

const locale = (): string => globalThis.navigator?.language ?? 'en';
const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function inZone(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(atMs);
}

/** Next times in the schedule's time zone, and in the local one if it differs. */
export function NextTimes({
  timesMs,
  timeZone,
}: {
  readonly timesMs: readonly number[];
  readonly timeZone: string;
}) {
  const here = zoneHere();
  return (
    <ol className="flex flex-col gap-0.5 text-table tabular">
      {timesMs.map((atMs) => (
        <li key={atMs} className="flex flex-wrap gap-x-3">
          <time dateTime={new Date(atMs).toISOString()} title={formatAbsolute(atMs)}>
            {inZone(atMs, timeZone)}
          </time>
          {here === timeZone ? null : <span className="text-ink-3">{inZone(atMs, here)} local time</span>}
        </li>
      ))}
    </ol>
  );
}

export function ZoneTime({ atMs, timeZone }: { readonly atMs: number; readonly timeZone: string }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatAbsolute(atMs)} className="tabular">
      {inZone(atMs, timeZone)}
    </time>
  );
}
