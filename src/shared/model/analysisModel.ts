import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

/** What the analysis model is asked for. */
export const analysisPurposes = ['wordings', 'translation', 'claims', 'comparison'] as const;
export type AnalysisPurpose = (typeof analysisPurposes)[number];

/** The chosen model: one for every analysis. */
export const analysisChoiceSchema = lazySchema(() =>
  z.strictObject({
    driver: z.string().min(1).max(100),
    model: z.string().trim().min(1).max(200),
    /** US dollars in a calendar month (UTC), over all projects; null for no limit. */
    monthlyLimit: z.number().positive().max(1_000_000).nullable(),
  }),
);
export type AnalysisChoice = z.infer<typeof analysisChoiceSchema>;

const moneySchema = lazySchema(() =>
  z.object({ amount: z.number(), currency: z.string(), source: z.enum(['stated', 'computed']) }),
);
export type AnalysisMoney = z.infer<typeof moneySchema>;

/** Which model gave an answer of an analysis, when, by which prompt, and what the provider charged. */
export const analysisProvenanceSchema = lazySchema(() =>
  z.object({
    driver: z.string(),
    /** As the provider names it. */
    model: z.string(),
    /** Name and version of the prompt, such as `claims 1`. */
    prompt: z.string(),
    askedAtMs: z.number(),
    /** Null if unknown; zero for a server of the user. */
    cost: moneySchema.unwrap().nullable(),
    /** From an earlier request: nothing was sent or charged. */
    cached: z.boolean(),
  }),
);
export type AnalysisProvenance = z.infer<typeof analysisProvenanceSchema>;

/** Before anything is sent. */
export const analysisEstimateSchema = lazySchema(() =>
  z.object({
    driver: z.string(),
    displayName: z.string(),
    model: z.string(),
    /** Requests to send; those that were answered before are not sent again. */
    requests: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** US dollars; null if the price of the model is not known. */
    amount: z.number().nullable(),
  }),
);
export type AnalysisEstimate = z.infer<typeof analysisEstimateSchema>;

export const analystViewSchema = lazySchema(() =>
  z.object({
    driver: z.string(),
    displayName: z.string(),
    ready: z.boolean(),
    message: z.string().nullable(),
    model: z.string(),
    free: z.boolean(),
  }),
);

export const analysisModelViewSchema = lazySchema(() =>
  z.object({
    /** Null before a model is chosen. */
    choice: analysisChoiceSchema.unwrap().nullable(),
    /** Why the chosen model cannot be used now; null if it can, or if none is chosen. */
    problem: z.string().nullable(),
    analysts: z.array(analystViewSchema.unwrap()),
    month: z.object({
      requests: z.number().int(),
      /** US dollars known so far. */
      amount: z.number(),
      /** Requests whose price is not known. */
      unpriced: z.number().int(),
    }),
  }),
);
export type AnalysisModelView = z.infer<typeof analysisModelViewSchema>;

/** Told wherever a model is needed and none is chosen. */
export const noAnalysisModel =
  'No analysis model is chosen. Choose a connected provider in Settings, Analysis model, or with "parallax model set".';
