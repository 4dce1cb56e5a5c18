import { z } from 'zod';
import { leagueViewSchema, matrixQuerySchema, matrixSchema, rollupScopeSchema } from '../../model/rollup.ts';
import { query } from '../route.ts';

export const rollupRoutes = {
  /** The listed brands by visibility over all answers of a run, and engines on what all of them were asked. */
  'rollups.league': query(
    () => rollupScopeSchema,
    () => leagueViewSchema,
  ),
  /** One figure by question or brand and by market or engine. */
  'rollups.matrix': query(
    () => matrixQuerySchema,
    () => matrixSchema,
  ),
  /** Ids of the answers behind one cell, the newest first, at most 60, and how many there are. */
  'rollups.answers': query(
    () => matrixQuerySchema.unwrap().extend({ row: z.string(), column: z.string() }),
    () => z.object({ ids: z.array(z.string()), total: z.number().int() }),
  ),
};
