import { allSourceTypes } from '#shared/analysis/comparison.ts';
import type { League } from '#shared/analysis/trends/rollup.ts';
import { definitionOf, type TrendMetric, trendMetrics } from '#shared/analysis/trends/trendMetrics.ts';
import type { MatrixQueryInput, RollupMatrix } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { AddressParams } from '../useReadingView.ts';

/** Which matrix of a run is shown, as it stands in the address. */
export type PlanView = {
  readonly metric: TrendMetric;
  /** A brand, domain or type; empty for the first own brand. */
  readonly of: string;
  readonly rows: 'question' | 'brand';
  readonly columns: 'market' | 'engine';
  /** One engine, or empty for all. */
  readonly engine: string;
  readonly order: MatrixOrder;
};
export const matrixSorts = ['plan', 'lowest', 'highest', 'tag'] as const;
export type MatrixOrder = (typeof matrixSorts)[number];

/** Change over time is none of what one run shows. */
const offered = trendMetrics.filter(({ pooling }) => pooling !== 'transitions');

export function readPlanView(params: AddressParams): PlanView {
  const metric = offered.find(({ id }) => id === params.figure) ?? offered[0];
  if (metric === undefined) throw new Error('No metric can be rolled up');
  return {
    metric,
    of: params.of ?? '',
    rows: params.rows === 'brand' && metric.subject === 'brand' ? 'brand' : 'question',
    columns: params.cols === 'engine' ? 'engine' : 'market',
    engine: params.asked ?? '',
    order: matrixSorts.find((order) => order === params.sort) ?? 'plan',
  };
}

export const figureChoices = offered.map((metric) => ({
  value: metric.id,
  label: definitionOf(metric).name,
}));

/** What the figure may be of; null where it is of nothing, or of every brand. */
export function subjectChoices(
  { metric, rows }: PlanView,
  brands: League['brands'],
  domains: readonly { readonly value: string }[],
): {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
} | null {
  if (metric.subject === 'none' || (metric.subject === 'brand' && rows === 'brand')) return null;
  if (metric.subject === 'brand') {
    const own = brands.filter(({ kind }) => kind === 'own');
    const listed = [...own, ...brands.filter(({ kind }) => kind !== 'own')];
    return { label: 'Brand', choices: listed.map(({ id, name }) => ({ value: id, label: name })) };
  }
  if (metric.subject === 'type')
    return {
      label: 'Source type',
      choices: allSourceTypes.map((type) => ({ value: type, label: type })),
    };
  return { label: 'Domain', choices: domains.slice(0, 100).map(({ value }) => ({ value, label: value })) };
}

/** The query of what is shown; null while it is not known what the figure is of. */
export function matrixQuery(
  run: RunSummary,
  view: PlanView,
  subject: string | undefined,
): MatrixQueryInput | null {
  const { metric, rows, columns } = view;
  const engine = run.plan?.engines.find((each) => each === view.engine);
  const query: MatrixQueryInput = {
    runId: run.id,
    metric: metric.id,
    rows,
    columns,
    ...(engine === undefined ? {} : { engine }),
  };
  if (metric.subject === 'none' || rows === 'brand') return query;
  if (subject === undefined) return null;
  if (metric.subject === 'brand') return { ...query, brand: subject };
  if (metric.subject === 'domain') return { ...query, domain: subject };
  const type = allSourceTypes.find((each) => each === subject);
  return type === undefined ? null : { ...query, type };
}

/** The rows in the order that is chosen, by their index. */
export function orderedRows({ rows }: Pick<RollupMatrix, 'rows'>, order: MatrixOrder): readonly number[] {
  const indices = rows.map((_, at) => at);
  const value = (at: number): number | null => rows[at]?.total.value ?? null;
  const tag = (at: number): string => rows[at]?.tags[0] ?? '\uffff';
  if (order === 'tag')
    return indices.sort((one, two) => (tag(one) === tag(two) ? one - two : tag(one) < tag(two) ? -1 : 1));
  if (order === 'plan') return indices;
  const sign = order === 'lowest' ? 1 : -1;
  // Without data last, whichever way round.
  return indices.sort((one, two) => {
    const [left, right] = [value(one), value(two)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || one - two;
    return sign * (left - right) || one - two;
  });
}

/** How strongly a value is coloured, 0 to 1; of positions 1 is the strongest. */
export function strengthOf(value: number, { unit }: Pick<TrendMetric, 'unit'>): number {
  return unit === 'rank' ? 1 / Math.max(1, value) : Math.min(1, Math.max(0, value));
}
