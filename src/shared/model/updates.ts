import { z } from 'zod';

/** A version that is offered. */
export const releaseSchema = z.object({
  version: z.string(),
  /** What changed, as plain text; empty where the publisher wrote nothing. */
  notes: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

export const updateViewSchema = z.object({
  phase: z.enum([
    /** This program is not updated by itself; `problem` says why. */
    'off',
    'idle',
    'checking',
    'offered',
    'downloading',
    'ready',
    /** Wanted, and begun when what goes on has ended. */
    'waiting',
    'installing',
  ]),
  release: releaseSchema.nullable(),
  /** Downloaded so far, 0 to 1. */
  share: z.number().min(0).max(1),
  checkedAtMs: z.number().nullable(),
  /** What went wrong last, or why nothing is looked for; null when nothing did. */
  problem: z.string().nullable(),
  /** False where the system's own means install it and the window only tells of it. */
  installs: z.boolean(),
});
export type UpdateView = z.infer<typeof updateViewSchema>;
