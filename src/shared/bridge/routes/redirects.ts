import { z } from 'zod';
import { mutation, query } from '../route.ts';

/** Redirects of engines among the stored addresses. */
const redirectStatusSchema = z.object({
  /** Whether they are resolved in the background. */
  on: z.boolean(),
  waiting: z.number().int(),
  resolved: z.number().int(),
  /** The service says they are no redirects it can resolve, or they failed too often. */
  refused: z.number().int(),
  nextTryAtMs: z.number().int().nullable(),
  lastFailure: z.string().nullable(),
});

export const redirectRoutes = {
  'redirects.status': query(z.strictObject({}), redirectStatusSchema),
  /** Resolves what is due, and with `all` everything that is not resolved; ends when nothing is due. */
  'redirects.resolve': mutation(
    z.strictObject({ all: z.boolean().default(false) }),
    // Why the service could not be asked, null when it could.
    redirectStatusSchema.extend({ away: z.string().nullable() }),
  ),
};

export type RedirectStatus = z.infer<typeof redirectStatusSchema>;
