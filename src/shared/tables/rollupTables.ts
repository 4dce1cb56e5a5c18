import { type TrendMetric, trendMetric } from '../figures/trends/trendMetrics.ts';
import type { LeagueTest, Pooled } from '../model/league.ts';
import type { LeagueView, RollupMatrix } from '../model/rollup.ts';
import { percentInterval, percentLabel } from '../percent.ts';
import { shareOfListedNote } from './brandLabels.ts';
import { shareLabel, verdictLabel } from './figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from './sheet.ts';

/** A run rolled up over all its questions, in tables: the same in the window, in files and in the terminal. */

/** `65 %, 95 % interval 60 to 69 %`. */
export function intervalLabel({ value, low, high }: Pooled): string {
  return value === null ? shareLabel(value) : percentInterval(value, low, high);
}

/** A brand against the next one in a few words. */
export function neighbourLabel(test: LeagueTest | null, next: string): string {
  if (test === null) return '';
  const counts = `${test.only} answers name only this one, ${test.onlyNext} only ${next}`;
  return `${verdictLabel[test.verdict]} from ${next} (${counts})`;
}

export function leagueSheet({ league, ruleVersion }: LeagueView): Sheet {
  return {
    id: 'brands',
    title: 'Brands',
    note: `${shareOfListedNote} Neighbours are tested in the same answers (McNemar), corrected for their number. Metric rules ${ruleVersion}.`,
    columns: [
      textColumn('brand', 'Brand'),
      textColumn('kind', 'Kind'),
      numberColumn('visibility', 'Visibility'),
      numberColumn('named', 'Named in'),
      numberColumn('answers', 'Answers'),
      numberColumn('low', 'Low'),
      numberColumn('high', 'High'),
      numberColumn('share_of_voice', 'Share of voice'),
      numberColumn('average_position', 'Average position'),
      numberColumn('questions', 'Questions'),
      numberColumn('countries', 'Countries'),
      textColumn('compared_with_next', 'Compared with the next'),
    ],
    rows: league.brands.map((row, at) => [
      row.name,
      row.kind,
      row.visibility.value,
      row.visibility.numerator,
      row.visibility.denominator,
      row.visibility.low,
      row.visibility.high,
      row.shareOfVoice.value,
      row.position.value,
      row.questions.numerator,
      row.countries.numerator,
      row.next === null ? '' : neighbourLabel(row.next, league.brands[at + 1]?.name ?? ''),
    ]),
  };
}

export function enginesSheet({ league, ruleVersion }: LeagueView, nameOf: (engine: string) => string): Sheet {
  const own = league.brands.find(({ kind }) => kind === 'own');
  return {
    id: 'engines',
    title: `${own?.name ?? 'Your brand'} by engine`,
    note: `Only questions and countries that every engine answered. Metric rules ${ruleVersion}.`,
    columns: [
      textColumn('engine', 'Engine'),
      numberColumn('visibility', 'Visibility'),
      numberColumn('named', 'Named in'),
      numberColumn('answers', 'Answers'),
      numberColumn('low', 'Low'),
      numberColumn('high', 'High'),
      numberColumn('average_position', 'Average position'),
      textColumn('compared_with_next', 'Compared with the next'),
    ],
    rows: league.engines.map(({ engine, visibility, position, next }) => [
      nameOf(engine),
      visibility.value,
      visibility.numerator,
      visibility.denominator,
      visibility.low,
      visibility.high,
      position.value,
      next === null ? '' : verdictLabel[next],
    ]),
  };
}

/** A value as it stands in a cell: shares in per cent. */
export function cellLabel(value: number | null, { format }: Pick<TrendMetric, 'format'>): string {
  if (value === null) return '–';
  return format === 'share' ? percentLabel(value) : value.toFixed(format === 'position' ? 1 : 2);
}

/** What a column is called where a person reads it. */
export const columnName = ({ id, market }: RollupMatrix['columns'][number]): string =>
  market === null || id !== '*' ? id : 'any';

/** One row for each question or brand, one column for each market or engine. */
export function matrixSheet(matrix: RollupMatrix): Sheet {
  const metric = metricOfMatrix(matrix);
  const brands = matrix.rows.some(({ kind }) => kind !== null);
  const of = matrix.subject === null || brands ? '' : ` of ${matrix.subject.name}`;
  return {
    id: `matrix-${metric.id}`,
    title: `${metric.label}${of}`,
    note: `${metric.definition} Empty: no answer, or nothing counted. Metric rules ${matrix.ruleVersion}.`,
    columns: [
      textColumn(brands ? 'brand' : 'question', brands ? 'Brand' : 'Question'),
      numberColumn('all', 'All'),
      ...matrix.columns.map((column) => numberColumn(columnName(column))),
    ],
    rows: matrix.rows.map(({ label, total }, at) => [
      label,
      total.value,
      ...matrix.columns.map((_, on) => matrix.cells[at]?.[on]?.value ?? null),
    ]),
  };
}

/** The same with its figures as a person reads them. */
export function readableMatrix(matrix: RollupMatrix): Sheet {
  const sheet = matrixSheet(matrix);
  const metric = metricOfMatrix(matrix);
  return {
    ...sheet,
    rows: sheet.rows.map(([label = '', ...values]) => [
      label,
      ...values.map((value) => cellLabel(typeof value === 'number' ? value : null, metric)),
    ]),
  };
}

export function metricOfMatrix({ metric }: Pick<RollupMatrix, 'metric'>): TrendMetric {
  const known = trendMetric(metric);
  if (known === null) throw new Error(`The catalogue has no metric ${metric}`);
  return known;
}

/** The league as a person reads it: k of n beside its share, the interval, and the verdict. */
export function readableLeague(view: LeagueView): Sheet {
  const sheet = leagueSheet(view);
  return {
    ...sheet,
    columns: [
      'Brand',
      'Named in',
      'Visibility',
      'Share of voice',
      'Average position',
      'Compared with the next',
    ].map((label, at) => (at === 0 || at === 5 ? textColumn(label) : numberColumn(label))),
    rows: view.league.brands.map((row, at) => [
      row.name,
      `${row.visibility.numerator} of ${row.visibility.denominator}`,
      intervalLabel(row.visibility),
      shareLabel(row.shareOfVoice.value),
      row.position.value === null ? '–' : row.position.value.toFixed(1),
      row.next === null
        ? ''
        : `${verdictLabel[row.next.verdict]} from ${view.league.brands[at + 1]?.name ?? ''}`,
    ]),
  };
}

export function readableEngines(view: LeagueView, nameOf: (engine: string) => string): Sheet {
  const sheet = enginesSheet(view, nameOf);
  return {
    ...sheet,
    columns: ['Engine', 'Named in', 'Visibility', 'Average position', 'Compared with the next'].map(
      (label, at) => (at === 0 || at === 4 ? textColumn(label) : numberColumn(label)),
    ),
    rows: view.league.engines.map(({ engine, visibility, position, next }) => [
      nameOf(engine),
      `${visibility.numerator} of ${visibility.denominator}`,
      intervalLabel(visibility),
      position.value === null ? '–' : position.value.toFixed(1),
      next === null ? '' : verdictLabel[next],
    ]),
  };
}
