import { type ImportedOutcome, importInputSchema } from '../../model/import.ts';
import { mutation, ofProject } from '../route.ts';

export const importRoutes = {
  /** Imports results from elsewhere into the history; each completely or not at all. */
  'imports.add': ofProject(
    mutation(() => importInputSchema.unwrap()).returns<{
      readonly importId: string;
      readonly outcomes: readonly ImportedOutcome[];
    }>(),
  ),
};
