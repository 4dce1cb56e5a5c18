import type { Figure, NoiseTest, Rate, Verdict } from '#shared/model/comparison/comparison.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { shareLabel, testLabel, verdictLabel } from '#shared/tables/figureLabels.ts';
import type { TableCell } from '../../reading/tableModel.ts';
import type { Fact } from '../../ui/Facts.tsx';

/** Calculation of a figure, shown when the figure is pressed. */

/** A share; `of` names the counted items, such as `answers`. */
export function rateFacts(rate: Rate, of: string): readonly Fact[] {
  return [
    ['Share', shareLabel(rate.value)],
    ['Numerator', `${rate.numerator} ${of}`],
    ['Denominator (n)', `${rate.denominator} ${of}`],
    [
      '95 % interval',
      rate.low === null || rate.high === null
        ? null
        : `${shareLabel(rate.low)} to ${shareLabel(rate.high)} (Wilson)`,
    ],
  ];
}

/** A mean of the figures of `n` answers. */
export function meanFacts(name: string, figure: Figure): readonly Fact[] {
  return [
    [name, figure.value === null ? 'no data' : figure.value.toFixed(2)],
    ['n', `${figure.n} answers`],
  ];
}

/** Number of answered columns with the item, and whether that is significant. */
export function marketsFacts(
  words: ColumnLabels,
  count: number,
  all: number,
  test: NoiseTest | null = null,
): readonly Fact[] {
  return [
    ['Share', all === 0 ? 'no data' : shareLabel(count / all)],
    ['Numerator', `${count} ${words.many}`],
    ['Denominator (n)', `${all} ${words.many}`],
    [`Between ${words.many}`, test === null ? null : testLabel(test)],
  ];
}

/** Comparison of a cell's rate with the baseline's. */
export function verdictFacts(verdict: Verdict | null): readonly Fact[] {
  return [factWhen('Compared with the baseline', verdict === null ? '' : verdictLabel[verdict])];
}

/** A cell without the item. Absence is shown if it is a significant difference. */
export function absentCell(verdict: Verdict | null, what: string): TableCell | null {
  if (verdict !== 'larger-than-noise') return null;
  return { text: '–', title: `${what}: ${verdictLabel[verdict]}`, facts: verdictFacts(verdict) };
}

/** `shown`, or no line if it is empty. */
export const factWhen = (name: string, shown: string): Fact => [name, shown === '' ? null : shown];
