import { z } from 'zod';
import { claimAspects, claimTones } from '../../analysis/claims/model.ts';
import { mutation, ofProject } from '../route.ts';

export const claimRoutes = {
  /** What a person makes of a rating; null where the sentence says nothing of the brand. */
  'claims.correct': ofProject(
    mutation(
      z.strictObject({
        claim: z.string().min(1).max(64),
        sentence: z.string().max(20_000),
        as: z.strictObject({ aspect: z.enum(claimAspects), tone: z.enum(claimTones) }).nullable(),
      }),
      z.object({}),
    ),
  ),
  /** What the rules say holds again. */
  'claims.restore': ofProject(
    mutation(z.strictObject({ claim: z.string() }), z.object({ restored: z.boolean() })),
  ),
};
