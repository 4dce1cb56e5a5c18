import type { ReactNode } from 'react';
import type { NoiseTest } from '#shared/analysis/comparison.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useColumnLabels } from './tableMarkets.ts';
import { VerdictDetail } from './VerdictDetail.tsx';

/** What a tab says above its table: the one sentence that matters, and whether it is more than noise. */
export function TabSummary({
  test,
  children,
}: {
  readonly test: NoiseTest | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-line border-b px-4 py-1 text-ink-2 text-table tabular">
      <span>{children}</span>
      {test === null ? null : <VerdictDetail test={test} />}
    </div>
  );
}

/** No answer could carry what the tab shows: not the same as none having it. */
export function NotCarried({ what, how }: { readonly what: string; readonly how: string }) {
  const { together } = useColumnLabels();
  return (
    <EmptyState title={`No ${what} in ${together}`}>
      <p>{how}</p>
    </EmptyState>
  );
}
