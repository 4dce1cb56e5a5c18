import { z } from 'zod';
import type { RedirectStatus } from '../../model/redirect.ts';
import { mutation, nothing, query } from '../route.ts';

export const redirectRoutes = {
  'redirects.status': query(nothing).returns<RedirectStatus>(),
  /** Resolves what is due, or with `all` everything unresolved; ends when nothing is due. */
  'redirects.resolve': mutation(() => z.strictObject({ all: z.boolean().default(false) })).returns<
    // Why the service could not be called, null if it could.
    RedirectStatus & { readonly away: string | null }
  >(),
};
