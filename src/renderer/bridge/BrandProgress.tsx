import { useEffect, useRef } from 'react';
import { type Unfinished, unfinishedOf } from '#shared/model/recomputation.ts';
import { Button } from '../ui/Button.tsx';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { useAction, useRoute, useServerData } from './BridgeContext.tsx';

/** Prefixes of the reads whose figures come from the stored facts of brands. */
const figures = ['trends.', 'gaps.', 'rollups.'];

/**
 * Answers that are still searched for the listed brands; null if there are none. Figures are read again once they are
 * complete. Until then a screen must not say that a brand is not set, or that nothing was found.
 */
export function useBrandProgress(): Unfinished | null {
  const { invalidate } = useServerData();
  const { data } = useRoute('recomputation.status', {});
  const left = data === undefined ? null : unfinishedOf(data);
  const wasLeft = useRef(false);
  const isLeft = left !== null;
  useEffect(() => {
    if (wasLeft.current && !isLeft) void invalidate(figures);
    wasLeft.current = isLeft;
  }, [isLeft, invalidate]);
  return left;
}

/** How far it is, instead of figures or above those that will change. */
export function BrandProgress({ left }: { readonly left: Unfinished | null }) {
  const resume = useAction('recomputation.resume', ['recomputation.']);
  if (left === null) return null;
  const { answers, of, stopped } = left;
  const progress = of === 0 ? '' : `: ${formatCount(answers)} of ${formatQuantity(of, 'result')}`;
  return (
    <Notice
      tone="info"
      actions={
        stopped ? (
          <Button size="small" onClick={() => resume.mutate({})}>
            Resume
          </Button>
        ) : null
      }
    >
      <span role="status" className="tabular">
        {stopped ? `Brand figures stopped${progress}.` : `Computing brand figures${progress}…`}
      </span>
    </Notice>
  );
}
