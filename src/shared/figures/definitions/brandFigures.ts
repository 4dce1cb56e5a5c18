/** Figures of a brand in answers. */
import { median } from '../statistics/setMeasures.ts';
import { type AnswerFigure, answerFigure, type Part } from './answerFigure.ts';
import { figure } from './figure.ts';

/** One brand in every answer. Ranks are 0 if the brand is not named or not in a list. */
export type BrandColumn = {
  /** Position in the answer, 1 for the best; see `BrandInAnswer`. */
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
  /** Number of brands that each answer names, of those that share of voice compares. */
  readonly named: Uint16Array;
  /** Number of brands that share of voice compares. It needs at least two. */
  readonly brands: number;
};

const ofBrand = {
  group: 'prominence',
  interval: 'Wilson',
  source: 'common to the field',
  of: 'brand',
  format: 'share',
} as const;

type BrandPart = Part<BrandColumns>;

const rank: BrandPart = ({ brand }, answer) => brand.rank[answer] ?? 0;
const listRank: BrandPart = ({ brand }, answer) => brand.listRank[answer] ?? 0;
const depth: BrandPart = ({ brand }, answer) => brand.depth[answer] ?? 0;
const one: BrandPart = () => 1;
const isNamed: BrandPart = ({ brand }, answer) => ((brand.rank[answer] ?? 0) > 0 ? 1 : 0);
const isListed: BrandPart = ({ brand }, answer) => ((brand.listRank[answer] ?? 0) > 0 ? 1 : 0);
const within =
  (most: number): BrandPart =>
  ({ brand }, answer) => {
    const place = brand.rank[answer] ?? 0;
    return place > 0 && place <= most ? 1 : 0;
  };
const band =
  (from: number, before: number): BrandPart =>
  ({ brand }, answer) => {
    const at = brand.depth[answer] ?? 0;
    return (brand.rank[answer] ?? 0) > 0 && at >= from && at < before ? 1 : 0;
  };

export const visibility = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'visibility',
  label: 'Visibility',
  group: 'presence',
  definition: 'Share of valid answers that name the brand.',
  formula: 'V = Σ m / n',
  numerator: 'answers naming the brand',
  denominator: 'valid answers searched for brands',
  source: 'common to the field (mention rate, presence, detection rate)',
  over: isNamed,
  under: one,
  on: ['comparison', 'detail', 'map', 'report', 'ranking', 'trend', 'plan', 'project'],
});

export const firstMentionRate = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'first-mention-rate',
  label: 'First-position rate',
  definition: 'Share of valid answers in which the brand has position 1.',
  formula: 'answers with position 1 / n',
  numerator: 'answers with position 1',
  denominator: 'valid answers',
  over: within(1),
  under: one,
  on: ['detail', 'trend', 'plan'],
});

export const topThreeRate = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'top-3-rate',
  label: 'Top-3 rate',
  definition: 'Share of valid answers in which the brand has position 1, 2 or 3.',
  formula: 'answers with position ≤ 3 / n',
  numerator: 'answers with position 3 or better',
  denominator: 'valid answers',
  over: within(3),
  under: one,
  on: ['trend', 'plan'],
});

export const shareOfVoice = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'share-of-voice',
  label: 'Share of voice',
  group: 'share',
  definition:
    'Share of all mentions of brands that are of this brand, counted once per answer. A comparison counts all brands that its answers name, listed or detected; trends, rankings and plan runs count the listed ones. The shares of a table add up to 100 %. No data with fewer than two brands; a change of the brand list breaks the line.',
  formula: 'S = Σ m(b) / Σ over k of Σ m(k)',
  numerator: 'answers naming the brand',
  denominator: 'mentions of all brands of the table, once per answer each',
  interval: 'none',
  over: (columns, answer) => (columns.brands < 2 ? 0 : isNamed(columns, answer)),
  under: ({ brands, named }, answer) => (brands < 2 ? 0 : (named[answer] ?? 0)),
  on: ['comparison', 'detail', 'report', 'ranking', 'trend', 'plan'],
  fileNames: { comparison: 'share of voice', ranking: 'share_of_voice' },
});

export const averagePosition = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'mean-rank',
  label: 'Average position',
  definition:
    'Average position in the answers that name the brand: its number if it is an item of a numbered list, otherwise its place in the order of first mention among all brands the answer names, listed or not.',
  formula: 'Σ position / answers naming b',
  numerator: 'sum of positions',
  denominator: 'answers naming the brand',
  interval: 'none',
  source: 'common to the field (position)',
  format: 'position',
  over: rank,
  under: isNamed,
  isCount: false,
  on: ['comparison', 'detail', 'report', 'ranking', 'trend', 'plan'],
  fileNames: { comparison: 'mean rank', ranking: 'average_position' },
});

export const medianPosition = figure({
  ...ofBrand,
  id: 'median-rank',
  label: 'Median position',
  definition: 'Median of the same positions.',
  formula: 'median of positions',
  numerator: 'answers naming the brand',
  denominator: 'answers naming the brand',
  interval: 'none',
  source: 'Parallax',
  format: 'position',
  compute: median,
  on: ['detail'],
});

export const listPosition = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'list-rank',
  label: 'List position',
  definition: 'Average item number of the brand in lists and tables.',
  formula: 'Σ item number / answers with b in a list',
  numerator: 'sum of item numbers',
  denominator: 'answers with the brand in a list',
  interval: 'none',
  source: 'Parallax',
  format: 'position',
  over: listRank,
  under: isListed,
  isCount: false,
  on: ['trend', 'plan'],
});

export const questionCoverage = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'prompt-coverage',
  label: 'Question coverage',
  group: 'presence',
  definition: 'Share of questions whose answers name the brand at least once.',
  formula: 'questions with a mention / questions observed',
  numerator: 'questions with at least one mention',
  denominator: 'questions with at least one valid answer',
  source: 'common to the field (brand coverage)',
  over: isNamed,
  under: one,
  pooling: 'questions',
  on: ['ranking', 'trend', 'plan'],
  fileNames: { ranking: 'questions' },
});

export const countryReach = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'country-reach',
  label: 'Country reach',
  group: 'presence',
  definition: 'Share of countries in which the brand is named at least once.',
  formula: 'countries with a mention / countries observed',
  numerator: 'countries with at least one mention',
  denominator: 'countries with at least one valid answer',
  source: 'Parallax',
  over: isNamed,
  under: one,
  pooling: 'countries',
  on: ['ranking', 'trend', 'plan'],
  fileNames: { ranking: 'countries' },
});

const averageDepth = answerFigure<BrandColumns>({
  ...ofBrand,
  id: 'depth',
  label: 'Depth',
  definition: 'Where in the answer the brand is first named: 0 first character, 1 last.',
  formula: 'Σ offset / length over answers naming b',
  numerator: 'sum of depths',
  denominator: 'answers naming the brand',
  interval: 'none',
  source: 'published by one vendor',
  over: depth,
  under: isNamed,
  isCount: false,
  on: ['trend', 'plan'],
});

const depthBand = (
  id: string,
  label: string,
  which: string,
  range: string,
  over: BrandPart,
): AnswerFigure<BrandColumns> =>
  answerFigure({
    ...ofBrand,
    id,
    label,
    definition: `Share of answers naming the brand with depth ${which}.`,
    formula: `answers with ${range} / answers naming b`,
    numerator: 'answers in the band',
    denominator: 'answers naming the brand',
    source: 'published by one vendor',
    over,
    under: isNamed,
    on: ['trend', 'plan'],
  });

/**
 * The brands that lead: named in most answers, of these with the best average position. Several if they are level,
 * none if no answer names a brand.
 * @param brands in the same answers
 */
export function leadersOf<
  Brand extends {
    readonly visibility: { readonly numerator: number };
    readonly position: { readonly value: number | null };
  },
>(brands: readonly Brand[]): readonly Brand[] {
  const most = Math.max(1, ...brands.map(({ visibility }) => visibility.numerator));
  const often = brands.filter(({ visibility }) => visibility.numerator === most);
  const positionOf = ({ position }: Brand): number => position.value ?? Number.POSITIVE_INFINITY;
  const best = Math.min(...often.map(positionOf));
  return often.filter((brand) => positionOf(brand) === best);
}

/** In the order of tables and lists. */
export const brandFigures: readonly AnswerFigure<BrandColumns>[] = [
  visibility,
  firstMentionRate,
  topThreeRate,
  shareOfVoice,
  averagePosition,
  listPosition,
  questionCoverage,
  countryReach,
  averageDepth,
  depthBand('depth-top', 'Depth: top quarter', 'below 0.25', 'depth < 0.25', band(0, 0.25)),
  depthBand(
    'depth-middle',
    'Depth: middle half',
    'from 0.25 to 0.75',
    '0.25 ≤ depth < 0.75',
    band(0.25, 0.75),
  ),
  depthBand(
    'depth-bottom',
    'Depth: bottom quarter',
    '0.75 or more',
    'depth ≥ 0.75',
    band(0.75, Number.POSITIVE_INFINITY),
  ),
];
