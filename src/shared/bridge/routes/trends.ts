import { z } from 'zod';
import {
  questionListSchema,
  questionQuerySchema,
  sourceListSchema,
  sourceQuerySchema,
} from '../../model/projectLists.ts';
import {
  movementSchema,
  periodSchema,
  pooledSchema,
  trendAnswerSchema,
  trendChangesSchema,
  trendChoicesSchema,
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
  /** Every question of a project, with the figures of a brand. */
  'trends.questions': projectIn(
    'input',
    query(
      () => questionQuerySchema,
      () => questionListSchema,
    ),
  ),
  /** The cited domains or pages of a project, those cited in most answers first. */
  'trends.sources': projectIn(
    'input',
    query(
      () => sourceQuerySchema,
      () => sourceListSchema,
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
      () => trendChoicesSchema,
    ),
  ),
};
