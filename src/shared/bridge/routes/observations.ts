import { z } from 'zod';
import type { ObservationDetail, ObservationView } from '../../model/observation.ts';
import { query } from '../route.ts';

export const observationRoutes = {
  'observations.get': query(() => z.strictObject({ id: z.string() })).returns<ObservationDetail>(),
  'observations.getMany': query(() => z.strictObject({ ids: z.array(z.string()).max(300) })).returns<{
    readonly observations: readonly ObservationView[];
  }>(),
  /** Stored HTML of one page, for the sandboxed frame. */
  'observations.page': query(() => z.strictObject({ id: z.string(), pageId: z.string() })).returns<{
    readonly html: string;
  }>(),
};
