export const userLocale = (): string => globalThis.navigator?.language ?? 'en';

/**
 * Caches formatters by locale and time zone. Creating one takes a hundred times as long as using it, and every row
 * that is scrolled past formats counts and times. A changed time zone gets new formatters.
 */
function kept<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>();
  return (locale) => {
    const key = `${locale} ${new Date().getTimezoneOffset()}`;
    const known = formats.get(key);
    if (known !== undefined) return known;
    const made = make(locale);
    formats.set(key, made);
    return made;
  };
}

const countFormat = kept((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const relativeFormat = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const absoluteFormat = kept(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
);
const dayFormat = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const moment: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};
const momentFormat = kept((locale) => new Intl.DateTimeFormat(locale, moment));

/** `12,430`: a count with the separators of the user's locale. */
export function formatCount(value: number, locale: string = userLocale()): string {
  return countFormat(locale).format(value);
}

/** `1 credit`, `12,430 credits`. */
export function formatCredits(value: number, locale?: string): string {
  return `${formatCount(value, locale)} ${value === 1 ? 'credit' : 'credits'}`;
}

/** `3 answers`, `1 answer`; `plural` only where adding an "s" is wrong. */
export function formatQuantity(value: number, singular: string, plural: string = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** Milliseconds as `840 ms`, `1.4 s`, `2 min 5 s`, `3 h 12 min`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(minutes, 'min', seconds % 60, 's');
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Whole seconds since the start of something still running: `12 s`, `2 min 5 s`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A moment farther away than this is named by its date: "last month" does not say which day. In seconds. */
const relativeUpTo = 7 * 86_400;

/** `just now`, `5 minutes ago`, `yesterday` in English, like the sentences around it; after a week the date. */
export function formatRelative(atMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - atMs) / 1000);
  if (seconds < 45 && seconds > -45) return 'just now';
  if (Math.abs(seconds) >= relativeUpTo) return formatDay(atMs);
  const relative = relativeFormat('en');
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size * 0.75)
      return relative.format(-Math.max(1, Math.round(Math.abs(seconds) / size)) * Math.sign(seconds), unit);
  }
  return relative.format(-1, 'minute');
}

/** Date and time in the user's locale and zone, which it names; for tooltips. */
export function formatAbsolute(atMs: number, locale: string = userLocale()): string {
  return absoluteFormat(locale).format(atMs);
}

/** `3 Nov 2026` in the user's locale and zone. */
export function formatDay(atMs: number): string {
  return dayFormat(userLocale()).format(atMs);
}

/** Date and time to the minute in the user's locale, and in the user's zone or the given one, which it names. */
export function formatMoment(atMs: number, locale: string = userLocale(), timeZone?: string): string {
  const format =
    timeZone === undefined ? momentFormat(locale) : new Intl.DateTimeFormat(locale, { ...moment, timeZone });
  return format.format(atMs);
}

/** Bytes as `512 B`, `14 KB`, `2.3 MB`, `81.4 GB` (1 KB = 1,000 B). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** What a list says before its first figures; nothing beside the error of a read that failed. */
export const countingText = (error: unknown): string => (error === null ? 'Counting the answers…' : '');
