import { z } from 'zod';
import type { Comparison } from '../../analysis/comparison.ts';
import { type ArrivedTexts, comparisonParts } from '../../analysis/comparisonParts.ts';
import { query } from '../route.ts';
import { engineSchema } from './runs.ts';

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
  ...compareOptionsShape,
  /** Which stored answer a market shows, by market key; otherwise the most typical of its samples. */
  shownSample: z.record(z.string(), z.string()).default({}),
});

/** JSON texts of parts, written inside the program too. */
const textsSchema = z.custom<ArrivedTexts>((value) => typeof value === 'object' && value !== null);

export const comparisonPartsInputSchema = compareInputSchema.extend({
  /** Which tabs' figures are wanted. */
  parts: z.array(z.enum(comparisonParts)).min(1),
});

export const comparisonRoutes = {
  /** Aligned blocks, differences and every tab's figures over the answers of a run, as far as they are there. */
  'comparisons.get': query(compareInputSchema, comparisonSchema),
  /** The same comparison by parts, as JSON texts: a window that shows one tab waits for no other. */
  'comparisons.parts': query(comparisonPartsInputSchema, textsSchema),
  /** A report as PDF, base64; only the desktop host can, the browser host has the browser's own print dialog. */
  'comparisons.pdf': query(
    z.strictObject({ html: z.string().max(64 * 1024 * 1024) }),
    z.object({ base64: z.string() }),
  ),
};

export type CompareInput = z.input<typeof compareInputSchema>;
export type CompareRequest = z.output<typeof compareInputSchema>;
export type ComparisonPartsRequest = z.output<typeof comparisonPartsInputSchema>;
