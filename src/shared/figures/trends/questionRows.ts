/** The figures of a brand by question, over the answers of a project. */
import type { Pooled } from '../../model/league.ts';
import type { TrendFacts, TrendLine } from '../../model/trendLines.ts';
import { averagePosition, leadersOf, visibility } from '../definitions/brandFigures.ts';
import { brandValues } from './brandValues.ts';
import { type Buckets, sortedBy } from './buckets.ts';
import { createBoard, roundedPool } from './pooling.ts';
import { type LeagueBrand, pooledOf } from './rollup.ts';
import { changesOf, controlledLines, seriesOf, type TrendGroups } from './trend.ts';

export type QuestionInput = {
  readonly facts: TrendFacts;
  /** Rows of questions, in the order of the result. */
  readonly questions: readonly number[];
  /** Answers of the period, ascending in time. */
  readonly answers: Int32Array;
  /** Answers of the compared period; null without one. */
  readonly compared: Int32Array | null;
  readonly buckets: Buckets;
  readonly brands: readonly LeagueBrand[];
  /** Id of the brand whose figures these are. */
  readonly brand: string;
};

export type QuestionFigures = {
  readonly visibility: Pooled;
  readonly position: Pooled;
  readonly change: TrendLine['delta'] | null;
  readonly trend: readonly (number | null)[];
  readonly leaders: readonly Pick<LeagueBrand, 'id' | 'name'>[];
  readonly markets: readonly string[];
  readonly missing: readonly string[];
};

/** By question, in the order of the input. */
export function questionFigures(input: QuestionInput): readonly QuestionFigures[] {
  const { facts, questions, answers, compared, buckets, brands } = input;
  const numbers = new Map(questions.map((question, at) => [question, at]));
  const byPlace = facts.places.map(({ question }) => numbers.get(question) ?? -1);
  const groups: TrendGroups = {
    names: questions.map((question) => ({ key: String(question), label: '' })),
    of: (answer) => byPlace[facts.place[answer] ?? 0] ?? -1,
  };
  const lists = sortedBy(answers, groups.of ?? (() => 0), questions.length);
  const board = createBoard(facts);
  const all = brands.map((brand) => {
    const named = brandValues(visibility, brand.columns, facts.size);
    const positions = brandValues(averagePosition, brand.columns, facts.size);
    return {
      ...{ brand, named },
      figures: lists.map((list) => ({
        visibility: pooledOf(visibility, board, named, list),
        position: pooledOf(averagePosition, board, positions, list),
      })),
    };
  });
  const subject = all.find(({ brand }) => brand.id === input.brand);
  if (subject === undefined) return [];
  const { named } = subject;
  const series = seriesOf(visibility, facts, buckets, groups, () => named);
  const changes =
    compared === null
      ? null
      : controlledLines(
          changesOf(visibility, facts, groups, { by: named, answers: compared }, { by: named, answers }),
        );
  return questions.map((_, at) => {
    const { visibility: shown, position } = subject.figures[at] ?? nothing;
    const list = lists[at] ?? new Int32Array(0);
    return {
      visibility: roundedPool(shown),
      position: roundedPool(position),
      change: changes?.[at]?.delta ?? null,
      trend: (series[at]?.points ?? []).map(({ value }) => value),
      leaders: leadersOf(all.map(({ brand, figures }) => ({ ...brand, ...(figures[at] ?? nothing) })))
        .filter(({ visibility: { numerator } }) => numerator > 0)
        .map(({ id, name }) => ({ id, name })),
      ...marketsOf(list, facts, named.numerator, named.denominator),
    };
  });
}

const noAnswers: Pooled = { value: null, numerator: 0, denominator: 0, low: null, high: null, cells: 0 };
const nothing = { visibility: noAnswers, position: noAnswers };

/** The markets of some answers, and those in which none names the brand. */
function marketsOf(
  answers: Int32Array,
  facts: TrendFacts,
  named: Float64Array,
  searched: Float64Array,
): Pick<QuestionFigures, 'markets' | 'missing'> {
  const reached = new Map<string, boolean>();
  for (const answer of answers) {
    if (searched[answer] === 0) continue;
    const market = facts.places[facts.place[answer] ?? 0]?.market ?? '';
    reached.set(market, reached.get(market) === true || (named[answer] ?? 0) > 0);
  }
  const markets = [...reached.keys()].sort();
  return { markets, missing: markets.filter((market) => reached.get(market) === false) };
}
