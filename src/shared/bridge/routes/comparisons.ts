import { z } from 'zod';
import type { Comparison } from '../../analysis/comparison.ts';
import { type ArrivedTexts, comparisonParts } from '../../analysis/comparisonParts.ts';
import { query } from '../route.ts';
import { engineSchema } from './runs.ts';

/** Built inside the program by `compareObservations`, so its shape is not checked a second time. */
const comparisonSchema = z.custom<Comparison>((value) => typeof value === 'object' && value !== null);

/** How answers are compared, whatever they are. */
const compareOptionsShape = {
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

/** Which tabs' figures are wanted. */
const wantedParts = z.array(z.enum(comparisonParts)).min(1);

export const comparisonPartsInputSchema = compareInputSchema.extend({ parts: wantedParts });

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
  /** A report as PDF, base64; only the desktop host can, the browser host has the browser's own print dialog. */
  'comparisons.pdf': query(
    z.strictObject({ html: z.string().max(64 * 1024 * 1024) }),
    z.object({ base64: z.string() }),
  ),
};

export type CompareInput = z.input<typeof compareInputSchema>;
export type CompareRequest = z.output<typeof compareInputSchema>;
export type ComparisonPartsRequest = z.output<typeof comparisonPartsInputSchema>;
