/** The figures that have a trend, and that a plan run shows by question and market. */
import type { AnswerFigure } from '../definitions/answerFigure.ts';
import { type BrandColumns, brandFigures } from '../definitions/brandFigures.ts';
import { isOn } from '../definitions/figure.ts';
import { overviewRate } from '../definitions/pageFigures.ts';
import { type CitedColumns, sourceFigures } from '../definitions/sourceFigures.ts';

export type TrendMetric = AnswerFigure<never>;

export const trendMetrics: readonly TrendMetric[] = [...brandFigures, ...sourceFigures, overviewRate].filter(
  (figure) => isOn(figure, 'trend'),
);

const front: readonly string[] = [
  'visibility',
  'share-of-voice',
  'mean-rank',
  'citation-share',
  overviewRate.id,
];

/** Metrics to choose from: those that most people know, then the others under a heading. */
export const metricChoices = (
  metrics: readonly TrendMetric[],
): readonly { readonly value: string; readonly label: string; readonly group?: string }[] => {
  const choice = ({ id, label }: TrendMetric) => ({ value: id, label });
  return [
    ...front.flatMap((id) => metrics.filter((metric) => metric.id === id).map(choice)),
    ...metrics
      .filter(({ id }) => !front.includes(id))
      .map((metric) => ({ ...choice(metric), group: 'Advanced' })),
  ];
};

/** Whether it is a share of answers, questions or countries, with an interval. */
export const isRate = ({ interval }: Pick<TrendMetric, 'interval'>): boolean => interval === 'Wilson';

/** The metric by id or by name. Case is ignored, and `Share of voice` equals `share-of-voice`. Null if unknown. */
export function trendMetric(name: string): TrendMetric | null {
  const wanted = slug(name);
  return (
    trendMetrics.find(({ id }) => id === wanted) ??
    trendMetrics.find(({ label }) => slug(label) === wanted) ??
    null
  );
}

/** @throws Error if there is no such figure of a brand */
export const brandFigure = (id: string): AnswerFigure<BrandColumns> => figureIn(brandFigures, id);

/** @throws Error if there is no such figure of sources */
export const sourceFigure = (id: string): AnswerFigure<CitedColumns> => figureIn(sourceFigures, id);

function figureIn<Columns>(figures: readonly AnswerFigure<Columns>[], wanted: string): AnswerFigure<Columns> {
  const found = figures.find(({ id }) => id === wanted);
  if (found === undefined) throw new Error(`There is no figure ${wanted}`);
  return found;
}

function slug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
