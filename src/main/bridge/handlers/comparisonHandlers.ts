import type { RunComparison } from '../../comparison/runComparison.ts';
import type { Handlers } from '../router.ts';

export function comparisonHandlers(comparison: RunComparison) {
  return {
    'comparisons.get': (input, { signal }) => comparison.compare(input, signal),
  } satisfies Partial<Handlers>;
}
