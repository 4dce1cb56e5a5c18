import type { BrandShiftView, RecomputationStatus } from '../../model/recomputation.ts';
import { mutation, nothing, ofProject, query } from '../route.ts';

export const recomputationRoutes = {
  'recomputation.status': ofProject(query(nothing).returns<RecomputationStatus>()),
  /** Works until the facts have the newest rules; for programs without background work. */
  'recomputation.finish': mutation(nothing).returns<RecomputationStatus>(),
  /** Stops a recomputation; computed facts are kept, and it can be resumed. */
  'recomputation.cancel': mutation(nothing).returns<RecomputationStatus>(),
  'recomputation.resume': mutation(nothing).returns<RecomputationStatus>(),
  /** The effect of the last rule change, over the same answers; null until there are two complete versions. */
  'recomputation.change': query(nothing).returns<{
    readonly before: number;
    readonly after: number;
    readonly shifts: readonly BrandShiftView[];
  } | null>(),
};
