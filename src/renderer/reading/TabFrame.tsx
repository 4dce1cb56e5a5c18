import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatQuantity } from '../ui/format.ts';
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

/** Shown while answers are compared for the first time: hundreds take some seconds, and the result is kept. */
export function Comparing({ answers }: { readonly answers: number }) {
  const [sinceMs] = useState(() => Date.now());
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-ink-2">
      <ProgressRing share={null} />
      <span>{answers === 0 ? 'Loading…' : `Comparing ${formatQuantity(answers, 'answer')}…`}</span>
      <span aria-hidden="true" className="text-ink-3 tabular">
        <Elapsed sinceMs={sinceMs} />
      </span>
    </p>
  );
}
