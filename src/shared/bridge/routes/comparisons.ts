import { z } from 'zod';
import type { Comparison } from '../../model/comparison/comparison.ts';
import type { ArrivedTexts } from '../../model/comparison/comparisonParts.ts';
import {
  compareInputSchema,
  compareOptionsShape,
  comparisonPartsInputSchema,
  wantedParts,
} from '../../model/comparison/request.ts';
import { query } from '../route.ts';

export const comparisonRoutes = {
  /** Aligned blocks, differences and every tab's figures for the answers of a run received so far. */
  'comparisons.get': query(() => compareInputSchema).returns<Comparison>(),
  /** The same comparison by parts, as JSON texts: a window that shows one tab does not wait for others. */
  'comparisons.parts': query(() => comparisonPartsInputSchema).returns<ArrivedTexts>(),
  /** Stored answers of any runs side by side: a column each, in the given order. */
  'comparisons.ofAnswers': query(() => ({
    ids: z.array(z.string()).min(1).max(60),
    /** Further answers of a column, by the id of the one it shows: samples asked at the same time. */
    samples: z.record(z.string(), z.array(z.string()).max(20)).default({}),
    /** Title of a column in tables, by id; by default its market and day. */
    labels: z.record(z.string(), z.string().max(80)).default({}),
    ...compareOptionsShape,
    parts: wantedParts,
  })).returns<ArrivedTexts & { /** Whose rules they were read by. */ readonly project: string }>(),
};
