import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { lazySchema } from '../lazySchema.ts';
import type { powerComparisons } from './powerComparisons.ts';

export const runModes = ['live', 'queued'] as const;
export const wantedModeSchema = z.enum([...runModes, 'auto']);
export const planNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name for the plan.')
  .max(80, 'A name can have at most 80 characters.');
export const planRowSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** The newest version; earlier ones stay for the runs that refer to them. */
    version: z.number().int(),
    createdAtMs: z.number(),
    changedAtMs: z.number(),
    questions: z.number().int(),
    engines: z.array(z.enum(engines)),
    markets: z.number().int(),
    samples: z.number().int(),
    cells: z.number().int(),
    runs: z.number().int(),
  }),
);
const priceLineSchema = lazySchema(() =>
  z.object({ cells: z.number().int(), maximumCredits: z.number().int() }),
);
export const planPriceSchema = lazySchema(() =>
  z.object({
    cells: z.number().int(),
    /** Maximum cost of a run by the standard tariff, including every optional part. */
    maximumCredits: z.number().int(),
    /** The same without the parts that depend on the answers. */
    submissionCredits: z.number().int(),
    byEngine: z.partialRecord(z.enum(engines), priceLineSchema),
    byMarket: z.record(z.string(), priceLineSchema),
    byQuestion: z.array(priceLineSchema.unwrap().extend({ question: z.string() })),
    addOns: priceLineSchema,
    /** Every cell that would be refused, and the reason for the first. */
    refusedCells: z.array(z.string()),
    refusedGroups: z.number().int(),
    refusalProblems: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
);
export const planQuoteSchema = lazySchema(() =>
  planPriceSchema.unwrap().extend({
    connectionId: z.string(),
    connectionName: z.string(),
    /** False for a deployment that may have other prices: the credits are then an estimate. */
    ownTariff: z.boolean(),
    balance: z.number().int().nullable(),
    slots: z.number().int().nullable(),
    /** Based on past durations of each engine; null until every engine was asked once. */
    estimatedSeconds: z.number().nullable(),
    /** What the service's documentation warns of about the engines. */
    notices: z.array(z.string()),
  }),
);
/** Repeats that a plan needs to detect a change of a brand's visibility. */
export const planPowerSchema = lazySchema(() =>
  z.object({
    brand: z.object({ id: z.string(), name: z.string() }).nullable(),
    /**
     * Measured in the project: visibility (null without answers), answers, requests with repeats, and their
     * variation.
     */
    share: z.number().nullable(),
    answers: z.number(),
    repeated: z.number().int(),
    spread: z.number(),
    /** Answers that each repeat adds to each side of the comparison. */
    perRepeat: z.number().int(),
    /** Null if more would be needed than a plan allows. */
    repeats: z.number().int().nullable(),
    /** Of a run with this many repeats. */
    cells: z.number().int(),
    maximumCredits: z.number().int(),
    /** Based on past costs of answers; null if an engine's cost is unknown. */
    money: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    /** The smallest change that the plan detects with its current repeats; null if none. */
    visible: z.number().nullable(),
  }),
);
export const ceilingsSchema = lazySchema(() =>
  z.object({
    connectionId: z.string(),
    /** Credit limits per UTC day and UTC month; null for none. */
    day: z.number().int().nullable(),
    month: z.number().int().nullable(),
    /** Charged, and reserved for requests in progress or with unknown outcome. */
    spentToday: z.number().int(),
    spentThisMonth: z.number().int(),
  }),
);
export const ceilingSchema = z.number().int().min(0).max(1_000_000_000);
export type RunMode = (typeof runModes)[number];
export type WantedMode = z.infer<typeof wantedModeSchema>;
export type PowerComparison = (typeof powerComparisons)[number];
export type PlanPower = z.infer<typeof planPowerSchema>;
export type PlanRow = z.infer<typeof planRowSchema>;
export type PlanQuote = z.infer<typeof planQuoteSchema>;
export type Ceilings = z.infer<typeof ceilingsSchema>;
