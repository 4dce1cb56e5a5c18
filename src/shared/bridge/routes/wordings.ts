import { z } from 'zod';
import { questionLimit } from '../../interface/requests/textLength.ts';
import { lazySchema } from '../../lazySchema.ts';
import type { AnalysisEstimate, AnalysisProvenance } from '../../model/analysisModel.ts';
import { maxSuggested } from '../../planning/wordingPrompt.ts';
import { mutation, ofProject, query } from '../route.ts';

const wanted = lazySchema(() =>
  z.strictObject({
    question: z.string().trim().min(1).max(questionLimit),
    keys: z.array(z.string().max(40)).min(1).max(maxSuggested),
  }),
);

export const wordingRoutes = {
  /** What suggestions would cost; sends nothing. */
  'wordings.quote': query(() =>
    z.strictObject({ questions: z.array(wanted.unwrap()).max(1_000) }),
  ).returns<AnalysisEstimate>(),
  /** Asks the analysis model for wordings of a question. Nothing is stored but the cached answer. */
  'wordings.suggest': ofProject(
    mutation(() => wanted.unwrap()).returns<{
      readonly wordings: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
      readonly provenance: AnalysisProvenance;
    }>(),
  ),
};
