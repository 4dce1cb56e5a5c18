import { type ReactNode, useRef, useState } from 'react';
import {
  type OverviewFilter,
  overviewListLength,
  type PeriodOverview,
  periodOverview,
  periodQuery,
  type TwoPeriods,
  twoPeriods,
  visibilityTitle,
  wholePeriod,
} from '#shared/documents/periodOverview.ts';
import { type PlanStep, projectSteps, stepGaps } from '#shared/documents/planSteps.ts';
import type { Contribution } from '#shared/figures/trends/contributions.ts';
import { trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { AnswerFilterInput, TrendChoices, TrendQueryInput } from '#shared/model/trend.ts';
import { filterLabel } from '#shared/tables/filterLabels.ts';
import { BrandProgress, useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { FilterBar } from '../../bridge/FilterBar.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatQuantity } from '../../ui/format.ts';
import { NextSteps } from '../../ui/NextSteps.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { formatAddress } from '../../window/address.ts';
import { comparedPeriod, filterOf, filterQuery, keptFilter } from '../../window/answerFilter.ts';
import { BrandReach, reachQuery } from './BrandReach.tsx';
import { OverviewFacts } from './OverviewFacts.tsx';
import { TrendChart } from './TrendChart.tsx';
import { TrendMultiples } from './TrendMultiples.tsx';
import { ChangeTable, MarkerList } from './TrendView.tsx';
import { coloursOf, type TrendParams } from './trendAddress.ts';
import { useOpenPoint } from './useOpenPoint.ts';

type ProjectOverviewProps = {
  /** `days` is the length of the period. */
  readonly params: TrendParams;
  readonly setParams: (changes: TrendParams) => void;
  readonly connectionId: string | null;
  readonly onAnswers: (ids: readonly string[]) => void;
  readonly onAsk: () => void;
  readonly onSaid: (message: string) => void;
  /** Brands that the answers name, to choose from. */
  readonly brandChoice: ReactNode;
};

const visibility = trendMetrics[0];
/** On a large screen, pending items are beside the figures instead of below. */
const pageWidth = 'max-w-[1240px] @min-[1700px]:max-w-[1900px]';
/** Your brand and the competitors named in most answers. */
const maxBrands = 8;
const maxMarkets = 12;

/** Days of the period until another one is chosen. */
const usualDays = 28;

/** The period, and everything else that the filter in the address chooses. */
function useOverviewFilter(params: TrendParams) {
  const [nowMs] = useState(() => Date.now());
  const zone = useProjectDays();
  const chosen = filterOf(params);
  const { fromMs, beforeMs, ...filter } = filterQuery(chosen, nowMs, zone.days);
  const compare = chosen.compare === 'dates' ? comparedPeriod(chosen, nowMs, zone.days) : undefined;
  const period = twoPeriods(nowMs, usualDays, zone.days, { fromMs, beforeMs, compare });
  // A link to another screen shows the same answers there.
  const kept = { ...keptFilter(params), ...(chosen.period === '' ? { period: String(usualDays) } : {}) };
  return {
    zone,
    filter,
    period,
    kept,
    label: filterLabel({ ...filter, ...period.now, compare: period.before }, zone.days),
  };
}

/** Overview of the project: changes between two periods, and pending items. */
export function ProjectOverview(props: ProjectOverviewProps) {
  const { params, setParams, connectionId, onAsk } = props;
  const { zone, filter, period, kept, label } = useOverviewFilter(params);
  const known = useRoute('trends.choices', { domains: false });
  const runs = useRoute('runs.list', { limit: 50 });
  const drivers = new Set(runs.data?.runs.flatMap((run) => run.drivers));
  const project = useRoute('projects.list', {}).data;
  const name = project?.projects.find(({ id }) => id === project.currentId)?.name;
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
      <div className={`flex ${pageWidth} flex-wrap items-end gap-x-4 gap-y-2`}>
        <h1 dir="auto" className="min-w-64 flex-1 truncate font-semibold text-title">
          Overview{name === undefined ? '' : ` of ${name}`}
        </h1>
        <FilterBar params={params} setParams={setParams} days={String(usualDays)} compares />
      </div>
      <p dir="auto" className="mt-1 text-ink-2 text-table tabular">
        {label} ({zone.timeZone})
      </p>
      {known.error ? <ErrorNotice error={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.data === undefined ? (
        <p className="mt-4 text-ink-3">Counting the answers…</p>
      ) : known.data.answers === 0 ? (
        <EmptyState title="No answers yet" action={<Button onClick={onAsk}>Ask a question</Button>}>
          Once there are answers, this page shows your brand and its competitors over time, the most cited
          domains, gaps, alerts, and credits used.
        </EmptyState>
      ) : (
        <>
          {drivers.size === 1 && drivers.has('sandbox') ? (
            <Notice tone="warn" className={`mt-3 ${pageWidth}`}>
              The latest answers are demo data.{' '}
              <a href="#/settings/engines" className="underline">
                Set up engines
              </a>
            </Notice>
          ) : null}
          <div
            className={`mt-4 grid ${pageWidth} gap-x-8 gap-y-6 @min-[1700px]:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]`}
          >
            <Brands {...props} known={known.data} period={period} filter={filter} kept={kept} />
            <OverviewFacts
              query={{ ...filter, ...period.now }}
              kept={kept}
              connectionId={connectionId}
              projectId={project?.currentId ?? null}
            />
          </div>
        </>
      )}
    </div>
  );
}

type BrandsProps = ProjectOverviewProps & {
  readonly known: TrendChoices;
  readonly period: TwoPeriods;
  readonly filter: OverviewFilter;
  /** The filter for links to other screens. */
  readonly kept: TrendParams;
};

/** What the overview reads of the brands, once your brand is known. */
function useOverviewReads(period: TwoPeriods, filter: OverviewFilter, enabled: boolean) {
  // The chart uses the automatic interval.
  const drawn: TrendQueryInput = {
    ...filter,
    ...wholePeriod(period),
    ...{ metric: 'visibility', by: 'brand', every: 'auto', most: 1000 },
  };
  const brand = useRoute('trends.changes', periodQuery(period, 'brand', filter), { enabled });
  const market = useRoute('trends.changes', periodQuery(period, 'market', filter), { enabled });
  const engine = useRoute('trends.changes', periodQuery(period, 'engine', filter), { enabled });
  const question = useRoute('trends.changes', periodQuery(period, 'question', filter), { enabled });
  const chart = useRoute('trends.get', drawn, { enabled });
  const byMarket = useRoute('trends.get', { ...drawn, by: 'market' }, { enabled });
  const inPeriod = { ...filter, ...period.now };
  const reach = useRoute('trends.pooled', reachQuery(inPeriod), { enabled });
  return { drawn, inPeriod, brand, market, engine, question, chart, byMarket, reach };
}

/** Your brand and its competitors: verdict, next steps, trend, changes, and your brand by country. */
function Brands({ known, period, filter, kept, onAnswers, onSaid, brandChoice }: BrandsProps) {
  const own = known.brands.find(({ kind }) => kind === 'own');
  const left = useBrandProgress();
  const engineName = useEngineNames();
  const picture = useRef<SVGSVGElement>(null);
  const { open, failure } = useOpenPoint(onAnswers, onSaid);
  const { drawn, inPeriod, brand, market, engine, question, chart, byMarket, reach } = useOverviewReads(
    period,
    filter,
    own !== undefined,
  );
  if (own === undefined && left !== null) return <BrandProgress left={left} />;
  if (own === undefined)
    return (
      <EmptyState
        title="Set your brand"
        action={
          <a href="#/brands" className="text-accent underline">
            Manage brands
          </a>
        }
      >
        See how often you and your competitors are named over time, and where. Stored answers are matched in
        the background.
        {brandChoice}
      </EmptyState>
    );
  const reads = [brand, market, engine, question, chart, byMarket, reach];
  const failed = reads.find(({ error }) => error !== null);
  if (failed?.error)
    return <ErrorNotice error={failed.error} className="mt-3" onRetry={() => void failed.refetch()} />;
  if (!visibility || !brand.data || !market.data || !engine.data || !question.data) return <Counting />;
  if (!chart.data || !byMarket.data || !reach.data) return <Counting />;
  const { sentences, answers, segments, brands, engines, questions } = periodOverview(
    period,
    known,
    { brand: brand.data, market: market.data, engine: engine.data, question: question.data },
    reach.data,
    (key) => (isEngine(key) ? engineName(key) : key),
  );
  const listed = new Set(brands.map(({ key }) => key));
  const lines = chart.data.trend.series.filter(({ key }) => listed.has(key)).slice(0, maxBrands);
  const inMarkets = byMarket.data.trend.series.filter(({ key }) => key !== '');
  const colours = new Map([
    ...coloursOf([...lines, ...inMarkets].map(({ key }) => key)),
    [own.id, 'var(--ink)'] as const,
  ]);
  return (
    <section aria-label="Brands" className="flex min-w-0 flex-col gap-3">
      <BrandProgress left={left} />
      <Verdict sentences={sentences} answers={answers} segments={segments} />
      {failure ? <ErrorNotice error={failure} /> : null}
      {answers === 0 ? null : (
        <>
          <Steps query={inPeriod} kept={kept} />
          {segments > 0 ? null : (
            <BrandReach brands={brands.slice(0, maxBrands)} own={own.id} query={inPeriod} kept={kept} />
          )}
          <div className="flex items-baseline gap-3">
            <h2 className="font-semibold">Visibility of your brand and competitors</h2>
            <TrendLink by="brand" period={period} kept={kept}>
              Details by day
            </TrendLink>
          </div>
          <TrendChart
            trend={chart.data.trend}
            every={chart.data.every}
            metric={visibility}
            lines={lines}
            colours={colours}
            picture={picture}
            emphasised={own.id}
            onOpen={(line, point) => open(drawn, line, chart.data?.trend.buckets[point.bucket])}
          />
          <MarkerList trend={chart.data.trend} />
          {segments === 0 ? null : (
            <ChangeTable lines={brands} metric={visibility} periods={periodsOf(period.days, 'Brand')} />
          )}
          <Drivers kind="Engine" lines={engines} period={period} kept={kept} />
          <Drivers kind="Question" lines={questions} period={period} kept={kept} />
          {inMarkets.length === 0 ? null : (
            <TrendMultiples
              title="Visibility of your brand by market"
              trend={byMarket.data.trend}
              every={byMarket.data.every}
              metric={visibility}
              lines={inMarkets.slice(0, maxMarkets)}
              colours={colours}
              query={drawn}
            />
          )}
        </>
      )}
    </section>
  );
}

type StepsProps = {
  readonly query: AnswerFilterInput;
  readonly kept: TrendParams;
};

/** What to do next about the answers of the period. */
function Steps({ query, kept }: StepsProps) {
  const gaps = stepGaps(query);
  const mentions = useRoute('gaps.list', gaps.mentions).data ?? null;
  const citations = useRoute('gaps.list', gaps.citations).data ?? null;
  const detected = useRoute('brands.detected', {}).data ?? null;
  const hrefOf = ({ kind }: PlanStep): string =>
    kind === 'mentions' || kind === 'citations'
      ? formatAddress({ name: 'gaps' }, { ...kept, kind: kind === 'mentions' ? 'mention' : 'citation' })
      : formatAddress({ name: 'brands' });
  const steps = projectSteps({ mentions, citations, detected });
  return <NextSteps steps={steps.map((step) => ({ ...step, href: hrefOf(step) }))} />;
}

function Verdict({
  sentences,
  answers,
  segments,
}: Pick<PeriodOverview, 'sentences' | 'answers' | 'segments'>) {
  const [first, ...rest] = sentences;
  return (
    <div role="status" dir="auto">
      <p className="text-pretty font-semibold text-read">{first}</p>
      {rest.length === 0 ? null : <p className="mt-1 text-pretty">{rest.join(' ')}</p>}
      <p className="mt-1 text-ink-2 text-table">
        {formatQuantity(answers, 'answer')} in the two periods ·{' '}
        {segments === 0
          ? ''
          : `compared in the ${formatQuantity(segments, 'segment')} (question, engine, country) asked in both · `}
        questions that name a brand excluded
      </p>
    </div>
  );
}

const Counting = () => <p className="mt-4 text-ink-3">Counting the answers…</p>;

type DriversProps = {
  readonly kind: 'Engine' | 'Question';
  readonly lines: readonly Contribution[];
  readonly period: TwoPeriods;
  readonly kept: TrendParams;
};

/** Engines or questions that drive the change of your brand; nothing if there is only one, or no change. */
function Drivers({ kind, lines, period, kept }: DriversProps) {
  if (!visibility || lines.length < 2) return null;
  const title = `Change of your brand by ${kind.toLowerCase()}`;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline gap-3">
        <h2 className="font-semibold">{title}</h2>
        <TrendLink by={kind === 'Engine' ? 'engine' : 'question'} period={period} kept={kept}>
          {lines.length > overviewListLength ? `All ${lines.length}` : 'Details by day'}
        </TrendLink>
      </div>
      <ChangeTable
        lines={lines.slice(0, overviewListLength)}
        metric={visibility}
        periods={{ ...periodsOf(period.days, kind), caption: title }}
      />
    </section>
  );
}

type TrendLinkProps = {
  readonly by: string;
  readonly period: TwoPeriods;
  readonly kept: TrendParams;
  readonly children: ReactNode;
};

/** Link to the same figures by day, over both periods. */
function TrendLink({ by, period, kept, children }: TrendLinkProps) {
  const { days } = useProjectDays();
  const day = (atMs: number): string => new Date(days.clockAt(atMs)).toISOString().slice(0, 10);
  const { fromMs, beforeMs } = wholePeriod(period);
  const dates = { period: 'dates', from: day(fromMs), to: day(beforeMs - 1) };
  const compared = { compare: '', compareFrom: '', compareTo: '' };
  return (
    <a
      href={formatAddress({ name: 'trends' }, { ...kept, ...compared, ...dates, by, every: 'day' })}
      className="text-accent text-table underline"
    >
      {children}
    </a>
  );
}

const periodsOf = (days: TwoPeriods['days'], line: string) => ({
  line,
  before: days === null ? 'Compared period' : `${days} days before`,
  now: days === null ? 'Period' : `Last ${days} days`,
  caption: visibilityTitle(days),
});
