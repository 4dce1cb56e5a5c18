import { z } from 'zod';
import { type Annotation, annotationDay, annotationText } from '../../model/annotation.ts';
import { type GapAnswer, gapKeySchema, gapQuerySchema, noteOfGap } from '../../model/gap.ts';
import { gapStatuses } from '../../model/gapLists.ts';
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
  type LeagueView,
  matrixQuerySchema,
  type RollupMatrix,
  rollupScopeSchema,
} from '../../model/rollup.ts';
import {
  type FigureAnswers,
  type MovementView,
  periodSchema,
  type TrendAnswer,
  type TrendChanges,
  type TrendChoices,
  trendQuerySchema,
} from '../../model/trend.ts';
import { mutation, type Nothing, nothing, ofProject, projectIn, query } from '../route.ts';

/** Only the answers that name the brand or cite the domain: `k` of “k of n”. */
const namedOnly = z.boolean().default(false);

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
  /** The answers behind a figure: of one point, or without a period of all that the query chooses. */
  'trends.answers': projectIn(
    'query',
    query(() => ({
      query: trendQuerySchema,
      line: z.string().default(''),
      period: periodSchema.optional(),
      named: namedOnly,
    })).returns<FigureAnswers>(),
  ),
  /** The change between two periods, by component; `query.fromMs` and `beforeMs` are ignored. */
  'trends.why': projectIn(
    'query',
    query(() => ({
      query: trendQuerySchema,
      line: z.string().default(''),
      from: periodSchema,
      to: periodSchema,
    })).returns<MovementView>(),
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
  /** The listed brands by visibility over all answers of a run, and engines on what all of them were asked. */
  'rollups.league': query(() => rollupScopeSchema).returns<LeagueView>(),
  /** One figure by question or brand and by market or engine. */
  'rollups.matrix': query(() => matrixQuerySchema).returns<RollupMatrix>(),
  /** The answers behind one cell; without a row or column, of all of them. */
  'rollups.answers': query(() =>
    matrixQuerySchema.unwrap().extend({
      row: z.string().default(''),
      column: z.string().default(''),
      named: namedOnly,
    }),
  ).returns<FigureAnswers>(),
  /** Places where competitors are named or cited and you are not, with their status and outcome. */
  'gaps.list': projectIn('input', query(() => gapQuerySchema).returns<GapAnswer>()),
  /** Sets the status of some gaps; an absent note does not change. */
  'gaps.mark': ofProject(
    mutation(() => ({
      gaps: z.array(gapKeySchema).min(1).max(5000),
      status: z.enum(gapStatuses),
      note: noteOfGap.optional(),
      /** When the status was set, to undo a change; milliseconds since the epoch, now if absent. */
      decidedAtMs: z.number().int().min(0).optional(),
    })).returns<{ readonly marked: number }>(),
  ),
  /** Of one project, earliest day first. */
  'annotations.list': ofProject(query(nothing).returns<{ readonly annotations: readonly Annotation[] }>()),
  'annotations.add': ofProject(
    mutation(() => ({ day: annotationDay, text: annotationText })).returns<Annotation>(),
  ),
  'annotations.edit': mutation(() => ({
    id: z.string(),
    day: annotationDay.optional(),
    text: annotationText.optional(),
  })).returns<Nothing>(),
  'annotations.remove': mutation(() => ({ id: z.string() })).returns<{
    readonly removed: boolean;
  }>(),
};
