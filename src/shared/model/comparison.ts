import { z } from 'zod';
import type { Comparison } from '../analysis/comparison.ts';
import { type ArrivedTexts, comparisonParts } from '../analysis/comparisonParts.ts';
import { surfaceChoices } from '../provider/surface.ts';
import { engineSchema } from './run.ts';

/** Built inside the program by `compareObservations`, so its shape is not checked a second time. */
export const comparisonSchema = z.custom<Comparison>((value) => typeof value === 'object' && value !== null);
/** How answers are compared, whatever they are. */
export const compareOptionsShape = {
  /** Key of the column that is the baseline; consensus without one. */
  baseline: z.string().nullable().default(null),
  granularity: z.enum(['auto', 'block', 'sentence', 'word']).default('auto'),
  ignoreCase: z.boolean().default(false),
  ignoreWhitespace: z.boolean().default(false),
  ignoreCitationMarks: z.boolean().default(true),
};
export const compareInputSchema = z.strictObject({
  runId: z.string(),
  /** Of a run of a plan: which question and engine; the first of each when left out. */
  question: z.number().int().min(0).optional(),
  engine: engineSchema.optional(),
  /** Market keys in the order of the columns; all markets of the run when left out. */
  markets: z.array(z.string()).max(1000).optional(),
  /** Only answers of this surface; markets without one are left out. */
  surface: z.enum(surfaceChoices).optional(),
  ...compareOptionsShape,
  /** Which stored answer a market shows, by market key; otherwise the most typical of its samples. */
  shownSample: z.record(z.string(), z.string()).default({}),
});
/** JSON texts of parts, written inside the program too. */
export const textsSchema = z.custom<ArrivedTexts>((value) => typeof value === 'object' && value !== null);
/** Which tabs' figures are wanted. */
export const wantedParts = z.array(z.enum(comparisonParts)).min(1);
export const comparisonPartsInputSchema = compareInputSchema.extend({ parts: wantedParts });
export type CompareInput = z.input<typeof compareInputSchema>;
export type CompareRequest = z.output<typeof compareInputSchema>;
export type ComparisonPartsRequest = z.output<typeof comparisonPartsInputSchema>;
