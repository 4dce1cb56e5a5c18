import { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import { analysisEstimateSchema } from '../../model/analysisModel.ts';
import { claimTones } from '../../model/comparison/claimLists.ts';
import { engineSchema } from '../../model/run.ts';
import { mutation, ofProject, query } from '../route.ts';

const aspect = z.string().trim().min(1).max(40);
/** The answers to one question and engine of a run. */
const answers = lazySchema(() =>
  z.strictObject({
    runId: z.string(),
    /** For a plan's run. */
    question: z.number().int().min(0).optional(),
    engine: engineSchema.optional(),
  }),
);

export const claimRoutes = {
  /** What rating the answers would cost; sends nothing. */
  'claims.estimate': query(
    () => answers,
    () => analysisEstimateSchema.unwrap().extend({ answers: z.number().int() }),
  ),
  /** Rates the answers that the analysis model has not rated yet; each is stored as soon as it is there. */
  'claims.rate': mutation(
    () =>
      answers.unwrap().extend({
        /** US dollars; nothing is sent beyond it. */
        costLimit: z.number().positive().optional(),
      }),
    () =>
      z.object({
        rated: z.number().int(),
        claims: z.number().int(),
        discarded: z.number().int(),
        /** Answers without a usable rating, by reason. */
        failed: z.array(z.object({ answerId: z.string(), message: z.string() })),
        /** US dollars known. */
        amount: z.number(),
      }),
  ),
  /** The tone a person gave to a quote without seeing the model's. */
  'claims.label': ofProject(
    mutation(
      () =>
        z.strictObject({
          rater: z.string().max(400),
          claim: z.string().min(1).max(64),
          language: z.string().max(20),
          rated: z.enum(claimTones),
          label: z.enum(claimTones),
        }),
      () => z.object({}),
    ),
  ),
  'claims.aspects': ofProject(
    query(
      () => z.strictObject({}),
      () => z.object({ aspects: z.array(z.string()) }),
    ),
  ),
  /** Answers rated from now on use the list; those already rated keep theirs. */
  'claims.setAspects': ofProject(
    mutation(
      () => z.strictObject({ aspects: z.array(aspect).min(1).max(40) }),
      () => z.object({ aspects: z.array(z.string()) }),
    ),
  ),
  /** The user's correction; null if the quote is not about the brand. */
  'claims.correct': ofProject(
    mutation(
      () =>
        z.strictObject({
          claim: z.string().min(1).max(64),
          sentence: z.string().max(20_000),
          as: z.strictObject({ aspect, tone: z.enum(claimTones) }).nullable(),
        }),
      () => z.object({}),
    ),
  ),
  /** The model's rating applies again. */
  'claims.restore': ofProject(
    mutation(
      () => z.strictObject({ claim: z.string() }),
      () => z.object({ restored: z.boolean() }),
    ),
  ),
};
