import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useColumnLabels } from './tableMarkets.ts';

/** No answer could carry what the tab shows: not the same as none having it. */
export function NotCarried({ what, how }: { readonly what: string; readonly how: string }) {
  const { together } = useColumnLabels();
  return (
    <EmptyState title={`No ${what} in ${together}`}>
      <p>{how}</p>
    </EmptyState>
  );
}
