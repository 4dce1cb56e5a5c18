import { z } from 'zod';
import {
  brandSchema,
  choiceSchema,
  movementSchema,
  periodSchema,
  pooledSchema,
  trendAnswerSchema,
  trendChangesSchema,
  trendQuerySchema,
} from '../../model/trend.ts';
import { projectIn, query } from '../route.ts';

export const trendRoutes = {
  'trends.get': projectIn(
    'input',
    query(
      () => trendQuerySchema,
      () => trendAnswerSchema,
    ),
  ),
  /** The change of every line of that trend, without its points: lines of 250 questions are large. */
  'trends.changes': projectIn(
    'input',
    query(
      () => trendQuerySchema,
      () => trendChangesSchema,
    ),
  ),
  /** One figure over all answers of the query; `by` and `every` are ignored. */
  'trends.pooled': projectIn(
    'input',
    query(
      () => trendQuerySchema,
      () => pooledSchema,
    ),
  ),
  /** Ids of the answers behind one point, newest first, at most 60, and how many there are. */
  'trends.answers': projectIn(
    'query',
    query(
      () => z.strictObject({ query: trendQuerySchema, line: z.string(), period: periodSchema }),
      () => z.object({ ids: z.array(z.string()), total: z.number().int() }),
    ),
  ),
  /** The change between two periods, by component; `query.fromMs` and `beforeMs` are ignored. */
  'trends.why': projectIn(
    'query',
    query(
      () =>
        z.strictObject({
          query: trendQuerySchema,
          line: z.string().default(''),
          from: periodSchema,
          to: periodSchema,
        }),
      () => movementSchema,
    ),
  ),
  /**
   * Available choices, in a subset of the answers. Domains only on request, because they are counted over all
   * sources.
   */
  'trends.choices': projectIn(
    'input',
    query(
      () =>
        trendQuerySchema
          .unwrap()
          .pick({ project: true, engines: true, markets: true, fromMs: true, beforeMs: true })
          .extend({ domains: z.boolean().default(false) }),
      () =>
        z.object({
          answers: z.number().int(),
          brands: z.array(brandSchema),
          domains: z.array(choiceSchema),
          engines: z.array(choiceSchema),
          surfaces: z.array(choiceSchema),
          markets: z.array(choiceSchema),
          questions: z.array(choiceSchema),
          monitors: z.array(z.object({ id: z.string(), name: z.string() })),
          tags: z.array(z.string()),
        }),
    ),
  ),
};
export type TrendChoices = z.output<ReturnType<(typeof trendRoutes)['trends.choices']['output']>>;
