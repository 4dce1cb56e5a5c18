import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import type { powerComparisons } from './powerComparisons.ts';

export const runModes = ['live', 'queued'] as const;
export const wantedModeSchema = z.enum([...runModes, 'auto']);
export const planNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name for the plan.')
  .max(80, 'A name can have at most 80 characters.');
export const planRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The newest version; the ones before it stay for the runs that name them. */
  version: z.number().int(),
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  questions: z.number().int(),
  engines: z.array(z.enum(engines)),
  markets: z.number().int(),
  samples: z.number().int(),
  cells: z.number().int(),
  runs: z.number().int(),
});
const priceLineSchema = z.object({ cells: z.number().int(), maximumCredits: z.number().int() });
export const planPriceSchema = z.object({
  cells: z.number().int(),
  /** Most that a run can cost by the standard tariff, every optional part counted. */
  maximumCredits: z.number().int(),
  /** The same without what depends on the answers. */
  submissionCredits: z.number().int(),
  byEngine: z.partialRecord(z.enum(engines), priceLineSchema),
  byMarket: z.record(z.string(), priceLineSchema),
  byQuestion: z.array(priceLineSchema.extend({ question: z.string() })),
  addOns: priceLineSchema,
  /** Every cell that would be refused, and why the first of them would. */
  refusedCells: z.array(z.string()),
  refusedGroups: z.number().int(),
  refusalProblems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export const planQuoteSchema = planPriceSchema.extend({
  connectionId: z.string(),
  connectionName: z.string(),
  /** False for a deployment that may price differently: the credits are an estimate then. */
  ownTariff: z.boolean(),
  balance: z.number().int().nullable(),
  slots: z.number().int().nullable(),
  /** From how long answers of each engine took so far; null until every engine was asked once. */
  estimatedSeconds: z.number().nullable(),
});
/** How many repeats of a plan it takes to see a change of a brand's visibility. */
export const planPowerSchema = z.object({
  brand: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Measured in the project: visibility (null without answers), answers, requests with repeats, and their variation. */
  share: z.number().nullable(),
  answers: z.number(),
  repeated: z.number().int(),
  spread: z.number(),
  /** Answers that each repeat adds to each side of the comparison. */
  perRepeat: z.number().int(),
  /** Null where more than a plan can have would be needed. */
  repeats: z.number().int().nullable(),
  /** Of a run with so many repeats. */
  cells: z.number().int(),
  maximumCredits: z.number().int(),
  /** By what answers cost so far; null where an engine's cost is not known. */
  money: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** The smallest change that the plan sees with the repeats it has; null where none. */
  visible: z.number().nullable(),
});
export const ceilingsSchema = z.object({
  connectionId: z.string(),
  /** Credits that a UTC day and a UTC month may not pass; null for no ceiling. */
  day: z.number().int().nullable(),
  month: z.number().int().nullable(),
  /** Charged, and held for what is under way or unknown. */
  spentToday: z.number().int(),
  spentThisMonth: z.number().int(),
});
export const ceilingSchema = z.number().int().min(0).max(1_000_000_000);
export type RunMode = (typeof runModes)[number];
export type WantedMode = z.infer<typeof wantedModeSchema>;
export type PowerComparison = (typeof powerComparisons)[number];
export type PlanPower = z.infer<typeof planPowerSchema>;
export type PlanRow = z.infer<typeof planRowSchema>;
export type PlanQuote = z.infer<typeof planQuoteSchema>;
export type Ceilings = z.infer<typeof ceilingsSchema>;
