import { useState } from 'react';
import { useComparisonProgress } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import { Elapsed } from '../ui/Times.tsx';
import type { ContentProps } from './analysisTab.tsx';
import { useColumnLabels } from './tableMarkets.ts';

/** No answer can contain the tab's data, which differs from no answer having any. */
export function NotCarried({
  what,
  how,
  askFor,
}: {
  readonly what: string;
  readonly how: string;
  readonly askFor?: ContentProps<never>['askFor'];
}) {
  const { together } = useColumnLabels();
  return (
    <EmptyState
      title={`No ${what} in ${together}`}
      action={askFor ? <Button onClick={askFor.press}>{askFor.label}</Button> : undefined}
    >
      <p>{how}</p>
    </EmptyState>
  );
}

function comparingText(answers: number, reading: ReturnType<typeof useComparisonProgress>): string {
  if (reading !== null)
    return `Reading ${formatCount(reading.done)} of ${formatQuantity(reading.total, 'answer')}…`;
  return answers === 0 ? 'Loading…' : `Comparing ${formatQuantity(answers, 'answer')}…`;
}

/** Shown while answers are compared for the first time: hundreds take some seconds, and the result is kept. */
export function Comparing({ answers, runId = '' }: { readonly answers: number; readonly runId?: string }) {
  const [sinceMs] = useState(() => Date.now());
  const progress = useComparisonProgress(runId);
  const reading = progress !== null && progress.done < progress.total ? progress : null;
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-ink-2">
      <ProgressRing share={reading === null ? null : reading.done / reading.total} />
      <span>{comparingText(answers, reading)}</span>
      <span aria-hidden="true" className="text-ink-3 tabular">
        <Elapsed sinceMs={sinceMs} />
      </span>
    </p>
  );
}
