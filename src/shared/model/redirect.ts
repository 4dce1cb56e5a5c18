import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

/** Redirects of engines among the stored URLs. */
export const redirectStatusSchema = lazySchema(() =>
  z.object({
    /** Whether they are resolved in the background. */
    on: z.boolean(),
    waiting: z.number().int(),
    resolved: z.number().int(),
    /** The service does not recognize them as redirects, or they failed too often. */
    refused: z.number().int(),
    nextTryAtMs: z.number().int().nullable(),
    lastFailure: z.string().nullable(),
  }),
);
export type RedirectStatus = z.infer<typeof redirectStatusSchema>;
