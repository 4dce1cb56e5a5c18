import { z } from 'zod';
import { type GapAnswer, gapKeySchema, gapQuerySchema, noteOfGap } from '../../model/gap.ts';
import { gapStatuses } from '../../model/gapLists.ts';
import { mutation, ofProject, projectIn, query } from '../route.ts';

export const gapRoutes = {
  /** Places where competitors are named or cited and you are not, with their status and outcome. */
  'gaps.list': projectIn('input', query(() => gapQuerySchema).returns<GapAnswer>()),
  /** Sets the status of some gaps; an absent note does not change. */
  'gaps.mark': ofProject(
    mutation(() =>
      z.strictObject({
        gaps: z.array(gapKeySchema).min(1).max(5000),
        status: z.enum(gapStatuses),
        note: noteOfGap.optional(),
        /** When the status was set, to undo a change; milliseconds since the epoch, now if absent. */
        decidedAtMs: z.number().int().min(0).optional(),
      }),
    ).returns<{ readonly marked: number }>(),
  ),
};
