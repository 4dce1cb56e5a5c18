import { z } from 'zod';
import { recomputationStatusSchema, shiftSchema } from '../../model/recomputation.ts';
import { mutation, ofProject, query } from '../route.ts';

export const recomputationRoutes = {
  'recomputation.status': ofProject(
    query(
      () => z.strictObject({}),
      () => recomputationStatusSchema,
    ),
  ),
  /** Works until the facts have the newest rules; for programs without background work. */
  'recomputation.finish': mutation(
    () => z.strictObject({}),
    () => recomputationStatusSchema,
  ),
  /** Stops a recomputation; computed facts are kept, and it can be resumed. */
  'recomputation.cancel': mutation(
    () => z.strictObject({}),
    () => recomputationStatusSchema,
  ),
  'recomputation.resume': mutation(
    () => z.strictObject({}),
    () => recomputationStatusSchema,
  ),
  /** The effect of the last rule change, over the same answers; null until there are two complete versions. */
  'recomputation.change': query(
    () => z.strictObject({}),
    () =>
      z
        .object({ before: z.number().int(), after: z.number().int(), shifts: z.array(shiftSchema) })
        .nullable(),
  ),
};
