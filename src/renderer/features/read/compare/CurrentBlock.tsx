import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import { useColumnLabels } from './columnLabels.ts';
import { rowSentence } from './rowFilter.ts';
import { VerdictDetail } from './VerdictDetail.tsx';

type CurrentBlockProps = {
  readonly comparison: ComparisonWith<'answer'>;
  /** Index of the row the person stands at; null before any was chosen. */
  readonly current: number | null;
};

/** What the block a person stands at amounts to, with the verdict and all it was reached by; said when they move on. */
export function CurrentBlock({ comparison, current }: CurrentBlockProps) {
  const { rows } = comparison.answer;
  const words = useColumnLabels();
  const row = current === null ? undefined : rows[current];
  if (row === undefined || current === null) return null;
  return (
    <section
      aria-label="Current section"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-line border-t bg-sunken px-4 text-table tabular"
    >
      <span role="status">
        Section {current + 1} of {rows.length}: {rowSentence(row, words)}
      </span>
      <span className="text-ink-2">
        found in {row.present} of {row.of}
      </span>
      {row.moved > 0 ? <span className="text-moved">↕ moved in {row.moved}</span> : null}
      {row.of > 1 ? <VerdictDetail test={row.test} /> : null}
    </section>
  );
}
