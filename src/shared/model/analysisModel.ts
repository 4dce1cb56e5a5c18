import { z } from 'zod';
import type { Analyst } from '../interface/operator/operations.ts';
import { strictSchema } from '../lazySchema.ts';

/** What the analysis model is asked for. */
export const analysisPurposes = ['wordings', 'translation', 'claims', 'comparison'] as const;
export type AnalysisPurpose = (typeof analysisPurposes)[number];

/** The chosen model: one for every analysis. */
export const analysisChoiceSchema = strictSchema(() => ({
  driver: z.string().min(1).max(100),
  model: z.string().trim().min(1).max(200),
  /** US dollars in a calendar month (UTC), over all projects; null for no limit. */
  monthlyLimit: z.number().positive().max(1_000_000).nullable(),
}));
export type AnalysisChoice = z.infer<typeof analysisChoiceSchema>;

export type AnalysisMoney = {
  readonly amount: number;
  readonly currency: string;
  readonly source: 'stated' | 'computed';
};

/** Which model gave an answer of an analysis, when, by which prompt, and what the provider charged. */
export type AnalysisProvenance = {
  readonly driver: string;
  /** As the provider names it. */
  readonly model: string;
  /** Name and version of the prompt, such as `claims 1`. */
  readonly prompt: string;
  readonly askedAtMs: number;
  /** Null if unknown; zero for a server of the user. */
  readonly cost: AnalysisMoney | null;
  /** From an earlier request: nothing was sent or charged. */
  readonly cached: boolean;
};

/** Before anything is sent. */
export type AnalysisEstimate = {
  readonly driver: string;
  readonly displayName: string;
  readonly model: string;
  /** Requests to send; those that were answered before are not sent again. */
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if the price of the model is not known. */
  readonly amount: number | null;
};

/** An analysis of several requests that is in progress. */
export type AnalysisJob = {
  readonly id: string;
  readonly purpose: 'claims' | 'comparison';
  readonly runId: string;
  /** Requests answered, and all of them. */
  readonly done: number;
  readonly total: number;
};

export type AnalystView = Omit<Analyst, 'prices' | 'pricesOf'>;

export type AnalysisModelView = {
  /** Null before a model is chosen. */
  readonly choice: AnalysisChoice | null;
  /** Why the chosen model cannot be used now; null if it can, or if none is chosen. */
  readonly problem: string | null;
  readonly analysts: readonly AnalystView[];
  readonly month: {
    readonly requests: number;
    /** US dollars known so far. */
    readonly amount: number;
    /** Requests whose price is not known. */
    readonly unpriced: number;
  };
};

/** Told wherever a model is needed and none is chosen. */
export const noAnalysisModel =
  'No analysis model is chosen. Choose a connected provider in Settings, Analysis model, or with "parallax model set".';
