import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

const recomputationSchema = lazySchema(() =>
  z.object({
    /** Version of the brand rules. */
    rulesVersion: z.number().int(),
    /** Version of the formulas that apply them. */
    analysisRules: z.string(),
    state: z.enum(['running', 'cancelled', 'current', 'previous']),
    /** Stored answers that are done, and their total. */
    answers: z.number().int(),
    of: z.number().int(),
    startedAtMs: z.number().int(),
    finishedAtMs: z.number().int().nullable(),
  }),
);
/** Rule versions of the history's facts. */
export const recomputationStatusSchema = lazySchema(() =>
  z.object({
    /** Newest version of the brand rules; 0 if there are none. */
    newestRules: z.number().int(),
    /** The complete version that figures use. */
    current: recomputationSchema.nullable(),
    /** The previous complete version, kept for comparison. */
    previous: recomputationSchema.nullable(),
    /** A newer version that is not complete: in progress or stopped. */
    next: recomputationSchema.nullable(),
  }),
);
export const shiftSchema = lazySchema(() =>
  z.object({
    brand: z.string(),
    name: z.string(),
    market: z.string(),
    /** Answers that name the brand by the previous version, of this many. */
    before: z.number().int(),
    beforeOf: z.number().int(),
    after: z.number().int(),
    afterOf: z.number().int(),
  }),
);
export type RecomputationView = z.infer<typeof recomputationSchema>;
export type RecomputationStatus = z.infer<typeof recomputationStatusSchema>;
export type BrandShiftView = z.infer<typeof shiftSchema>;
