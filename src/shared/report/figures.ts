import type { Consensus, Figure, NoiseTest, ProductRow, Rate, Verdict } from '../analysis/comparison.ts';
import type { ComparisonHead } from '../analysis/comparisonParts.ts';
import { columnLabels } from './columnLabels.ts';

/** Words for what the analysis says; the same in the window, in files and in the terminal. */

export const verdictLabel: Readonly<Record<Verdict, string>> = {
  'larger-than-noise': 'larger than re-run noise',
  'within-noise': 'within noise',
  'not-enough-samples': 'not enough samples',
  'not-comparable': 'not comparable',
};

export const consensusLabel: Readonly<Record<Consensus, string>> = {
  all: 'all',
  most: 'most',
  some: 'some',
  'only-here': 'only here',
};

/** A block that could not be found in an answer in another language, whether it is there or not. */
export const outsideLabel = '· cannot be told';

/** `67 % (8 of 12, 39 to 86)`; a share of nothing is "no data", never 0. */
export function rateLabel(rate: Rate): string {
  if (rate.value === null) return 'no data';
  const share = `${percent(rate.value)} (${rate.numerator} of ${rate.denominator}`;
  return rate.low === null || rate.high === null
    ? `${share})`
    : `${share}, ${whole(rate.low)} to ${whole(rate.high)})`;
}

export function figureLabel(figure: Figure, digits = 1): string {
  return figure.value === null ? 'no data' : `${figure.value.toFixed(digits)} (n ${figure.n})`;
}

export function shareLabel(value: number | null): string {
  return value === null ? 'no data' : percent(value);
}

/** The test's verdict with the figures behind it. */
export function testLabel(test: NoiseTest): string {
  if (test.reason !== null) return `${verdictLabel[test.verdict]} (${reasonLabel[test.reason]})`;
  if (test.pValue === null || test.effect === null) return verdictLabel[test.verdict];
  return `${verdictLabel[test.verdict]} (effect ${test.effect.toFixed(2)}, p ${test.pValue.toFixed(3)})`;
}

const reasonLabel = {
  shape: 'answers were served in different shapes',
  language: 'answers are in different languages',
  'rule-version': 'figures come from different rule versions',
  'no-data': 'a side has no data',
} as const;

/** The honesty strip as sentences, in the order of the window. */
export function honestySentences(
  comparison: ComparisonHead,
  { each } = columnLabels.market,
): readonly string[] {
  const { honesty } = comparison;
  const { least, most } = honesty.samples;
  const label = (column: number): string => comparison.columns[column]?.label ?? String(column);
  const sentences = [
    least === most ? `${plural(most, 'sample')} ${each}.` : `${least} to ${plural(most, 'sample')} ${each}.`,
    ...(honesty.failed.length > 0
      ? [
          `Failed: ${honesty.failed
            .map((entry) => `${label(entry.column)} (${entry.failed}${entry.code ? `, ${entry.code}` : ''})`)
            .join(', ')}. A failure is never counted as absence.`,
        ]
      : []),
    ...(honesty.shapes.length > 1
      ? [
          `${honesty.shapes.length} interface shapes were served: ${honesty.shapes.map((entry) => `${entry.shape} (${entry.columns.map(label).join(', ')})`).join('; ')}.`,
        ]
      : []),
    ...(honesty.drivers.length > 0 ? [`Answered by: ${honesty.drivers.join(', ')}.`] : []),
    honesty.differences.tested === 0
      ? `Verdict: ${verdictLabel[honesty.verdict]}.`
      : `Differences larger than re-run noise: ${honesty.differences.larger} of ${honesty.differences.tested}. Verdict: ${verdictLabel[honesty.verdict]}.`,
    ...honesty.notes,
    `Rules ${honesty.ruleVersion}, brand rules ${honesty.brandRulesVersion}.`,
  ];
  return sentences;
}

const percent = (value: number): string => `${whole(value)} %`;
const whole = (value: number): string => String(Math.round(value * 100));
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "USD 79 to 89 (assumed), EUR 75": one range a currency; assumed where a price does not say which it is in. */
export function priceRangeLabel(row: ProductRow): string {
  return row.prices
    .map(({ currency, low, high, columns, assumed }) => {
      const range = `${currency} ${low === high ? low : `${low} to ${high}`}`.trim();
      if (assumed === 0) return range;
      return `${range} (${assumed === columns ? 'assumed' : `${assumed} of ${columns} assumed`})`;
    })
    .join(', ');
}
