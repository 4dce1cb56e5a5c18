import { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import type { AnalysisEstimate } from '../../model/analysisModel.ts';
import type { ModelVerdicts } from '../../model/comparison/modelVerdicts.ts';
import { engineSchema } from '../../model/run.ts';
import { targetLanguageSchema } from '../../model/translation.ts';
import { mutation, query } from '../route.ts';

/** The answers to one question and engine of a run. */
const answers = lazySchema(() =>
  z.strictObject({
    runId: z.string(),
    /** For a plan's run. */
    question: z.number().int().min(0).optional(),
    engine: engineSchema.optional(),
    /** Language of the sentences, and of the translations that the rules read. Default: the project's, else English. */
    to: targetLanguageSchema.optional(),
  }),
);

export const verdictRoutes = {
  /** What the analysis model said of these answers; null if it was not asked. */
  'verdicts.get': query(() => answers).returns<{ readonly verdicts: ModelVerdicts | null }>(),
  /** What asking would cost; sends nothing. */
  'verdicts.estimate': query(() => answers).returns<AnalysisEstimate & { readonly rows: number }>(),
  /** Asks the analysis model about the rows that the rules leave open, and stores what it can verify. */
  'verdicts.ask': mutation(() =>
    answers.unwrap().extend({
      /** US dollars; nothing is sent beyond it. */
      costLimit: z.number().positive().optional(),
    }),
  ).returns<{
    readonly verdicts: ModelVerdicts;
    /** US dollars known. */
    readonly amount: number;
  }>(),
};
