import type { RunPreview } from '#shared/model/run.ts';
import { formatCount, formatQuantity } from '../../ui/format.ts';

type CostLineProps = {
  readonly preview: RunPreview | null;
  readonly stale: boolean;
  /** Whether there is nothing to ask, which costs nothing. */
  readonly blank: boolean;
};

/** Requests, cost and time of the question, as a sentence that is announced when it changes. */
export function CostLine({ preview, stale, blank }: CostLineProps) {
  return (
    <p
      role="status"
      aria-label="Cost and time"
      className={`min-w-0 text-table tabular ${stale ? 'text-ink-3' : 'text-ink-2'}`}
    >
      {preview === null || preview.cells === 0
        ? 'Cost and time estimate'
        : blank
          ? 'No question yet · 0 credits'
          : costSentence(preview)}
    </p>
  );
}

/** `12 answers · at most 84 credits of 12,430 · about 20 s`. */
export function costSentence(preview: RunPreview): string {
  const parts = [formatQuantity(preview.cells, 'answer')];
  if (preview.maximumCredits === null) parts.push('price set by this connection');
  else {
    const balance = preview.balance === null ? '' : ` of ${formatCount(preview.balance)}`;
    parts.push(`at most ${formatQuantity(preview.maximumCredits, 'credit')}${balance}`);
  }
  if (preview.estimatedSeconds !== null) parts.push(`about ${roughTime(preview.estimatedSeconds)}`);
  return parts.join(' · ');
}

function roughTime(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
