import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AlertView } from '#shared/model/alert.ts';
import { verdictLabel } from '#shared/tables/figureLabels.ts';
import { alertsSheet } from '#shared/tables/planTables.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { RelativeTime } from '../../ui/Times.tsx';

const kindLabel: Readonly<Record<AlertView['kind'], string>> = {
  brand: 'Brand',
  rank: 'Position',
  source: 'Source',
  outlier: 'Market',
  failures: 'Failures',
  cost: 'Cost',
  ceiling: 'Credit limit',
  test: 'Test',
};

/** Alerts of one monitor or of all, newest first. Opening one shows the reason and marks it as read. */
export function AlertList({
  monitorId,
  next,
}: {
  readonly monitorId?: string;
  /** The next step if there are no alerts. */
  readonly next?: ReactNode;
}) {
  const list = useRoute('alerts.list', monitorId === undefined ? {} : { monitor: monitorId });
  const markRead = useAction('alerts.markRead', ['alerts.']);
  const alerts = list.data?.alerts ?? [];
  const unread = alerts.filter(({ readAtMs }) => readAtMs === null);
  return (
    <section aria-labelledby="alerts-title" className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <h3 id="alerts-title" className="font-semibold">
          Alerts{unread.length > 0 ? `, ${unread.length} new` : ''}
        </h3>
        {alerts.length > 0 ? <SheetMenu label="Alerts" sheet={() => alertsSheet(alerts)} /> : null}
        {unread.length > 0 ? (
          <Button size="small" onClick={() => markRead.mutate({ ids: unread.map(({ id }) => id) })}>
            <Check size={12} aria-hidden="true" /> Mark all as read
          </Button>
        ) : null}
      </div>
      {list.error ? <ErrorNotice error={list.error} /> : null}
      {alerts.length === 0 ? (
        <p className="text-ink-2 text-table">
          {list.isLoading
            ? 'Loading…'
            : 'No alerts yet. Alert rules are checked after each run of a monitor.'}{' '}
          {list.isLoading ? null : next}
        </p>
      ) : (
        <ul className="flex flex-col overflow-hidden rounded-md border border-line bg-surface">
          {alerts.map((alert) => (
            <li key={alert.id} className="border-line border-b last:border-b-0">
              <a
                href={alert.address}
                onClick={() => {
                  if (alert.readAtMs === null) markRead.mutate({ ids: [alert.id] });
                }}
                className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5 hover:bg-hover"
              >
                <span
                  className={classNames(
                    'w-20 shrink-0 text-table',
                    alert.readAtMs === null ? 'font-semibold text-accent' : 'text-ink-3',
                  )}
                >
                  {kindLabel[alert.kind]}
                  {alert.readAtMs === null ? <span className="sr-only"> (new)</span> : null}
                </span>
                <span
                  dir="auto"
                  className={classNames('min-w-60 flex-1', alert.readAtMs === null ? 'font-medium' : '')}
                >
                  {alert.text}
                </span>
                <span className="text-ink-3 text-table">
                  {[alert.engine, alert.verdict === null ? null : verdictLabel[alert.verdict]]
                    .filter(Boolean)
                    .map((fact) => `${fact} · `)}
                  <RelativeTime atMs={alert.raisedAtMs} />
                </span>
                <Undelivered alert={alert} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Undelivered({ alert }: { readonly alert: AlertView }) {
  const refused = alert.deliveries.filter(({ problem }) => problem !== null);
  return refused.map(({ channel, problem, attempts, state }) => (
    <span key={channel} className="w-full ps-23 text-table text-warn">
      {channel} not delivered: {problem}
      {state === 'failed' ? '; no more attempts' : `; ${attempts} attempts so far`}
    </span>
  ));
}
