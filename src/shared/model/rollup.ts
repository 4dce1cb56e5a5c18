import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { allSourceTypes } from './comparison/comparison.ts';
import type { League, MatrixCell } from './league.ts';
import { marketSchema } from './market.ts';
import { engineSchema, runIdSchema } from './run.ts';
import { brandSchema, pooledSchema } from './trend.ts';

export const matrixRows = ['question', 'brand'] as const;
export const matrixColumns = ['market', 'engine'] as const;

/** Which answers of a run are rolled up. */
export const rollupScopeSchema = lazySchema(() =>
  runIdSchema.unwrap().extend({
    engine: engineSchema.optional(),
    /** Key of a market. */
    market: z.string().max(200).optional(),
  }),
);
export const matrixQuerySchema = lazySchema(() =>
  rollupScopeSchema.unwrap().extend({
    /** Id of a metric that has a trend. */
    metric: z.string().max(100).default('visibility'),
    /** Id or name of a listed brand; by default the first own one. */
    brand: z.string().max(500).optional(),
    domain: z.string().max(500).optional(),
    type: z.enum(allSourceTypes).optional(),
    /** A row for each brand needs a brand metric. */
    rows: z.enum(matrixRows).default('question'),
    columns: z.enum(matrixColumns).default('market'),
  }),
);
/** Built inside the program by `leagueOf` and `matrixOf`, so their shapes are not validated again. */
const leagueSchema = z.custom<League>((value) => typeof value === 'object' && value !== null);
const matrixCellSchema = z.custom<MatrixCell>((value) => typeof value === 'object');

/** How many answers there are, and how many were searched for brands. */
const coverageSchema = lazySchema(() =>
  z.object({
    planned: z.number().int(),
    answers: z.number().int(),
    failed: z.number().int(),
    /** Not yet answered. */
    open: z.number().int(),
    unsearched: z.number().int(),
    textless: z.number().int(),
    /** Version of the current brand rules; null if brands were never searched for. */
    rulesVersion: z.number().int().nullable(),
    ruleVersion: z.string(),
    /** Whether brands were listed or changed since, and the answers are still to be searched for them. */
    pending: z.boolean(),
  }),
);
export const leagueViewSchema = lazySchema(() => coverageSchema.unwrap().extend({ league: leagueSchema }));
const matrixRowSchema = lazySchema(() =>
  z.object({
    /** Index of the question in the run, or the id of a brand. */
    id: z.string(),
    label: z.string(),
    kind: brandSchema.unwrap().shape.kind.nullable(),
    tags: z.array(z.string()),
    total: pooledSchema,
  }),
);
const matrixColumnSchema = lazySchema(() =>
  z.object({
    /** Key of the market, or the engine. */
    id: z.string(),
    market: marketSchema.nullable(),
    total: pooledSchema,
  }),
);
export const matrixSchema = lazySchema(() =>
  coverageSchema.unwrap().extend({
    metric: z.string(),
    subject: z.object({ id: z.string(), name: z.string() }).nullable(),
    rows: z.array(matrixRowSchema),
    columns: z.array(matrixColumnSchema),
    /** By row and column; null if nothing was planned. */
    cells: z.array(z.array(matrixCellSchema.nullable())),
    total: pooledSchema,
  }),
);
export type RollupScope = z.output<typeof rollupScopeSchema>;
export type MatrixQuery = z.output<typeof matrixQuerySchema>;
export type MatrixQueryInput = z.input<typeof matrixQuerySchema>;
export type LeagueView = z.infer<typeof leagueViewSchema>;
export type RollupMatrix = z.infer<typeof matrixSchema>;
export type RollupCoverage = z.infer<typeof coverageSchema>;
