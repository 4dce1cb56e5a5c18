import { Info } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { pooledSurfaces } from '#shared/interface/surface.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import type { TrendAnswer, TrendQueryInput } from '#shared/model/trend.ts';
import {
  leastLinePoints,
  type Trend,
  type TrendLine,
  type TrendPoint,
  type TrendSeries,
} from '#shared/model/trendLines.ts';
import { verdictLabel } from '#shared/tables/figureLabels.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import {
  annotationsOf,
  changeLabel,
  changeLabels,
  partOfChangeLabel,
  trendSheet,
  valueLabel,
} from '#shared/tables/trendTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Popover } from '../../ui/Popover.tsx';
import { SavePicture } from '../../ui/SavePicture.tsx';
import { pictureText } from '../../ui/saveFile.ts';
import { Table } from '../../ui/Table.tsx';
import { TrendAnnotations } from './TrendAnnotations.tsx';
import { TrendChart } from './TrendChart.tsx';
import { TrendMultiples } from './TrendMultiples.tsx';
import { TrendTable } from './TrendTable.tsx';
import { coloursOf, type TrendParams } from './trendAddress.ts';
import { WhyPanel } from './WhyPanel.tsx';

/** Further lines are only in the small charts and the table. */
const maxDrawn = 8;

type TrendViewProps = {
  readonly answer: TrendAnswer;
  readonly metric: TrendMetric;
  readonly query: TrendQueryInput;
  readonly params: TrendParams;
  readonly setParams: (changes: TrendParams) => void;
  readonly onOpen: (line: TrendSeries, point: TrendPoint) => void;
  readonly onAnswers: (ids: readonly string[]) => void;
};

/** A loaded trend: chart, markers, markets, data table, and what drove the change. */
export function TrendView(props: TrendViewProps) {
  const { answer, metric, query, params, setParams, onOpen, onAnswers } = props;
  const { trend, subject } = answer;
  const picture = useRef<SVGSVGElement>(null);
  const typed = metric.id === 'type-mix' && subject === null;
  const byMarket = useRoute('trends.get', { ...query, by: 'market' }, { enabled: !typed });
  const markets = typed ? [] : (byMarket.data?.trend.series.filter(({ key }) => key !== '') ?? []);
  const lines = trend.series;
  const emphasised = query.by === 'brand' ? subject?.id : undefined;
  const colours = useMemo(() => {
    const each = coloursOf([...new Set([...lines, ...markets].map(({ key }) => key))]);
    return emphasised === undefined ? each : new Map([...each, [emphasised, 'var(--ink)']]);
  }, [lines, markets, emphasised]);
  const title = subject === null ? metric.label : `${metric.label} of ${subject.name}`;
  const { days } = useProjectDays();
  if (answer.answers === 0)
    return <p className="mt-6 text-ink-2">No stored answers match these filters. Remove a filter.</p>;
  const sheet = filteredSheet(trendSheet(trend, metric, typed ? 'type' : (query.by ?? 'none')), query, days);
  const pooled = pooledSurfaces(trend.surfaces);
  const changes = changeLabels(trend, metric, query.compare !== undefined);
  const few = lines.every(
    ({ points }) => points.filter(({ value }) => value !== null).length < leastLinePoints,
  );
  return (
    <>
      <section aria-label={title} className="mt-4 max-w-[1240px]">
        <div className="mb-1 flex flex-wrap items-center gap-2">
          <h2 dir="auto" className="font-semibold">
            {title}
          </h2>
          <DefinitionButton metric={metric} brandRules={answer.rulesVersion} />
          <SavePicture
            name={sheet.id}
            svg={() => (picture.current ? pictureText(picture.current) : null)}
            sheet={sheet}
          />
          <TrendAnnotations />
        </div>
        <p className="mb-2 text-ink-2 text-table tabular">
          {[
            formatQuantity(answer.answers, 'answer'),
            ...(query.every === 'auto'
              ? [`by ${answer.every}, chosen from how often questions were asked`]
              : []),
            ...(typed ? [] : changes.slice(0, 1).map(({ change }) => change)),
            ...(pooled === null ? [] : [pooled]),
            ...notesOf(answer, few, query.branded),
            ...(lines.length > maxDrawn
              ? [`${formatQuantity(lines.length - maxDrawn, 'line')} only in the data table`]
              : []),
          ].join(' · ')}
        </p>
        <TrendChart
          trend={trend}
          every={answer.every}
          metric={metric}
          lines={lines.slice(0, maxDrawn)}
          colours={colours}
          picture={picture}
          emphasised={emphasised}
          onOpen={onOpen}
        />
        {lines.length > 1 ? (
          <ChangeTable
            lines={lines}
            metric={metric}
            periods={query.compare === undefined ? halves : compared}
          />
        ) : null}
        <MarkerList trend={trend} />
      </section>
      {markets.length > 1 && byMarket.data?.trend.metric === metric.id ? (
        <div className="max-w-[1240px]">
          <TrendMultiples
            trend={byMarket.data.trend}
            every={byMarket.data.every}
            metric={metric}
            lines={markets}
            colours={colours}
            query={query}
          />
        </div>
      ) : null}
      <h2 className="mt-6 mb-2 font-semibold">Data table</h2>
      <TrendTable trend={trend} timeZone={answer.timeZone} metric={metric} lines={lines} onOpen={onOpen} />
      <WhyPanel
        trend={trend}
        metric={metric}
        query={query}
        lines={lines}
        line={params.line ?? ''}
        subject={subject?.name ?? null}
        from={params.a}
        to={params.b}
        setParams={setParams}
        onAnswers={onAnswers}
      />
    </>
  );
}

function notesOf(answer: TrendAnswer, few: boolean, branded: TrendQueryInput['branded']): readonly string[] {
  return [
    ...(few ? [`trend lines need at least ${leastLinePoints} points`] : []),
    ...(answer.brandedLeftOut === 0
      ? []
      : [
          `${formatQuantity(answer.brandedLeftOut, 'answer')} excluded: the question ${branded === 'only' ? 'does not name' : 'names'} the brand`,
        ]),
    ...(answer.unsearched === 0
      ? []
      : [`${formatQuantity(answer.unsearched, 'answer')} without computed brands yet`]),
    ...(answer.textless === 0 ? [] : [`${formatQuantity(answer.textless, 'result')} without answer text`]),
    ...(answer.linesLeftOut === 0
      ? []
      : [`${formatQuantity(answer.linesLeftOut, 'line')} with fewer answers not shown`]),
  ];
}

/** Whether it could not be tested, which words say; a significant change has a mark. */
const isUnjudged = ({ delta: { verdict } }: TrendLine): boolean =>
  verdict === 'not-enough-samples' || verdict === 'not-comparable';

const halves = {
  line: 'Line',
  before: 'First half',
  now: 'Second half',
  caption: 'Change from first to second half of the period',
};

const compared: typeof halves = {
  line: 'Line',
  before: 'Compared period',
  now: 'Period',
  caption: 'Change from the compared period',
};

/** Every line's second half of the period compared with the first, and whether the change is significant. */
export function ChangeTable({
  lines,
  metric,
  periods = halves,
}: {
  readonly lines: readonly (TrendLine & { readonly contribution?: number })[];
  readonly metric: TrendMetric;
  readonly periods?: typeof halves;
}) {
  const change = (of: number | null): string =>
    of === null ? '–' : `${of > 0 ? '+' : ''}${changeLabel(of, metric)}`;
  const part = (of: number): string => `${of > 0 ? '+' : ''}${partOfChangeLabel(of, metric)}`;
  return (
    <div className="mt-1 mb-2">
      <Table
        label={periods.caption}
        rows={lines}
        rowKey={({ key }) => key}
        empty="No lines."
        columns={[
          {
            id: 'line',
            header: periods.line,
            rowHeader: true,
            className: 'max-w-60 truncate',
            cell: ({ label }) => (
              <span dir="auto" title={label}>
                {label}
              </span>
            ),
          },
          {
            id: 'before',
            header: periods.before,
            align: 'end',
            value: ({ delta }) => delta.before,
            cell: ({ delta }) => valueLabel(delta.before, metric),
          },
          {
            id: 'now',
            header: periods.now,
            align: 'end',
            value: ({ delta }) => delta.now,
            cell: ({ delta }) => valueLabel(delta.now, metric),
          },
          {
            id: 'change',
            header: 'Change',
            align: 'end',
            value: ({ delta: { delta } }) => delta,
            cell: ({ delta: { delta, verdict } }) => (
              <span className={verdict === 'larger-than-noise' ? 'font-semibold' : undefined}>
                {change(delta)}
                {verdict === 'larger-than-noise' ? (
                  <span title={verdictLabel[verdict]}>
                    {' *'}
                    <span className="sr-only"> {verdictLabel[verdict]}</span>
                  </span>
                ) : null}
              </span>
            ),
          },
          ...(lines.some(({ contribution }) => contribution !== undefined)
            ? [
                {
                  id: 'contribution',
                  header: 'Part of the total change',
                  align: 'end' as const,
                  value: ({ contribution }: { readonly contribution?: number }) => contribution ?? null,
                  cell: ({ contribution }: { readonly contribution?: number }) =>
                    contribution === undefined ? '–' : part(contribution),
                },
              ]
            : []),
          ...(lines.some(isUnjudged)
            ? [
                {
                  id: 'significance',
                  header: 'Significance',
                  cell: (line: TrendLine) =>
                    isUnjudged(line) && line.delta.verdict !== null ? verdictLabel[line.delta.verdict] : '',
                },
              ]
            : []),
        ]}
      />
      {lines.some(({ delta }) => delta.verdict === 'larger-than-noise') ? (
        <p className="mt-1 text-ink-3 text-table">* significant difference</p>
      ) : null}
    </div>
  );
}

/** Markers by their number in the chart; annotations come first. */
export function MarkerList({ trend }: { readonly trend: Trend }) {
  const { buckets, markers } = trend;
  if (markers.length === 0) return null;
  const notedIn = annotationsOf(trend);
  return (
    <section aria-label="Changes in this period">
      <ol className="mt-1 list-decimal ps-5 text-ink-2 text-table">
        {[...new Set(markers.map(({ bucket }) => bucket))].map((bucket) => {
          const noted = notedIn(bucket);
          const others = markers.filter((marker) => marker.bucket === bucket && marker.kind !== 'annotation');
          return (
            <li key={bucket}>
              {buckets[bucket]?.label}:{' '}
              {noted === '' ? null : (
                <>
                  <span aria-hidden="true">▲ </span>
                  <strong dir="auto" className="font-medium text-ink">
                    {noted}
                  </strong>
                  {others.length > 0 ? '; ' : ''}
                </>
              )}
              {others.map(({ words }) => words).join('; ')}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Definition of the metric. */
function DefinitionButton({
  metric,
  brandRules,
}: {
  readonly metric: TrendMetric;
  readonly brandRules: number | null;
}) {
  return (
    <Popover
      label={`Definition of ${metric.label}`}
      className="w-96 p-3"
      trigger={
        <Button size="small" look="quiet">
          <Info size={12} aria-hidden="true" />
          Definition
        </Button>
      }
    >
      <p className="mb-2">{metric.definition}</p>
      <Facts
        facts={[
          ['Formula', metric.formula],
          ['Numerator', metric.numerator],
          ['Denominator', metric.denominator],
          [
            'Interval',
            metric.interval === 'Wilson' ? 'Wilson, 95 % on average, 83 % or more for any share' : 'none',
          ],
          ['Pooling', 'all answers of the point'],
          ['Metric rules', comparisonRuleVersion],
          ['Brand list', brandRules === null ? null : `version ${brandRules}`],
          ['Source', metric.source],
        ]}
      />
    </Popover>
  );
}
