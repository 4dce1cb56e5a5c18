import type { ReactNode } from 'react';
import { nextRunsOf, overviewListLength } from '#shared/documents/periodOverview.ts';
import { overviewRate } from '#shared/figures/definitions/pageFigures.ts';
import { chargeLines, moneyLabel } from '#shared/tables/accountTables.ts';
import { gapListLabel } from '#shared/tables/gapTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { formatCount, formatCredits, formatMoment } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';

type Period = { readonly fromMs: number; readonly beforeMs: number };
type OverviewFactsProps = {
  readonly period: Period;
  readonly connectionId: string | null;
  readonly projectId: string | null;
};

/** Further parts of the project overview, besides the brands. Each links to its screen. */
export function OverviewFacts({ period, connectionId, projectId }: OverviewFactsProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-6 @3xl:@max-[1700px]:grid-cols-2">
      <Sources period={period} />
      <Overviews period={period} />
      <Gaps />
      <Alerts />
      <NextRuns />
      {connectionId === null ? null : <Budget connectionId={connectionId} projectId={projectId} />}
    </div>
  );
}

type PartProps = {
  readonly title: string;
  readonly link: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
};

function Part({ title, link, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-baseline gap-3">
        <h2 className="font-medium">{title}</h2>
        <a href={link.href} className="text-accent text-table underline">
          {link.label}
        </a>
      </div>
      {children}
    </section>
  );
}

const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className="text-ink-2 text-table">{children}</p>
);

function Sources({ period }: { readonly period: Period }) {
  const { data, error } = useRoute('trends.choices', { ...period, domains: true });
  const cited = data?.domains.filter(({ count }) => count > 0);
  return (
    <Part title="Most cited domains" link={{ href: '#/trends?metric=source-presence', label: 'All domains' }}>
      {error ? <ErrorNotice error={error} /> : null}
      {cited === undefined ? null : cited.length === 0 ? (
        <Nothing>No domain was cited in this period.</Nothing>
      ) : (
        <ul className="flex flex-col gap-1 tabular">
          {cited.slice(0, overviewListLength).map(({ value }) => (
            <Domain key={value} domain={value} period={period} />
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Nothing until a question asked for AI Overviews. */
function Overviews({ period }: { readonly period: Period }) {
  const { data } = useRoute('trends.pooled', {
    ...period,
    ...{ metric: overviewRate.id, branded: 'with' as const },
  });
  if (data === undefined || data.denominator === 0) return null;
  return (
    <Part
      title={overviewRate.label}
      link={{ href: `#/trends?metric=${overviewRate.id}`, label: 'Over time' }}
    >
      <VisibilityBar rate={data} />
    </Part>
  );
}

function Domain({ domain, period }: { readonly domain: string; readonly period: Period }) {
  const { data } = useRoute('trends.pooled', {
    ...period,
    ...{ metric: 'source-presence', domain, branded: 'with' as const },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <a
        href={`#/trends?metric=source-presence&domain=${encodeURIComponent(domain)}`}
        className="w-48 truncate text-accent underline"
      >
        {domain}
      </a>
      {data === undefined ? null : <VisibilityBar rate={data} />}
    </li>
  );
}

function Gaps() {
  const { data, error } = useRoute('gaps.list', { most: 1 });
  return (
    <Part title="Gaps" link={{ href: '#/gaps', label: 'Open gaps' }}>
      {error ? <ErrorNotice error={error} /> : null}
      {data === undefined ? null : data.missing.includes('own') || data.missing.includes('competitors') ? (
        <Nothing>
          Gaps need your brand and at least one competitor.{' '}
          <a href="#/brands" className="text-accent underline">
            Manage brands
          </a>
        </Nothing>
      ) : (
        <ul className="flex flex-wrap gap-x-6 tabular">
          {(['open', 'done', 'ignored', 'closed'] as const).map((list) => (
            <li key={list}>
              <a href={`#/gaps${list === 'open' ? '' : `?list=${list}`}`} className="text-accent underline">
                {gapListLabel[list]} {formatCount(data.counts[list])}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Alerts() {
  const { data, error } = useRoute('alerts.list', { limit: overviewListLength });
  return (
    <Part title="Latest alerts" link={{ href: '#/monitors', label: 'All alerts' }}>
      {error ? <ErrorNotice error={error} /> : null}
      {data === undefined ? null : data.alerts.length === 0 ? (
        <Nothing>No alerts yet. Monitors create them by their alert rules.</Nothing>
      ) : (
        <ul className="flex flex-col gap-1">
          {data.alerts.map(({ id, address, text, raisedAtMs }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <a href={address} dir="auto" className="min-w-0 text-accent underline">
                {text}
              </a>
              <span className="text-ink-2 text-table">
                <RelativeTime atMs={raisedAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function NextRuns() {
  const { data, error } = useRoute('monitors.list', {});
  const next = nextRunsOf(data?.monitors ?? []);
  return (
    <Part title="Next scheduled runs" link={{ href: '#/monitors', label: 'Monitors' }}>
      {error ? <ErrorNotice error={error} /> : null}
      {data === undefined ? null : next.length === 0 ? (
        <Nothing>No run is scheduled. A monitor runs a plan again and again.</Nothing>
      ) : (
        <ol className="flex flex-col gap-1 tabular">
          {next.map(({ id, name, atMs }) => (
            <li key={id} className="flex gap-x-3">
              <time dateTime={new Date(atMs).toISOString()} className="shrink-0">
                {formatMoment(atMs)}
              </time>
              <a
                href={`#/monitors?monitor=${encodeURIComponent(id)}`}
                dir="auto"
                title={name}
                className="min-w-0 truncate text-accent underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

function Budget({
  connectionId,
  projectId,
}: {
  readonly connectionId: string;
  readonly projectId: string | null;
}) {
  const { data, error } = useRoute('credits.get', { connectionId });
  const link = { href: '#/service?tab=credits', label: 'Credits' };
  if (data === undefined)
    return (
      <Part title="Credits" link={link}>
        {error ? <ErrorNotice error={error} /> : <p className="text-ink-3">Loading…</p>}
      </Part>
    );
  const { ceilings, remaining, perCycle, connectionName } = data;
  const line = chargeLines(data, 'project').find(({ key }) => key === projectId);
  const money = moneyLabel(line?.money ?? null);
  const ofLimit = (spent: number, limit: number | null): string =>
    limit === null ? `${formatCredits(spent)}, no limit` : `${formatCount(spent)} of ${formatCredits(limit)}`;
  const facts = [
    ['Today', ofLimit(ceilings.spentToday, ceilings.day)],
    ['This month', ofLimit(ceilings.spentThisMonth, ceilings.month)],
    ['Left', `${formatCount(remaining)}${perCycle === null ? '' : ` of ${formatCredits(perCycle)}`}`],
    [
      'This project, this billing cycle',
      `${formatCredits(line?.credits ?? 0)}${money === '' ? '' : `, provider cost ${money}`}`,
    ],
  ] as const;
  return (
    <Part title={`Credits of ${connectionName}`} link={link}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 tabular">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2 text-table">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
