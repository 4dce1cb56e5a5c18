import { z } from 'zod';
import { surfaceChoices } from '../../interface/surface.ts';
import { lazySchema, strictSchema } from '../../lazySchema.ts';
import { engineSchema } from '../run.ts';
import { targetLanguageSchema } from '../translation.ts';
import { comparisonParts } from './comparisonParts.ts';
/** Comparison settings, independent of the answers. */
export const compareOptionsShape = {
  /** Key of the baseline column; consensus without one. */
  baseline: z.string().nullable().default(null),
  granularity: z.enum(['auto', 'block', 'sentence', 'word']).default('auto'),
  ignoreCase: z.boolean().default(false),
  ignoreWhitespace: z.boolean().default(false),
  /** Language whose stored translations are compared in place of the originals (ISO 639-1). */
  readIn: targetLanguageSchema.optional(),
};
export const compareInputSchema = strictSchema(() => ({
  runId: z.string(),
  /** For a plan's run: question and engine; by default the first of each. */
  question: z.number().int().min(0).optional(),
  engine: engineSchema.optional(),
  /** Market keys in column order; by default all markets of the run. */
  markets: z.array(z.string()).max(1000).optional(),
  /** Only answers of this surface; markets without one are omitted. */
  surface: z.enum(surfaceChoices).optional(),
  ...compareOptionsShape,
  /** Stored answer to show for a market, by market key; by default the most typical of its samples. */
  shownSample: z.record(z.string(), z.string()).default({}),
}));
/** Tabs whose figures are requested. */
export const wantedParts = lazySchema(() => z.array(z.enum(comparisonParts)).min(1));
export const comparisonPartsInputSchema = lazySchema(() =>
  compareInputSchema.unwrap().extend({ parts: wantedParts }),
);
export type CompareInput = z.input<typeof compareInputSchema>;
export type CompareRequest = z.output<typeof compareInputSchema>;
export type ComparisonPartsRequest = z.output<typeof comparisonPartsInputSchema>;
