import { z } from 'zod';
import { type AnalysisModelView, analysisChoiceSchema } from '../../model/analysisModel.ts';
import { mutation, nothing, query } from '../route.ts';

/** The model that analyses answers. */
export const analysisModelRoutes = {
  'analysisModel.get': query(nothing).returns<AnalysisModelView>(),
  /** Null for none. Rejects a provider without structured output. */
  'analysisModel.choose': mutation(() =>
    z.strictObject({ choice: analysisChoiceSchema.unwrap().nullable() }),
  ).returns<AnalysisModelView>(),
};
