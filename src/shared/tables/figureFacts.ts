import type { Figure, NoiseTest, Rate, Verdict } from '../model/comparison/comparison.ts';
import type { ColumnLabels } from './columnLabels.ts';
import { shareLabel, testLabel, verdictLabel } from './figureLabels.ts';

/** Name and value of a line in a panel; `null` omits the line; `copy` adds a copy button. */
export type Fact = readonly [name: string, value: string | null, copy?: 'copy'];

/** Calculation of a figure, shown when the figure is pressed. */

/** A share under its name; `of` names the counted items, such as `answers`. */
export function rateFacts(name: string, rate: Rate, of: string): readonly Fact[] {
  return [
    [name, shareLabel(rate.value)],
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
    [name, figure.value === null ? 'no data' : figure.value.toFixed(1)],
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
export const verdictFacts = (verdict: Verdict | null): readonly Fact[] => [
  factWhen('Compared with the baseline', verdict === null ? '' : verdictLabel[verdict]),
];

/** `shown`, or no line if it is empty. */
export const factWhen = (name: string, shown: string): Fact => [name, shown === '' ? null : shown];
