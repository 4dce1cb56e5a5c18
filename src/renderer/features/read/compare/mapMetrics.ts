import type { Comparison } from '#shared/analysis/comparison.ts';

/** A figure each market has; `value` null is "no data", which is drawn hatched and never as zero. */
export type MapMetric = {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
};

const percent = (value: number): string => `${Math.round(value * 100)} %`;
const count = (value: number): string => String(Math.round(value));

/** What can be drawn on the map of this comparison, the most telling first. */
export function mapMetrics(comparison: Comparison): readonly MapMetric[] {
  const { columns, answer, matrix, sources, brands } = comparison;
  const answered = columns.map((column) => column.state === 'answered');
  const only = (values: readonly (number | null | undefined)[]): readonly (number | null)[] =>
    values.map((value, index) => (answered[index] ? (value ?? null) : null));
  const preferred = matrix.measures.find((measure) => measure.measure === matrix.preferred);
  const metrics: MapMetric[] = [
    {
      id: 'differs',
      label:
        answer.mode === 'baseline'
          ? 'Blocks that differ from the baseline'
          : 'Blocks that differ from the common wording',
      values: only(columns.map(({ counts }) => counts.changed + counts.added + counts.missing)),
      format: count,
    },
    ...(preferred
      ? [
          {
            id: 'distance',
            label: 'Distance to the other markets',
            values: only(preferred.meanDistance),
            format: percent,
          },
        ]
      : []),
    {
      id: 'words',
      label: 'Words in the answer',
      values: only(columns.map((column) => column.words)),
      format: count,
    },
    ...(sources.available
      ? [
          {
            id: 'domains',
            label: 'Source domains',
            values: only(sources.columns.map((column) => column.domains)),
            format: count,
          },
          {
            id: 'local',
            label: 'Share of sources on the country’s own domain',
            values: only(sources.columns.map((column) => column.localShare.value)),
            format: percent,
          },
        ]
      : []),
    ...brands.rows.slice(0, 12).map((row) => ({
      id: `brand ${row.id}`,
      label: `Visibility of ${row.name}`,
      values: only(row.cells.map((cell) => cell?.visibility.value ?? 0)),
      format: percent,
    })),
  ];
  return metrics.filter((metric) => metric.values.some((value) => value !== null));
}
