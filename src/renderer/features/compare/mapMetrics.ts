import { similarityFigures } from '#shared/figures/definitions/pairFigures.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import type { BrandRow, Rate } from '#shared/model/comparison/comparison.ts';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { percentLabel } from '#shared/percent.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { type Fact, rateFacts } from '#shared/tables/figureFacts.ts';
import { testLabel } from '#shared/tables/figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '#shared/tables/sheet.ts';
import type { TableMarket } from '../../reading/tableModel.ts';

/** A figure by market. `value` null means no data, which is drawn hatched and never as zero. */
export type MapMetric = {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Wilson 95 % interval of each value, if the figure is a share of answers. */
  readonly intervals: readonly (readonly [number, number] | null)[] | null;
  readonly format: (value: number) => string;
  /** Calculation of the value of a column. */
  readonly facts: (column: number) => readonly Fact[];
};

const count = (value: number): string => String(Math.round(value));

/** Figures of this comparison that can be drawn on the map, most informative first. */
export function mapMetrics(
  comparison: ComparisonWith<'sources' | 'brands' | 'matrix'>,
  many: string,
): readonly MapMetric[] {
  const { columns, baseline, alignedRows, matrix, sources, brands } = comparison;
  const answered = columns.map((column) => column.state === 'answered');
  const only = (values: readonly (number | null | undefined)[]): readonly (number | null)[] =>
    values.map((value, index) => (answered[index] ? (value ?? null) : null));
  const preferred = matrix.measures.find((measure) => measure.measure === matrix.preferred);
  const rateMetric = (
    id: string,
    label: string,
    of: string,
    rates: readonly (Rate | null | undefined)[],
  ): MapMetric => ({
    id,
    label,
    values: only(rates.map((rate) => rate?.value)),
    intervals: rates.map((rate) =>
      rate && rate.low !== null && rate.high !== null ? [rate.low, rate.high] : null,
    ),
    format: percentLabel,
    facts: (column) => (rates[column] ? rateFacts('Share', rates[column], of) : []),
  });
  const metrics: MapMetric[] = [
    {
      id: 'differs',
      label: baseline !== null ? 'Sections unlike the baseline' : 'Sections unlike the majority',
      values: only(columns.map(({ counts }) => counts.changed + counts.added + counts.missing)),
      intervals: null,
      format: count,
      facts: (column): readonly Fact[] => {
        const { changed, added, missing } = columns[column]?.counts ?? { changed: 0, added: 0, missing: 0 };
        return [
          ['Changed', String(changed)],
          ['Added', String(added)],
          ['Missing', String(missing)],
          ['Sections (n)', String(alignedRows)],
        ];
      },
    },
    ...(preferred
      ? [
          {
            id: 'distance',
            label: `Distance to other ${many}`,
            values: only(preferred.meanDistance),
            intervals: null,
            format: percentLabel,
            facts: (): readonly Fact[] => [
              ['Measure', similarityFigures[preferred.measure].label],
              [`Pairs of all ${many}`, `n ${preferred.divergence.n}`],
              [`Between ${many}`, testLabel(preferred.test)],
            ],
          },
        ]
      : []),
    {
      id: 'words',
      label: 'Words in the answer',
      values: only(columns.map((column) => column.words)),
      intervals: null,
      format: count,
      facts: (column): readonly Fact[] => [
        ['Words', String(columns[column]?.words ?? 0)],
        ['n', '1 (the answer shown)'],
      ],
    },
    ...(sources.available
      ? [
          {
            id: 'domains',
            label: 'Source domains',
            values: only(sources.columns.map((column) => column.domains)),
            intervals: null,
            format: count,
            facts: (column: number): readonly Fact[] => [
              ['Domains', String(sources.columns[column]?.domains ?? 0)],
              ['Citations (n)', String(sources.columns[column]?.citations ?? 0)],
            ],
          },
          rateMetric(
            'local',
            'Local-domain share',
            'citations',
            sources.columns.map((column) => column.localShare),
          ),
        ]
      : []),
    ...brandsOnMap(brands.rows).map((row) =>
      rateMetric(
        brandMetric(row),
        `Visibility of ${row.name}`,
        'answers',
        row.cells.map((cell, column) => cell?.visibility ?? rateOf(0, columns[column]?.samples.answers ?? 0)),
      ),
    ),
  ];
  return metrics.filter((metric) => metric.values.some((value) => value !== null));
}

const brandMetric = (row: Pick<BrandRow, 'id'>): string => `brand ${row.id}`;

/** Your brand first, so that it is never omitted. */
function brandsOnMap(rows: readonly BrandRow[]): readonly BrandRow[] {
  const own = rows.filter(({ kind }) => kind === 'own');
  return [...own, ...rows.filter(({ kind }) => kind !== 'own')].slice(0, 12);
}

/**
 * The figure shown first: your brand; otherwise the sections, unless the languages differ, because then such a map
 * would only show the languages.
 */
export function firstMetric({ brands, dataQuality }: ComparisonWith<'brands'>): string {
  const own = brands.rows.find(({ kind }) => kind === 'own');
  if (own !== undefined) return brandMetric(own);
  if (dataQuality.languages.length < 2) return 'differs';
  const shown = brandsOnMap(brands.rows);
  const uneven = shown.find(({ columns, of }) => columns < of) ?? shown[0];
  return uneven === undefined ? 'domains' : brandMetric(uneven);
}

/** All figures by market, as the table of the charts. */
export function metricsSheet(
  metrics: readonly MapMetric[],
  markets: readonly TableMarket[],
  { key, one }: Pick<ColumnLabels, 'key' | 'one'>,
): Sheet {
  return {
    id: `figures-by-${key}`,
    title: `Metrics by ${one}`,
    note: 'Shares are fractions of 1.',
    columns: [
      textColumn(key, one),
      textColumn('name'),
      ...metrics.flatMap((metric) => [
        numberColumn(metric.label),
        ...(metric.intervals === null ? [] : [numberColumn('from'), numberColumn('to')]),
      ]),
    ],
    rows: markets.map((market) => [
      market.code,
      market.name,
      ...metrics.flatMap((metric) => [
        metric.values[market.index] ?? null,
        ...(metric.intervals === null ? [] : (metric.intervals[market.index] ?? [null, null])),
      ]),
    ]),
  };
}
