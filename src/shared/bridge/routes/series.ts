import { z } from 'zod';
import type { Series } from '../../model/series.ts';
import { query } from '../route.ts';

export const seriesRoutes = {
  /** One question, engine and market over time, around one of its answers. */
  'observations.series': query(() =>
    z.strictObject({
      id: z.string(),
      /** Only runs of this monitor. */
      monitorId: z.string().nullable().default(null),
      fromMs: z.number().optional(),
      /** Not included. */
      beforeMs: z.number().optional(),
    }),
  ).returns<Series>(),
};
