import { z } from 'zod';
import { recomputationStatusSchema, shiftSchema } from '../../model/recomputation.ts';
import { mutation, query } from '../route.ts';

export const recomputationRoutes = {
  'recomputation.status': query(z.strictObject({}), recomputationStatusSchema),
  /** Works until the facts are by the newest rules; for programs that do nothing in the background. */
  'recomputation.finish': mutation(z.strictObject({}), recomputationStatusSchema),
  /** Stops a recomputation; what it has computed is kept for when it goes on. */
  'recomputation.cancel': mutation(z.strictObject({}), recomputationStatusSchema),
  'recomputation.resume': mutation(z.strictObject({}), recomputationStatusSchema),
  /** What the last change of the rules did, over the same answers; null while there are not two whole versions. */
  'recomputation.change': query(
    z.strictObject({}),
    z.object({ before: z.number().int(), after: z.number().int(), shifts: z.array(shiftSchema) }).nullable(),
  ),
};
