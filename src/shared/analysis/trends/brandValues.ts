/** The contribution of each answer to a brand metric (formulas: presence, voiceShare, prominence). */
import type { TrendValues } from './trendModel.ts';

/** One brand in every answer. Ranks are 0 if the brand is not named or not in a list. */
export type BrandColumn = {
  /** 1 for the brand named first among the listed ones. */
  readonly rank: Uint16Array;
  readonly listRank: Uint16Array;
  /** 0..1. */
  readonly depth: Float64Array;
};

export type BrandColumns = {
  /** Version of the brand rules. */
  readonly rules: number;
  /** 1 for answers that were searched with these rules. In the others, the brand is unknown, not absent. */
  readonly searched: Uint8Array;
  readonly brand: BrandColumn;
  /** Number of listed brands that each answer names. */
  readonly named: Uint16Array;
  /** Number of listed brands. Share of voice needs at least two. */
  readonly brands: number;
};

type Add = (columns: BrandColumns, answer: number) => readonly [numerator: number, denominator: number];

const rankOf = ({ brand }: BrandColumns, answer: number): number => brand.rank[answer] ?? 0;
const within =
  (most: number): Add =>
  (columns, answer) => {
    const rank = rankOf(columns, answer);
    return [rank > 0 && rank <= most ? 1 : 0, columns.searched[answer] ?? 0];
  };
const band =
  (from: number, before: number): Add =>
  (columns, answer) => {
    const depth = columns.brand.depth[answer] ?? 0;
    const named = rankOf(columns, answer) > 0 ? 1 : 0;
    return [named === 1 && depth >= from && depth < before ? 1 : 0, named];
  };
const named = within(Number.POSITIVE_INFINITY);

const adds: Readonly<Record<string, Add>> = {
  visibility: named,
  'prompt-coverage': named,
  'country-reach': named,
  'share-of-voice': (columns, answer) =>
    columns.brands < 2 ? [0, 0] : [rankOf(columns, answer) > 0 ? 1 : 0, columns.named[answer] ?? 0],
  'mean-rank': (columns, answer) => [rankOf(columns, answer), rankOf(columns, answer) > 0 ? 1 : 0],
  'list-rank': ({ brand }, answer) => [
    brand.listRank[answer] ?? 0,
    (brand.listRank[answer] ?? 0) > 0 ? 1 : 0,
  ],
  'first-mention-rate': within(1),
  'top-3-rate': within(3),
  depth: (columns, answer) => [columns.brand.depth[answer] ?? 0, rankOf(columns, answer) > 0 ? 1 : 0],
  'depth-top': band(0, 0.25),
  'depth-middle': band(0.25, 0.75),
  'depth-bottom': band(0.75, Number.POSITIVE_INFINITY),
};

/**
 * @param size number of answers
 * @param among the selected answers; all if absent
 * @throws Error if the metric is not a brand metric
 */
export function brandValues(
  metric: string,
  columns: BrandColumns,
  size: number,
  among?: Int32Array,
): TrendValues {
  const add = adds[metric];
  if (add === undefined) throw new Error(`${metric} is no metric of a brand`);
  const value = (answer: number): readonly [number, number] =>
    columns.searched[answer] === 1 ? add(columns, answer) : [0, 0];
  return valuesOf(size, columns.rules, value, among);
}

/**
 * @param add returns the numerator and denominator of an answer
 * @param among the selected answers; all if absent
 */
export function valuesOf(
  size: number,
  rules: number,
  add: (answer: number) => readonly [numerator: number, denominator: number],
  among?: Int32Array,
): TrendValues {
  const numerator = new Float64Array(size);
  const denominator = new Float64Array(size);
  const count = among?.length ?? size;
  for (let at = 0; at < count; at++) {
    const answer = among?.[at] ?? at;
    const [over, under] = add(answer);
    numerator[answer] = over;
    denominator[answer] = under;
  }
  return { numerator, denominator, rules };
}
