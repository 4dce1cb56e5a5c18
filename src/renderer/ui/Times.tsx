import { formatAbsolute, formatElapsed, formatRelative } from './format.ts';
import { useNow } from './useNow.ts';

/** `5 minutes ago`, with the date and time on hover. */
export function RelativeTime({ atMs }: { readonly atMs: number }) {
  const now = useNow(30_000);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatAbsolute(atMs)} className="tabular">
      {formatRelative(atMs, now)}
    </time>
  );
}

/** Elapsed time in whole seconds, updated continuously. */
export function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const now = useNow(1000);
  return <span className="tabular">{formatElapsed(now - sinceMs)}</span>;
}
