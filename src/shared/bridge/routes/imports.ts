import { z } from 'zod';
import { importInputSchema, importOutcomeSchema } from '../../model/import.ts';
import { mutation, ofProject } from '../route.ts';

export const importRoutes = {
  /** Imports results from elsewhere into the history; each completely or not at all. */
  'imports.add': ofProject(
    mutation(
      () => importInputSchema.unwrap(),
      () => z.object({ importId: z.string(), outcomes: z.array(importOutcomeSchema) }),
    ),
  ),
};
