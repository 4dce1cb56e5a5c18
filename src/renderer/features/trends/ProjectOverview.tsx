import { type ReactNode, useRef, useState } from 'react';
import type { Contribution } from '#shared/analysis/trends/contributions.ts';
import { trendMetrics } from '#shared/analysis/trends/trendMetrics.ts';
import type { TrendChoices } from '#shared/bridge/routes/trends.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import {
  overviewListLength,
  periodOverview,
  periodQuery,
  type TwoPeriods,
  twoPeriods,
} from '#shared/report/periodOverview.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
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
};

const dayMs = 86_400_000;
const visibility = trendMetrics[0];
/** Your brand and the competitors with most answers. */
const maxBrands = 8;
const maxMarkets = 12;

const lengths = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 4 weeks' },
  { value: '90', label: 'Last 90 days' },
] as const;

/** The project as it stands: what a period changed against the one before it, and what waits to be done. */
export function ProjectOverview(props: ProjectOverviewProps) {
  const { params, setParams, connectionId, onAsk } = props;
  const [nowMs] = useState(() => Date.now());
  const length = lengths.find(({ value }) => value === params.days) ?? lengths[1];
  const period = twoPeriods(nowMs, Number(length.value));
  const { days, fromMs, startMs, beforeMs } = period;
  const known = useRoute('trends.choices', { domains: false });
  const runs = useRoute('runs.list', { limit: 50 });
  const drivers = new Set(runs.data?.runs.flatMap((run) => run.drivers));
  const project = useRoute('projects.list', {}).data;
  const name = project?.projects.find(({ id }) => id === project.currentId)?.name;
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
      <div className="flex max-w-[1240px] flex-wrap items-end gap-x-4 gap-y-2">
        <h1 dir="auto" className="min-w-0 flex-1 truncate font-semibold text-title">
          Overview{name === undefined ? '' : ` of ${name}`}
        </h1>
        <Choice
          label="Period"
          className="w-36"
          value={length.value}
          choices={lengths}
          onChange={(value) => setParams({ days: value === '28' ? '' : value })}
        />
      </div>
      <p className="mt-1 text-ink-2 text-table tabular">
        {utcDay(startMs)} to {utcDay(beforeMs - dayMs)}, compared with the {days} days from {utcDay(fromMs)}{' '}
        (UTC)
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
            <Notice tone="warn" className="mt-3 max-w-[1240px]">
              Demo data: the answers of the latest runs are made up by the sandbox.{' '}
              <a href="#/settings/engines" className="underline">
                Set up engines
              </a>
            </Notice>
          ) : null}
          <Brands {...props} known={known.data} period={period} />
          <OverviewFacts
            period={{ fromMs: startMs, beforeMs }}
            connectionId={connectionId}
            projectId={project?.currentId ?? null}
          />
        </>
      )}
    </div>
  );
}

type BrandsProps = ProjectOverviewProps & {
  readonly known: TrendChoices;
  readonly period: TwoPeriods;
};

/** Your brand and its competitors: the verdict, the trend, what changed, and your brand by country. */
function Brands({ known, period, onAnswers, onSaid }: BrandsProps) {
  const own = known.brands.find(({ kind }) => kind === 'own');
  const engineName = useEngineNames();
  const picture = useRef<SVGSVGElement>(null);
  const { open, failure } = useOpenPoint(onAnswers, onSaid);
  // The picture takes the interval that was asked in.
  const drawn: TrendQueryInput = { ...periodQuery(period, 'brand'), every: 'auto' };
  const enabled = own !== undefined;
  const brand = useRoute('trends.changes', periodQuery(period, 'brand'), { enabled });
  const market = useRoute('trends.changes', periodQuery(period, 'market'), { enabled });
  const engine = useRoute('trends.changes', periodQuery(period, 'engine'), { enabled });
  const question = useRoute('trends.changes', periodQuery(period, 'question'), { enabled });
  const chart = useRoute('trends.get', drawn, { enabled });
  const byMarket = useRoute('trends.get', { ...drawn, by: 'market' }, { enabled });
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
        It shows how often you and your competitors are named over time, and where. All stored answers are
        then matched in the background.
      </EmptyState>
    );
  const reads = [brand, market, engine, question, chart, byMarket];
  const failed = reads.find(({ error }) => error !== null);
  if (failed?.error)
    return <ErrorNotice error={failed.error} className="mt-3" onRetry={() => void failed.refetch()} />;
  if (!visibility || !brand.data || !market.data || !engine.data || !question.data) return <Counting />;
  if (!chart.data || !byMarket.data) return <Counting />;
  const { sentences, answers, segments, brands, engines, questions } = periodOverview(
    period.days,
    known,
    { brand: brand.data, market: market.data, engine: engine.data, question: question.data },
    (key) => (isEngine(key) ? engineName(key) : key),
  );
  const [verdict, ...rest] = sentences;
  const listed = new Set(brands.map(({ key }) => key));
  const lines = chart.data.trend.series.filter(({ key }) => listed.has(key)).slice(0, maxBrands);
  const inMarkets = byMarket.data.trend.series.filter(({ key }) => key !== '');
  const colours = new Map([
    ...coloursOf([...lines, ...inMarkets].map(({ key }) => key)),
    [own.id, 'var(--ink)'] as const,
  ]);
  return (
    <section aria-label="Brands" className="mt-4 flex max-w-[1240px] flex-col gap-3">
      <div role="status" dir="auto">
        <p className="text-pretty font-semibold text-read">{verdict}</p>
        {rest.length === 0 ? null : <p className="mt-1 text-pretty">{rest.join(' ')}</p>}
        <p className="mt-1 text-ink-2 text-table">
          {formatQuantity(answers, 'answer')} in the two periods · {formatQuantity(segments, 'segment')}{' '}
          (question, engine, country) compared, each with equal weight · questions that name a brand excluded
        </p>
      </div>
      {failure ? <ErrorNotice error={failure} /> : null}
      {answers === 0 ? null : (
        <>
          <ChangeTable lines={brands} metric={visibility} periods={periodsOf(period.days, 'Brand')} />
          <Drivers kind="Engine" lines={engines} period={period} />
          <Drivers kind="Question" lines={questions} period={period} />
          <div className="flex items-baseline gap-3">
            <h2 className="font-medium">Visibility of your brand and competitors</h2>
            <TrendLink by="brand" period={period}>
              Details by day
            </TrendLink>
          </div>
          <TrendChart
            trend={chart.data.trend}
            metric={visibility}
            lines={lines}
            colours={colours}
            picture={picture}
            emphasised={own.id}
            onOpen={(line, point) => open(drawn, line, chart.data?.trend.buckets[point.bucket])}
          />
          <MarkerList trend={chart.data.trend} />
          {inMarkets.length === 0 ? null : (
            <TrendMultiples
              title="Visibility of your brand by market"
              trend={byMarket.data.trend}
              metric={visibility}
              lines={inMarkets.slice(0, maxMarkets)}
              colours={colours}
            />
          )}
        </>
      )}
    </section>
  );
}

const Counting = () => <p className="mt-4 text-ink-3">Counting the answers…</p>;

type DriversProps = {
  readonly kind: 'Engine' | 'Question';
  readonly lines: readonly Contribution[];
  readonly period: TwoPeriods;
};

/** The engines or questions that the change of your brand comes from; nothing where there is one, or no change. */
function Drivers({ kind, lines, period }: DriversProps) {
  if (!visibility || lines.length < 2) return null;
  const title = `Change of your brand by ${kind.toLowerCase()}`;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline gap-3">
        <h2 className="font-medium">{title}</h2>
        <TrendLink by={kind === 'Engine' ? 'engine' : 'question'} period={period}>
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
  readonly children: ReactNode;
};

/** The same figures day by day. */
const TrendLink = ({ by, period, children }: TrendLinkProps) => (
  <a
    href={`#/trends?by=${by}&every=day&period=dates&from=${isoDay(period.fromMs)}&to=${isoDay(period.beforeMs - dayMs)}`}
    className="text-accent text-table underline"
  >
    {children}
  </a>
);

const periodsOf = (days: number, line: string) => ({
  line,
  before: `${days} days before`,
  now: `Last ${days} days`,
  caption: `Visibility in the last ${days} days against the ${days} days before`,
});

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const utcDay = (atMs: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(atMs);
