/** The contribution of each answer to a figure of a brand, and of each result page to one of pages. */
import type { TrendValues } from '../../model/trendLines.ts';
import type { AnswerFigure } from '../definitions/answerFigure.ts';
import type { BrandColumns } from '../definitions/brandFigures.ts';
import type { PageColumns } from '../definitions/pageFigures.ts';

/**
 * @param size number of answers
 * @param among the selected answers; all if absent
 */
export function brandValues(
  { compute }: AnswerFigure<BrandColumns>,
  columns: BrandColumns,
  size: number,
  among?: Int32Array,
): TrendValues {
  const values = emptyValues(size, columns.rules);
  const { over, under } = compute;
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

/** The contribution of each result page to a figure of pages. */
export function pageValues(
  { compute: { over, under } }: AnswerFigure<PageColumns>,
  columns: PageColumns,
  size: number,
): TrendValues {
  const values = emptyValues(size, 0);
  for (let answer = 0; answer < size; answer++) {
    values.numerator[answer] = over(columns, answer);
    values.denominator[answer] = under(columns, answer);
  }
  return values;
}

/** No answer counts. */
export const emptyValues = (size: number, rules: number): TrendValues => ({
  numerator: new Float64Array(size),
  denominator: new Float64Array(size),
  rules,
});
