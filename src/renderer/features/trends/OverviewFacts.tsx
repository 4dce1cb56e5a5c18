import type { ReactNode } from 'react';
import { nextRunsOf, overviewListLength } from '#shared/documents/periodOverview.ts';
import { overviewRate } from '#shared/figures/definitions/pageFigures.ts';
import type { AnswerFilterInput } from '#shared/model/trend.ts';
import { chargeLines, moneyLabel } from '#shared/tables/accountTables.ts';
import { gapListLabel } from '#shared/tables/gapTables.ts';
import { useBrandProgress } from '../../bridge/BrandProgress.tsx';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { formatCount, formatCredits, formatMoment } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';
import { formatAddress } from '../../window/address.ts';
import { citedAddress, figureAddress } from '../../window/figureAddress.ts';

type Filtered = {
  readonly query: AnswerFilterInput;
  /** The filter for links to other screens. */
  readonly kept: Readonly<Record<string, string>>;
};
type OverviewFactsProps = Filtered & {
  readonly connectionId: string | null;
  readonly projectId: string | null;
};

/** Further parts of the project overview, besides the brands. Each links to its screen. */
export function OverviewFacts({ query, kept, connectionId, projectId }: OverviewFactsProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-6 @3xl:@max-[1700px]:grid-cols-2">
      <Sources query={query} kept={kept} />
      <Overviews query={query} kept={kept} />
      <Gaps query={query} kept={kept} />
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
        <h2 className="font-semibold">{title}</h2>
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

function Sources({ query, kept }: Filtered) {
  const { data, error } = useRoute('trends.sources', { ...query, most: overviewListLength });
  return (
    <Part
      title="Most cited domains"
      link={{ href: formatAddress({ name: 'sources' }, kept), label: 'All domains' }}
    >
      {error ? <ErrorNotice error={error} /> : null}
      {data === undefined ? null : data.sources.length === 0 ? (
        <Nothing>No domain was cited in this period.</Nothing>
      ) : (
        <ul className="flex flex-col gap-1 tabular">
          {data.sources.map(({ domain, presence }) => (
            <li key={domain} className="flex flex-wrap items-center gap-x-3">
              <a
                href={formatAddress({ name: 'trends' }, { ...kept, metric: 'source-presence', domain })}
                className="w-48 truncate text-accent underline"
              >
                {domain}
              </a>
              <VisibilityBar rate={presence} href={citedAddress(kept, domain, presence)} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Nothing until a question asked for AI Overviews. */
function Overviews({ query, kept }: Filtered) {
  const { data } = useRoute('trends.pooled', {
    ...query,
    ...{ metric: overviewRate.id, branded: 'with' as const },
  });
  if (data === undefined || data.denominator === 0) return null;
  return (
    <Part
      title={overviewRate.label}
      link={{
        href: formatAddress({ name: 'trends' }, { ...kept, metric: overviewRate.id }),
        label: 'Over time',
      }}
    >
      <VisibilityBar
        rate={data}
        href={figureAddress(kept, { metric: overviewRate.id, branded: 'with' }, data)}
      />
    </Part>
  );
}

function Gaps({ query, kept }: Filtered) {
  const { data, error } = useRoute('gaps.list', { ...query, most: 1 });
  const left = useBrandProgress();
  return (
    <Part title="Gaps" link={{ href: formatAddress({ name: 'gaps' }, kept), label: 'Open gaps' }}>
      {error ? <ErrorNotice error={error} /> : null}
      {left !== null ? (
        <Nothing>Counted once the brand figures are computed.</Nothing>
      ) : data === undefined ? null : data.missing.includes('own') || data.missing.includes('competitors') ? (
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
              <a
                href={formatAddress({ name: 'gaps' }, { ...kept, list: list === 'open' ? '' : list })}
                className="text-accent underline"
              >
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
        <Nothing>No run is scheduled. A monitor runs a plan on a schedule.</Nothing>
      ) : (
        <ol className="flex flex-col gap-1 tabular">
          {next.map(({ id, name, atMs, timeZone }) => (
            <li key={id} className="flex gap-x-3">
              <time dateTime={new Date(atMs).toISOString()} className="shrink-0">
                {formatMoment(atMs, undefined, timeZone)}
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
