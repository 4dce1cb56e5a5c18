import { z } from 'zod';
import { questionLimit } from '../../interface/requests/textLength.ts';
import { lazySchema } from '../../lazySchema.ts';
import { engineSchema } from '../../model/run.ts';
import { maxSuggested } from '../../planning/wordingPrompt.ts';
import { mutation, ofProject, query } from '../route.ts';

const asked = lazySchema(() => z.strictObject({ connectionId: z.string(), engine: engineSchema }));

export const wordingRoutes = {
  /** Maximum cost of a suggestion for one question; null if the connection sets its own prices. */
  'wordings.quote': query(
    () => asked,
    () => z.object({ maximumCredits: z.number().int().nullable(), balance: z.number().int().nullable() }),
  ),
  /** Asks an engine for wordings of a question: one request, charged like any other. Nothing is stored. */
  'wordings.suggest': ofProject(
    mutation(
      () =>
        asked.unwrap().extend({
          question: z.string().trim().min(1).max(questionLimit),
          keys: z.array(z.string().max(40)).min(1).max(maxSuggested),
        }),
      () =>
        z.object({
          wordings: z.record(z.string(), z.string()),
          missing: z.array(z.string()),
          creditsCharged: z.number().int().nullable(),
        }),
    ),
  ),
};
