import { metricChoices, type TrendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import { allSourceTypes } from '#shared/model/comparison/comparison.ts';
import type { TrendChoices } from '#shared/model/trend.ts';
import { formatQuantity } from '../../ui/format.ts';
import type { TrendParams } from './trendAddress.ts';

/** An address parameter that is selected from a list. */
export type TrendFilter = {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly group?: string }[];
  /** Default value; the empty choice if absent. */
  readonly fallback?: string;
  readonly className?: string;
};

/** Metric, subject and lines. */
export function lineFilters(
  metric: TrendMetric,
  params: TrendParams,
  choices: TrendChoices,
): readonly TrendFilter[] {
  return [
    {
      name: 'metric',
      label: 'Metric',
      className: 'w-36',
      fallback: metric.id,
      choices: metricChoices(trendMetrics),
    },
    ...subjectFilter(metric, params, choices),
    {
      name: 'by',
      label: 'Break down by',
      className: 'w-28',
      fallback: 'none',
      choices: [
        { value: 'none', label: 'None' },
        ...(metric.of === 'brand' && choices.brands.length > 1 ? [{ value: 'brand', label: 'Brand' }] : []),
        { value: 'market', label: 'Market' },
        { value: 'engine', label: 'Engine' },
        ...(severalSurfaces(params, choices) ? [{ value: 'surface', label: 'Surface' }] : []),
        { value: 'question', label: 'Question' },
      ],
    },
    {
      name: 'every',
      label: 'Interval',
      className: 'w-22',
      fallback: 'auto',
      choices: [
        { value: 'auto', label: 'Automatic' },
        { value: 'day', label: 'Day' },
        { value: 'week', label: 'Week' },
        { value: 'month', label: 'Month' },
        { value: 'run', label: 'Run' },
      ],
    },
  ];
}

/** A single surface is offered only if the address already contains it. */
function severalSurfaces(params: TrendParams, { surfaces }: TrendChoices): boolean {
  return surfaces.length > 1 || params.by === 'surface' || Boolean(params.surface);
}

/** Filters by provenance and by rules. */
export function answerFilters(choices: TrendChoices): readonly TrendFilter[] {
  return [
    {
      name: 'series',
      label: 'Runs',
      choices: [
        { value: '', label: 'All runs' },
        { value: 'ad-hoc', label: 'Manual runs' },
        ...choices.monitors.map(({ id, name }) => ({ value: id, label: `Monitor ${name}` })),
      ],
    },
    {
      name: 'branded',
      label: 'Branded questions',
      fallback: 'without',
      choices: [
        { value: 'without', label: 'Exclude' },
        { value: 'only', label: 'Only' },
        { value: 'with', label: 'Include' },
      ],
    },
    {
      name: 'rules',
      label: 'Brand list',
      choices: [
        { value: '', label: 'Current' },
        { value: 'then', label: 'At the time' },
      ],
    },
    {
      name: 'imported',
      label: 'Imported answers',
      choices: [
        { value: '', label: 'Include' },
        { value: 'no', label: 'Exclude' },
      ],
    },
  ];
}

function subjectFilter(
  metric: TrendMetric,
  params: TrendParams,
  choices: TrendChoices,
): readonly TrendFilter[] {
  const className = 'w-32';
  switch (metric.of) {
    case 'brand': {
      if (choices.brands.length === 0) return [];
      // A manually written link may contain the name instead of the id.
      const named = choices.brands.find(({ id, name }) => id !== params.brand && name === params.brand);
      return [
        {
          name: 'brand',
          label: 'Brand',
          className,
          fallback: choices.brands.find(({ kind }) => kind === 'own')?.id ?? '',
          choices: choices.brands.map(({ id, name }) => ({
            value: id === named?.id ? name : id,
            label: name,
          })),
        },
      ];
    }
    case 'domain': {
      const { domain = '' } = params;
      const listed = choices.domains.some(({ value }) => value === domain);
      return [
        {
          name: 'domain',
          label: 'Domain',
          className,
          choices: [
            ...(listed ? [] : [{ value: domain, label: domain || 'Choose a domain' }]),
            ...choices.domains.map(({ value, count }) => ({
              value,
              label: `${value} (${formatQuantity(count, 'citation')})`,
            })),
          ],
        },
      ];
    }
    case 'type':
      return [
        {
          name: 'type',
          label: 'Type',
          className,
          choices: [
            { value: '', label: 'All types' },
            ...allSourceTypes.map((type) => ({ value: type, label: type })),
          ],
        },
      ];
    default:
      return [];
  }
}
