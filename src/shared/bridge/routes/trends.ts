import { z } from 'zod';
import type { Pooled } from '../../model/league.ts';
import {
  type BrandList,
  brandListQuerySchema,
  type QuestionList,
  questionQuerySchema,
  type SourceList,
  sourceQuerySchema,
} from '../../model/projectLists.ts';
import {
  type MovementView,
  periodSchema,
  type TrendAnswer,
  type TrendChanges,
  type TrendChoices,
  trendQuerySchema,
} from '../../model/trend.ts';
import { projectIn, query } from '../route.ts';

export const trendRoutes = {
  'trends.get': projectIn('input', query(() => trendQuerySchema).returns<TrendAnswer>()),
  /** The change of every line of that trend, without its points: lines of 250 questions are large. */
  'trends.changes': projectIn('input', query(() => trendQuerySchema).returns<TrendChanges>()),
  /** The listed brands of a project, with the figures of a trend by brand. */
  'trends.brands': projectIn('input', query(() => brandListQuerySchema).returns<BrandList>()),
  /** Every question of a project, with the figures of a brand. */
  'trends.questions': projectIn('input', query(() => questionQuerySchema).returns<QuestionList>()),
  /** The cited domains or pages of a project, those cited in most answers first. */
  'trends.sources': projectIn('input', query(() => sourceQuerySchema).returns<SourceList>()),
  /** One figure over all answers of the query; `by` and `every` are ignored. */
  'trends.pooled': projectIn('input', query(() => trendQuerySchema).returns<Pooled>()),
  /** Ids of the answers behind one point, newest first, at most 60, and how many there are. */
  'trends.answers': projectIn(
    'query',
    query(() => z.strictObject({ query: trendQuerySchema, line: z.string(), period: periodSchema })).returns<{
      readonly ids: readonly string[];
      readonly total: number;
    }>(),
  ),
  /** The change between two periods, by component; `query.fromMs` and `beforeMs` are ignored. */
  'trends.why': projectIn(
    'query',
    query(() =>
      z.strictObject({
        query: trendQuerySchema,
        line: z.string().default(''),
        from: periodSchema,
        to: periodSchema,
      }),
    ).returns<MovementView>(),
  ),
  /**
   * Available choices, in a subset of the answers. Domains only on request, because they are counted over all
   * sources.
   */
  'trends.choices': projectIn(
    'input',
    query(() =>
      trendQuerySchema
        .unwrap()
        .pick({ project: true, engines: true, markets: true, fromMs: true, beforeMs: true })
        .extend({ domains: z.boolean().default(false) }),
    ).returns<TrendChoices>(),
  ),
};
