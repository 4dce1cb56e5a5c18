import { z } from 'zod';
import type { ArrivedTexts } from '../../analysis/comparisonParts.ts';
import {
  compareInputSchema,
  compareOptionsShape,
  comparisonPartsInputSchema,
  comparisonSchema,
  textsSchema,
  wantedParts,
} from '../../model/comparison.ts';
import { query } from '../route.ts';

export const comparisonRoutes = {
  /** Aligned blocks, differences and every tab's figures over the answers of a run, as far as they are there. */
  'comparisons.get': query(compareInputSchema, comparisonSchema),
  /** The same comparison by parts, as JSON texts: a window that shows one tab waits for no other. */
  'comparisons.parts': query(comparisonPartsInputSchema, textsSchema),
  /** Stored answers side by side, of whatever runs: a column each, in the order given. */
  'comparisons.ofAnswers': query(
    z.strictObject({
      ids: z.array(z.string()).min(1).max(60),
      /** Further answers of a column, by the id of the one it shows: samples that were asked at the same time. */
      samples: z.record(z.string(), z.array(z.string()).max(20)).default({}),
      /** What a column is called in tables, by its id; its market and day when left out. */
      labels: z.record(z.string(), z.string().max(80)).default({}),
      ...compareOptionsShape,
      parts: wantedParts,
    }),
    z.custom<ArrivedTexts & { /** Whose rules they were read by. */ readonly project: string }>(
      (value) => typeof value === 'object' && value !== null,
    ),
  ),
};
