import { z } from 'zod';
import { analysisChoiceSchema, analysisModelViewSchema } from '../../model/analysisModel.ts';
import { mutation, query } from '../route.ts';

/** The model that analyses answers. */
export const analysisModelRoutes = {
  'analysisModel.get': query(
    () => z.strictObject({}),
    () => analysisModelViewSchema,
  ),
  /** Null for none. Rejects a provider without structured output. */
  'analysisModel.choose': mutation(
    () => z.strictObject({ choice: analysisChoiceSchema.unwrap().nullable() }),
    () => analysisModelViewSchema,
  ),
};
