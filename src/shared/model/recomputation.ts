import { z } from 'zod';

const recomputationSchema = z.object({
  /** Version of the brand rules it is made by. */
  rulesVersion: z.number().int(),
  /** Version of the formulae that apply them. */
  analysisRules: z.string(),
  state: z.enum(['running', 'cancelled', 'current', 'previous']),
  /** Stored answers that are done, and how many there are. */
  answers: z.number().int(),
  of: z.number().int(),
  startedAtMs: z.number().int(),
  finishedAtMs: z.number().int().nullable(),
});
/** Which rules the facts of the history are made by. */
export const recomputationStatusSchema = z.object({
  /** Newest version of the brand rules; 0 when there are none. */
  newestRules: z.number().int(),
  /** The whole version that figures are read from. */
  current: recomputationSchema.nullable(),
  /** The whole version before, kept to be compared. */
  previous: recomputationSchema.nullable(),
  /** By newer rules, and not whole yet: under way or stopped. */
  next: recomputationSchema.nullable(),
});
export const shiftSchema = z.object({
  brand: z.string(),
  name: z.string(),
  market: z.string(),
  /** Answers that name the brand by the version before, of so many. */
  before: z.number().int(),
  beforeOf: z.number().int(),
  after: z.number().int(),
  afterOf: z.number().int(),
});
export type RecomputationView = z.infer<typeof recomputationSchema>;
export type RecomputationStatus = z.infer<typeof recomputationStatusSchema>;
export type BrandShiftView = z.infer<typeof shiftSchema>;
