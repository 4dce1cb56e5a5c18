import { z } from 'zod';
import {
  type LeagueView,
  matrixQuerySchema,
  type RollupMatrix,
  rollupScopeSchema,
} from '../../model/rollup.ts';
import { query } from '../route.ts';

export const rollupRoutes = {
  /** The listed brands by visibility over all answers of a run, and engines on what all of them were asked. */
  'rollups.league': query(() => rollupScopeSchema).returns<LeagueView>(),
  /** One figure by question or brand and by market or engine. */
  'rollups.matrix': query(() => matrixQuerySchema).returns<RollupMatrix>(),
  /** Ids of the answers behind one cell, the newest first, at most 60, and how many there are. */
  'rollups.answers': query(() =>
    matrixQuerySchema.unwrap().extend({ row: z.string(), column: z.string() }),
  ).returns<{ readonly ids: readonly string[]; readonly total: number }>(),
};
