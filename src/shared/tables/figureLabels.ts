import type {
  Consensus,
  Figure,
  NoiseTest,
  ProductRow,
  Rate,
  TabTests,
  TestFamily,
  Verdict,
} from '../model/comparison/comparison.ts';
import type { ComparisonHead } from '../model/comparison/comparisonParts.ts';
import { percentInterval, percentLabel, percentNumber } from '../percent.ts';
import { columnLabels } from './columnLabels.ts';

/** Labels and sentences of the analysis; the same in window, files and terminal. */

export const verdictLabel: Readonly<Record<Verdict, string>> = {
  'larger-than-noise': 'Significant difference',
  'within-noise': 'No difference shown',
  'not-enough-samples': 'Too few samples',
  'not-comparable': 'Not comparable',
};

export const consensusLabel: Readonly<Record<Consensus, string>> = {
  all: 'all',
  most: 'most',
  some: 'some',
  'only-here': 'only here',
};

/** A section that cannot be matched in an answer in another language: it may be present or not. */
export const outsideLabel = '· other language, not compared';

/** `67 % (8 of 12, 39 to 86)`; a share of nothing is "no data", never 0. */
export function rateLabel(rate: Rate): string {
  if (rate.value === null) return 'no data';
  const share = `${percentLabel(rate.value)} (${rate.numerator} of ${rate.denominator}`;
  return rate.low === null || rate.high === null
    ? `${share})`
    : `${share}, ${percentNumber(rate.low)} to ${percentNumber(rate.high)})`;
}

export function figureLabel(figure: Figure, digits = 1): string {
  return figure.value === null ? 'no data' : `${figure.value.toFixed(digits)} (n ${figure.n})`;
}

export function shareLabel(value: number | null): string {
  return value === null ? 'no data' : percentLabel(value);
}

/** The test's verdict with the figures behind it. */
export function testLabel(test: NoiseTest): string {
  if (test.reason !== null) return `${verdictLabel[test.verdict]} (${reasonLabel[test.reason]})`;
  if (test.pValue === null || test.effect === null) return verdictLabel[test.verdict];
  const p = test.adjusted === null ? `p ${pLabel(test.pValue)}` : `adjusted p ${pLabel(test.adjusted)}`;
  return `${verdictLabel[test.verdict]} (effect ${test.effect.toFixed(2)}, ${p})`;
}

/** `0.032`; values below a thousandth are shown as such. */
export function pLabel(pValue: number): string {
  return pValue < 0.001 ? '< 0.001' : pValue.toFixed(3);
}

/** How many of the tests of a tab found something, and how many would by chance alone. */
export function familyLabel(family: TestFamily, things: string): string {
  const { expectedByChance } = family;
  const chance = expectedByChance < 1 ? 'fewer than 1' : `about ${Math.round(expectedByChance)}`;
  return `${testedLabel(family, things)} differ significantly; uncorrected, ${chance} would by chance`;
}

/** `2 of 9 tested brands`, `9 of 9 tested brands (4 not tested: too few answers)`. */
export const testedLabel = (
  { tested, significant, untested }: Pick<TestFamily, 'tested' | 'significant' | 'untested'>,
  things: string,
): string =>
  `${significant} of ${tested} tested ${things}${untested === 0 ? '' : ` (${untested} not tested: too few answers)`}`;

/** The families of a tab that tested anything, as sentences. */
export function tabTestsLabel({ rows, cells }: TabTests, things: string): string {
  const parts = [
    rows.tested === 0 ? [] : familyLabel(rows, things),
    cells === null || cells.tested === 0 ? [] : familyLabel(cells, 'figures compared with the baseline'),
  ].flat();
  return parts.map((part) => ` ${part}.`).join('');
}

const reasonLabel = {
  shape: 'different response types',
  language: 'different languages',
  'rule-version': 'different rule versions',
  'no-data': 'no data on one side',
} as const;

/** The data quality strip as sentences, in the order of the window. */
export function dataQualitySentences(
  comparison: ComparisonHead,
  { each } = columnLabels.market,
): readonly string[] {
  const { dataQuality } = comparison;
  const { least, most } = dataQuality.samples;
  const label = (column: number): string => comparison.columns[column]?.label ?? String(column);
  const sentences = [
    least === most ? `${plural(most, 'repeat')} ${each}.` : `${least} to ${plural(most, 'repeat')} ${each}.`,
    ...(dataQuality.failed.length > 0
      ? [
          `Failed: ${dataQuality.failed
            .map((entry) => `${label(entry.column)} (${entry.failed}${entry.code ? `, ${entry.code}` : ''})`)
            .join(', ')}. Failed requests are not counted as absence.`,
        ]
      : []),
    ...(dataQuality.shapes.length > 1
      ? [
          `${dataQuality.shapes.length} response types: ${dataQuality.shapes.map((entry) => `${entry.shape} (${entry.columns.map(label).join(', ')})`).join('; ')}.`,
        ]
      : []),
    ...(dataQuality.wordings.length > 0
      ? [
          `Wordings: ${dataQuality.wordings.map(({ text, columns }) => `“${shortened(text)}” (${columns.map(label).join(', ')})`).join('; ')}.`,
        ]
      : []),
    ...(dataQuality.drivers.length > 0 ? [`Providers: ${dataQuality.drivers.join(', ')}.`] : []),
    dataQuality.differences.tested === 0
      ? `Result: ${headlineLabel(comparison)}.`
      : `Sections that differ significantly: ${testedLabel({ ...dataQuality.differences, significant: dataQuality.differences.larger }, 'sections')}, at most one in twenty of them by chance. Result: ${headlineLabel(comparison)}.`,
    ...dataQuality.notes,
    `Rules ${dataQuality.ruleVersion}, brand list version ${dataQuality.brandRulesVersion}.`,
  ];
  return sentences;
}

/** The verdict with the p-values of text, brands and sources that it is made of. */
function headlineLabel({ dataQuality: { verdict, pValue, evidence } }: ComparisonHead): string {
  if (pValue === null) return verdictLabel[verdict];
  const parts = Object.entries(evidence).flatMap(([what, each]) =>
    each === null ? [] : `${what} ${pLabel(each)}`,
  );
  return `${verdictLabel[verdict]} (p ${pLabel(pValue)} of ${parts.join(', ')})`;
}

/** Long questions are identified by how they begin. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
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

/** "1 run", "2,000 runs". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

/** Names that have an article inside a sentence. */
const withArticle =
  /^(United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Comoros|Seychelles|Czech Republic|Dominican Republic|Central African Republic|Solomon|Marshall|Cayman|Faroe|British Virgin|U\.S\.)/;
export const inSentence = (name: string): string => (withArticle.test(name) ? `the ${name}` : name);

/** `Germany, France and 4 more`. */
export function listed(items: readonly string[], shown = 3): string {
  if (items.length > shown + 1) return `${items.slice(0, shown).join(', ')} and ${items.length - shown} more`;
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** `An AI Overview is shown on 12 of 20 result pages (60 %, 95 % interval 39 to 78 %).`; nothing if none was asked for. */
export function overviewRateSentence({ numerator, denominator, value, low, high }: Rate): readonly string[] {
  if (value === null || low === null || high === null) return [];
  return [
    `An AI Overview is shown on ${numerator} of ${counted(denominator, 'result page')} (${percentInterval(value, low, high)}).`,
  ];
}

/** `Rival leads`, `Rival leads, level with Thule`. */
export const leadLabel = ([first = '', ...level]: readonly string[], leads = 'leads'): string =>
  level.length === 0 ? `${first} ${leads}` : `${first} ${leads}, level with ${listed(level)}`;
