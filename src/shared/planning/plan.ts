import { z } from 'zod';
import { engines } from '../interface/engines.ts';
import { strictSchema } from '../lazySchema.ts';
import { marketSchema } from '../model/market.ts';
import { wordingsSchema } from '../model/wordings.ts';

export const questionSchema = strictSchema(() => ({
  /** May hold variables in braces, such as `{brand}`. */
  text: z.string(),
  tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  /** Wordings by country and language; they may contain variables of the question. */
  wordings: wordingsSchema.optional(),
}));

export const engineChoiceSchema = strictSchema(() => ({
  engine: z.enum(engines),
  /** Request fields beyond question and market: `include`, `legacy`, `pages` and so on. */
  options: z.record(z.string(), z.unknown()).default({}),
}));

/**
 * What a run asks: questions x engines x markets x samples, without excluded cells. A stored plan version never
 * changes; editing creates the next version.
 */
export const planSchema = strictSchema(() => ({
  questions: z
    .array(questionSchema)
    .min(1, 'Add at least one question.')
    .max(100_000, 'A plan takes at most 100,000 questions. Split the list into two plans.'),
  /** Values by variable name; a question is asked once for every combination of the variables it names. */
  variables: z.record(z.string(), z.array(z.string().trim().min(1)).max(500)).default({}),
  engines: z.array(engineChoiceSchema).min(1, 'Choose at least one engine.').max(engines.length),
  markets: z.array(marketSchema).min(1, 'Choose at least one market.').max(1000),
  samples: z.number().int().min(1).max(50).default(1),
  /** Excluded cells: keys of `cellKey`, all samples together. */
  excluded: z.array(z.string()).default([]),
}));

export type PlanInput = z.input<typeof planSchema>;
export type Plan = z.output<typeof planSchema>;
export type PlannedQuestion = z.output<typeof questionSchema>;
