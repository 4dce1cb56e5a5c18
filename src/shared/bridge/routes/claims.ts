import { z } from 'zod';
import { claimAspects, claimTones } from '../../model/comparison/claimLists.ts';
import { mutation, ofProject } from '../route.ts';

export const claimRoutes = {
  /** The user's correction; null if the sentence is not about the brand. */
  'claims.correct': ofProject(
    mutation(
      () =>
        z.strictObject({
          claim: z.string().min(1).max(64),
          sentence: z.string().max(20_000),
          as: z.strictObject({ aspect: z.enum(claimAspects), tone: z.enum(claimTones) }).nullable(),
        }),
      () => z.object({}),
    ),
  ),
  /** The rules apply again. */
  'claims.restore': ofProject(
    mutation(
      () => z.strictObject({ claim: z.string() }),
      () => z.object({ restored: z.boolean() }),
    ),
  ),
};
