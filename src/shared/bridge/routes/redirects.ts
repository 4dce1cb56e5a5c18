import { z } from 'zod';
import { redirectStatusSchema } from '../../model/redirect.ts';
import { mutation, query } from '../route.ts';

export const redirectRoutes = {
  'redirects.status': query(
    () => z.strictObject({}),
    () => redirectStatusSchema,
  ),
  /** Resolves what is due, or with `all` everything unresolved; ends when nothing is due. */
  'redirects.resolve': mutation(
    () => z.strictObject({ all: z.boolean().default(false) }),
    // Why the service could not be called, null if it could.
    () => redirectStatusSchema.unwrap().extend({ away: z.string().nullable() }),
  ),
};
