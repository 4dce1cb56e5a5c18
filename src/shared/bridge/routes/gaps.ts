import { z } from 'zod';
import { gapStatuses } from '../../analysis/trends/gaps.ts';
import { gapAnswerSchema, gapKeySchema, gapQuerySchema, noteOfGap } from '../../model/gap.ts';
import { mutation, ofProject, projectIn, query } from '../route.ts';

export const gapRoutes = {
  /** Where rivals are named or cited and you are not, with what a person made of it and what became of it. */
  'gaps.list': projectIn('input', query(gapQuerySchema, gapAnswerSchema)),
  /** What a person makes of some gaps; a note that is left out stays. */
  'gaps.mark': ofProject(
    mutation(
      z.strictObject({
        gaps: z.array(gapKeySchema).min(1).max(5000),
        status: z.enum(gapStatuses),
        note: noteOfGap.optional(),
      }),
      z.object({ marked: z.number().int() }),
    ),
  ),
};
