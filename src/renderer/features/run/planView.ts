import { isOn } from '#shared/figures/definitions/figure.ts';
import { metricChoices, type TrendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import { allSourceTypes } from '#shared/model/comparison/comparison.ts';
import type { League } from '#shared/model/league.ts';
import type { MatrixQueryInput, RollupMatrix, RollupScopeInput } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { filterOf } from '../../window/answerFilter.ts';

/** The selected matrix of a run, stored in the address. */
export type PlanView = {
  readonly metric: TrendMetric;
  /** A brand, domain or type; empty for the first own brand. */
  readonly of: string;
  readonly rows: 'question' | 'brand';
  readonly columns: 'market' | 'engine';
  readonly order: MatrixOrder;
};
export const matrixSorts = ['plan', 'lowest', 'highest', 'tag'] as const;
export type MatrixOrder = (typeof matrixSorts)[number];

/** Excludes changes over time, which a single run does not have. */
const offered = trendMetrics.filter((metric) => isOn(metric, 'plan'));

export function readPlanView(params: AddressParams): PlanView {
  const metric = offered.find(({ id }) => id === params.figure) ?? offered[0];
  if (metric === undefined) throw new Error('No metric can be rolled up');
  return {
    metric,
    of: params.of ?? '',
    rows: params.rows === 'brand' && metric.of === 'brand' ? 'brand' : 'question',
    columns: params.cols === 'engine' ? 'engine' : 'market',
    order: matrixSorts.find((order) => order === params.sort) ?? 'plan',
  };
}

export const figureChoices = metricChoices(offered);

/** The possible subjects of the figure; null if it has none, or is about all brands. */
export function subjectChoices(
  { metric, rows }: PlanView,
  brands: League['brands'],
  domains: readonly { readonly value: string }[],
): {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
} | null {
  if (metric.of === 'answers' || (metric.of === 'brand' && rows === 'brand')) return null;
  if (metric.of === 'brand') {
    const own = brands.filter(({ kind }) => kind === 'own');
    const listed = [...own, ...brands.filter(({ kind }) => kind !== 'own')];
    return { label: 'Brand', choices: listed.map(({ id, name }) => ({ value: id, label: name })) };
  }
  if (metric.of === 'type')
    return {
      label: 'Source type',
      choices: allSourceTypes.map((type) => ({ value: type, label: type })),
    };
  return { label: 'Domain', choices: domains.slice(0, 100).map(({ value }) => ({ value, label: value })) };
}

/** The part of the run that the filter in the address chooses. */
export function planScope(run: RunSummary, params: AddressParams): RollupScopeInput {
  const { markets, engines, tags } = filterOf(params);
  return { runId: run.id, markets: [...markets], engines: [...engines], tags: [...tags] };
}

/** The query of the matrix; null while the subject is unknown. */
export function matrixQuery(
  scope: RollupScopeInput,
  { metric, rows, columns }: PlanView,
  subject: string | undefined,
): MatrixQueryInput | null {
  const query: MatrixQueryInput = { ...scope, metric: metric.id, rows, columns };
  if (metric.of === 'answers' || rows === 'brand') return query;
  if (subject === undefined) return null;
  if (metric.of === 'brand') return { ...query, brand: subject };
  if (metric.of === 'domain') return { ...query, domain: subject };
  const type = allSourceTypes.find((each) => each === subject);
  return type === undefined ? null : { ...query, type };
}

/** The row indexes in the selected order. */
export function orderedRows({ rows }: Pick<RollupMatrix, 'rows'>, order: MatrixOrder): readonly number[] {
  const indices = rows.map((_, at) => at);
  const value = (at: number): number | null => rows[at]?.total.value ?? null;
  const tag = (at: number): string => rows[at]?.tags[0] ?? '\uffff';
  if (order === 'tag')
    return indices.sort((one, two) => (tag(one) === tag(two) ? one - two : tag(one) < tag(two) ? -1 : 1));
  if (order === 'plan') return indices;
  const sign = order === 'lowest' ? 1 : -1;
  // Rows without data come last in both directions.
  return indices.sort((one, two) => {
    const [left, right] = [value(one), value(two)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || one - two;
    return sign * (left - right) || one - two;
  });
}

/** Colour intensity of a value, 0..1. For positions, 1 has the strongest colour. */
export function strengthOf(value: number, { format }: Pick<TrendMetric, 'format'>): number {
  return format === 'position' ? 1 / Math.max(1, value) : Math.min(1, Math.max(0, value));
}
