import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { lazySchema } from '../lazySchema.ts';
import { allSourceTypes } from './comparison/comparison.ts';
import type { League, MatrixCell, Pooled, RequestCounts } from './league.ts';
import type { Market } from './market.ts';
import { engineSchema, runIdSchema } from './run.ts';
import type { TrendBrand } from './trend.ts';

export const matrixRows = ['question', 'brand'] as const;
export const matrixColumns = ['market', 'engine'] as const;

/** Which answers of a run are rolled up; empty lists are no filter. */
export const rollupScopeSchema = lazySchema(() =>
  runIdSchema.unwrap().extend({
    engines: z.array(engineSchema).max(20).default([]),
    /** Market keys, or countries with all their markets. */
    markets: z.array(z.string().max(200)).max(1000).default([]),
    /** Questions with any of these tags. */
    tags: z.array(z.string().max(100)).max(100).default([]),
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

/** How many answers there are, and how many were searched for brands. */
export type RollupCoverage = RequestCounts & {
  readonly answers: number;
  readonly unsearched: number;
  readonly textless: number;
  /** Version of the current brand rules; null if brands were never searched for. */
  readonly rulesVersion: number | null;
  readonly ruleVersion: string;
  /** Whether brands were listed or changed since, and the answers are still to be searched for them. */
  readonly pending: boolean;
};
export type LeagueView = RollupCoverage & {
  readonly league: League;
  /** Engines without an answer that counts, and what became of their requests. */
  readonly silent: readonly (RequestCounts & { readonly engine: Engine; readonly textless: number })[];
  /** What the run can be narrowed to. */
  readonly choices: {
    readonly engines: readonly Engine[];
    readonly markets: readonly string[];
    readonly tags: readonly string[];
  };
};
type RollupRow = {
  /** Index of the question in the run, or the id of a brand. */
  readonly id: string;
  readonly label: string;
  readonly kind: TrendBrand['kind'] | null;
  readonly tags: readonly string[];
  readonly total: Pooled;
};
type RollupColumn = {
  /** Key of the market, or the engine. */
  readonly id: string;
  readonly market: Market | null;
  readonly total: Pooled;
};
export type RollupMatrix = RollupCoverage & {
  readonly metric: string;
  readonly subject: { readonly id: string; readonly name: string } | null;
  readonly rows: readonly RollupRow[];
  readonly columns: readonly RollupColumn[];
  /** By row and column; null if nothing was planned. */
  readonly cells: readonly (readonly (MatrixCell | null)[])[];
  readonly total: Pooled;
};
export type RollupScope = z.output<typeof rollupScopeSchema>;
export type RollupScopeInput = z.input<typeof rollupScopeSchema>;
export type MatrixQuery = z.output<typeof matrixQuerySchema>;
export type MatrixQueryInput = z.input<typeof matrixQuerySchema>;
