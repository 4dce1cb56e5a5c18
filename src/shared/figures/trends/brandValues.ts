/** The contribution of each answer to a brand metric (formulas: presence, voiceShare, prominence). */
import type { TrendValues } from '../../model/trendLines.ts';

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

/** What an answer that was searched adds to a metric. */
type Part = (columns: BrandColumns, answer: number) => number;

const rank: Part = ({ brand }, answer) => brand.rank[answer] ?? 0;
const listRank: Part = ({ brand }, answer) => brand.listRank[answer] ?? 0;
const depth: Part = ({ brand }, answer) => brand.depth[answer] ?? 0;
const one: Part = () => 1;
const isNamed: Part = ({ brand }, answer) => ((brand.rank[answer] ?? 0) > 0 ? 1 : 0);
const isListed: Part = ({ brand }, answer) => ((brand.listRank[answer] ?? 0) > 0 ? 1 : 0);
const within =
  (most: number): Part =>
  ({ brand }, answer) => {
    const place = brand.rank[answer] ?? 0;
    return place > 0 && place <= most ? 1 : 0;
  };
const band =
  (from: number, before: number): Part =>
  ({ brand }, answer) => {
    const at = brand.depth[answer] ?? 0;
    return (brand.rank[answer] ?? 0) > 0 && at >= from && at < before ? 1 : 0;
  };

const parts: Readonly<Record<string, readonly [numerator: Part, denominator: Part]>> = {
  visibility: [isNamed, one],
  'prompt-coverage': [isNamed, one],
  'country-reach': [isNamed, one],
  'share-of-voice': [
    (columns, answer) => (columns.brands < 2 ? 0 : isNamed(columns, answer)),
    ({ brands, named }, answer) => (brands < 2 ? 0 : (named[answer] ?? 0)),
  ],
  'mean-rank': [rank, isNamed],
  'list-rank': [listRank, isListed],
  'first-mention-rate': [within(1), one],
  'top-3-rate': [within(3), one],
  depth: [depth, isNamed],
  'depth-top': [band(0, 0.25), isNamed],
  'depth-middle': [band(0.25, 0.75), isNamed],
  'depth-bottom': [band(0.75, Number.POSITIVE_INFINITY), isNamed],
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
  const counted = parts[metric];
  if (counted === undefined) throw new Error(`${metric} is no metric of a brand`);
  const values = emptyValues(size, columns.rules);
  const [over, under] = counted;
  const { numerator, denominator } = values;
  const count = among?.length ?? size;
  for (let at = 0; at < count; at++) {
    const answer = among?.[at] ?? at;
    if (columns.searched[answer] !== 1) continue;
    numerator[answer] = over(columns, answer);
    denominator[answer] = under(columns, answer);
  }
  return values;
}

/** No answer counts. */
export const emptyValues = (size: number, rules: number): TrendValues => ({
  numerator: new Float64Array(size),
  denominator: new Float64Array(size),
  rules,
});
