import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

/** An available version. */
export const releaseSchema = lazySchema(() =>
  z.object({
    version: z.string(),
    /** Release notes as plain text; empty if the publisher provided none. */
    notes: z.string(),
  }),
);
export type Release = z.infer<typeof releaseSchema>;

export const updateViewSchema = lazySchema(() =>
  z.object({
    phase: z.enum([
      /** This program does not update itself; `problem` has the reason. */
      'off',
      'idle',
      'checking',
      'offered',
      'downloading',
      'ready',
      /** Requested, and starts when current work has ended. */
      'waiting',
      'installing',
    ]),
    release: releaseSchema.nullable(),
    /** Download progress, 0 to 1. */
    share: z.number().min(0).max(1),
    checkedAtMs: z.number().nullable(),
    /** The last error, or why there are no update checks; null if there is neither. */
    problem: z.string().nullable(),
    /** False if the system installs updates and the window only shows them. */
    installs: z.boolean(),
  }),
);
export type UpdateView = z.infer<typeof updateViewSchema>;
