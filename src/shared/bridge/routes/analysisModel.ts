import { z } from 'zod';
import { lazySchema, strictSchema } from '../../lazySchema.ts';
import type { AnalysisEstimate, AnalysisJob } from '../../model/analysisModel.ts';
import { type AnalysisModelView, analysisChoiceSchema } from '../../model/analysisModel.ts';
import { claimTones } from '../../model/comparison/claimLists.ts';
import type { ModelVerdicts } from '../../model/comparison/modelVerdicts.ts';
import { engineSchema } from '../../model/run.ts';
import { targetLanguageSchema } from '../../model/translation.ts';
import { mutation, type Nothing, nothing, ofProject, query } from '../route.ts';

const aspect = z.string().trim().min(1).max(40);
/** The answers to one question and engine of a run. */
const answers = strictSchema(() => ({
  runId: z.string(),
  /** For a plan's run. */
  question: z.number().int().min(0).optional(),
  engine: engineSchema.optional(),
}));

const verdictAnswers = lazySchema(() =>
  answers.unwrap().extend({
    /** Language of the sentences, and of the translations that the rules read. Default: the project's, else English. */
    to: targetLanguageSchema.optional(),
  }),
);

export const analysisModelRoutes = {
  /** What rating the answers would cost; sends nothing. */
  'claims.estimate': query(() => answers).returns<AnalysisEstimate & { readonly answers: number }>(),
  /** Rates the answers that the analysis model has not rated yet; each is stored as soon as it is there. */
  'claims.rate': mutation(() =>
    answers.unwrap().extend({
      /** US dollars; nothing is sent beyond it. */
      costLimit: z.number().positive().optional(),
    }),
  ).returns<{
    readonly rated: number;
    readonly claims: number;
    readonly discarded: number;
    /** Answers without a usable rating, by reason. */
    readonly failed: readonly { readonly answerId: string; readonly message: string }[];
    /** US dollars known. */
    readonly amount: number;
  }>(),
  /** The tone a person gave to a quote without seeing the model's. */
  'claims.label': ofProject(
    mutation(() => ({
      rater: z.string().max(400),
      claim: z.string().min(1).max(64),
      language: z.string().max(20),
      rated: z.enum(claimTones),
      label: z.enum(claimTones),
    })).returns<Nothing>(),
  ),
  'claims.aspects': ofProject(query(nothing).returns<{ readonly aspects: readonly string[] }>()),
  /** Answers rated from now on use the list; those already rated keep theirs. */
  'claims.setAspects': ofProject(
    mutation(() => ({ aspects: z.array(aspect).min(1).max(40) })).returns<{
      readonly aspects: readonly string[];
    }>(),
  ),
  /** The user's correction; null if the quote is not about the brand. */
  'claims.correct': ofProject(
    mutation(() => ({
      claim: z.string().min(1).max(64),
      sentence: z.string().max(20_000),
      as: z.strictObject({ aspect, tone: z.enum(claimTones) }).nullable(),
    })).returns<Nothing>(),
  ),
  /** The model's rating applies again. */
  'claims.restore': ofProject(
    mutation(() => ({ claim: z.string() })).returns<{ readonly restored: boolean }>(),
  ),
  /** What the analysis model said of these answers; null if it was not asked. */
  'verdicts.get': query(() => verdictAnswers).returns<{ readonly verdicts: ModelVerdicts | null }>(),
  /** What asking would cost; sends nothing. */
  'verdicts.estimate': query(() => verdictAnswers).returns<AnalysisEstimate & { readonly rows: number }>(),
  /** Asks the analysis model about the rows that the rules leave open, and stores what it can verify. */
  'verdicts.ask': mutation(() =>
    verdictAnswers.unwrap().extend({
      /** US dollars; nothing is sent beyond it. */
      costLimit: z.number().positive().optional(),
    }),
  ).returns<{
    readonly verdicts: ModelVerdicts;
    /** US dollars known. */
    readonly amount: number;
  }>(),
  /** The model that analyses answers. */
  'analysisModel.get': query(nothing).returns<AnalysisModelView>(),
  /** Null for none. Rejects a provider without structured output. */
  'analysisModel.choose': mutation(() => ({
    choice: analysisChoiceSchema.unwrap().nullable(),
  })).returns<AnalysisModelView>(),
  /** Analyses in progress in this program. */
  'analysisModel.jobs': query(nothing).returns<{ readonly jobs: readonly AnalysisJob[] }>(),
  /** Ends one. What was answered is kept, and is not asked for again. */
  'analysisModel.cancel': mutation(() => ({ id: z.string() })).returns<Nothing>(),
};
