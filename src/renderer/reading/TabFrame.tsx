import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
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
