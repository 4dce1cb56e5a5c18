/** Figures that add up what each answer contributes. */
import type { Figure, Rate } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import { mean } from '../statistics/setMeasures.ts';
import { rateOf, shareOf } from '../statistics/wilson.ts';
import { type FigureRecord, figure } from './figure.ts';

/** What one answer adds to a sum. `Columns` hold the answers column by column. */
export type Part<Columns> = (columns: Columns, answer: number) => number;

/**
 * How the sums become a figure: `mean` of the segments, the share of `questions` or `countries` reached, the index
 * `concentration` of the citations, or the mean over all `transitions` between runs.
 */
export type Pooling = 'mean' | 'questions' | 'countries' | 'concentration' | 'transitions';

export type AnswerSum<Columns> = {
  readonly over: Part<Columns>;
  /** 0 if the figure says nothing of the answer. */
  readonly under: Part<Columns>;
  readonly pooling: Pooling;
  /** Whether the sums are counts that read as "k of n", and not sums of positions, depths or overlaps. */
  readonly isCount: boolean;
};

/** A figure of a brand, a domain or a source type in some answers. */
export type AnswerFigure<Columns = never> = FigureRecord<AnswerSum<Columns>>;

type Source<Columns> = Omit<AnswerFigure<Columns>, 'compute'> & {
  readonly over: Part<Columns>;
  readonly under: Part<Columns>;
  readonly pooling?: Pooling;
  readonly isCount?: boolean;
};

export const answerFigure = <Columns>({
  over,
  under,
  pooling = 'mean',
  isCount = true,
  ...record
}: Source<Columns>): AnswerFigure<Columns> =>
  figure({ ...record, compute: { over, under, pooling, isCount } });

/** The figure of the answers from `from` up to `to` as a share of counts, with its interval if it has one. */
export function rateIn<Columns>(
  { compute, interval }: AnswerFigure<Columns>,
  columns: Columns,
  from: number,
  to: number,
): Rate {
  const { over, under } = compute;
  let numerator = 0;
  let denominator = 0;
  for (let answer = from; answer < to; answer++) {
    numerator += over(columns, answer);
    denominator += under(columns, answer);
  }
  return interval === 'Wilson' ? rateOf(numerator, denominator) : shareOf(numerator, denominator);
}

/** The same for a mean of positions, or another middle of them. */
export function figureIn<Columns>(
  { compute }: AnswerFigure<Columns>,
  columns: Columns,
  from: number,
  to: number,
  middleOf: (values: readonly number[]) => number = mean,
): Figure {
  const { over, under } = compute;
  const values: number[] = [];
  for (let answer = from; answer < to; answer++)
    if (under(columns, answer) > 0) values.push(over(columns, answer));
  return { value: values.length === 0 ? null : rounded(middleOf(values)), n: values.length };
}
