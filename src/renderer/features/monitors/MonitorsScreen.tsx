import { Bell } from 'lucide-react';
import type { MonitorView } from '#shared/model/monitor.ts';
import { monitorsSheet } from '#shared/tables/planTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NavigationList, ScreenLink } from '../../ui/NavigationList.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { formatAddress } from '../../window/address.ts';
import { AlertList } from './AlertList.tsx';
import { MonitorDetail } from './MonitorDetail.tsx';
import { MonitorEditor } from './MonitorEditor.tsx';
import { draftOf, emptyDraft } from './scheduleDraft.ts';
import { ZoneTime } from './ZoneTimes.tsx';

type MonitorsScreenProps = {
  /** `monitor` is the id of the selected monitor; `view` is `new` or `edit`. */
  readonly params: Readonly<Record<string, string>>;
  readonly connectionId: string | null;
  readonly onGo: (params: Readonly<Record<string, string>>) => void;
  readonly onRun: (runId: string) => void;
  readonly onPlans: () => void;
};

/** Monitors: plans on a schedule, their run history, and alert rules. */
export function MonitorsScreen(props: MonitorsScreenProps) {
  const { params, connectionId, onGo, onRun, onPlans } = props;
  const known = useRoute('connections.list', {}).data?.connections ?? [];
  const list = useRoute('monitors.list', {});
  const plans = useRoute('plans.list', {});
  const monitors = list.data?.monitors ?? [];
  const shown = monitors.find(({ id }) => id === params.monitor);
  const planRows = plans.data?.plans ?? [];
  const editing = params.view === 'new' || (shown !== undefined && params.view === 'edit');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const open = (monitor: string): void => onGo({ monitor });
  return (
    <div className="flex min-h-0 flex-1">
      <NavigationList
        title="Monitors"
        label="Monitors on this computer"
        onNew={() => onGo({ view: 'new' })}
        sheet={monitors.length === 0 ? undefined : () => monitorsSheet(monitors)}
      >
        {list.error ? <ErrorNotice error={list.error} /> : null}
        <ul className="flex flex-col gap-0.5">
          {monitors.map((monitor) => (
            <li key={monitor.id}>
              <MonitorLink monitor={monitor} current={monitor.id === shown?.id} />
            </li>
          ))}
        </ul>
        <a
          href="#/monitors"
          aria-current={shown === undefined && !editing ? 'page' : undefined}
          className="mt-1 flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-hover aria-[current=page]:bg-pressed"
        >
          <Bell size={13} aria-hidden="true" /> All alerts
        </a>
      </NavigationList>
      <div className="@container min-w-0 flex-1 overflow-y-auto p-4">
        {editing && plans.data && planRows.length > 0 ? (
          <MonitorEditor
            key={`${shown?.id ?? 'new'}`}
            monitorId={params.view === 'edit' ? (shown?.id ?? null) : null}
            initial={
              shown && params.view === 'edit'
                ? draftOf(shown)
                : emptyDraft(planRows[0], connectionId ?? known[0]?.id ?? '', zone)
            }
            lastRunId={params.view === 'edit' ? (shown?.lastRunId ?? null) : null}
            plans={planRows}
            connections={known}
            onSaved={open}
            onClose={() => onGo(shown ? { monitor: shown.id } : {})}
          />
        ) : shown ? (
          <MonitorDetail
            key={shown.id}
            monitor={shown}
            onEdit={() => onGo({ monitor: shown.id, view: 'edit' })}
            onRun={onRun}
            onRemoved={() => onGo({})}
          />
        ) : list.data && plans.data ? (
          <Overview
            first={monitors[0]}
            plans={planRows.length}
            onNew={() => onGo({ view: 'new' })}
            onPlans={onPlans}
          />
        ) : null}
      </div>
    </div>
  );
}

const addressOf = ({ id }: MonitorView): string => `#/monitors?monitor=${encodeURIComponent(id)}`;

function MonitorLink({ monitor, current }: { readonly monitor: MonitorView; readonly current: boolean }) {
  const { name, words, nextTimesMs, lastRunState, schedule } = monitor;
  const [next] = nextTimesMs;
  const coming =
    monitor.pausedAtMs !== null
      ? 'paused'
      : next !== undefined && (
          <>
            next <ZoneTime atMs={next} timeZone={schedule.timeZone} />
          </>
        );
  return (
    <ScreenLink
      href={addressOf(monitor)}
      current={current}
      name={name}
      facts={[words, coming, lastRunState && `last run ${lastRunState}`].filter(Boolean)}
    />
  );
}

/** Shown if no monitor is selected: how to start, or all alerts. */
function Overview({
  first,
  plans,
  onNew,
  onPlans,
}: {
  readonly first: MonitorView | undefined;
  readonly plans: number;
  readonly onNew: () => void;
  readonly onPlans: () => void;
}) {
  if (first === undefined)
    return (
      <EmptyState
        title="Schedule runs and get alerts"
        action={
          plans > 0 ? (
            <Button look="primary" onClick={onNew}>
              Create monitor
            </Button>
          ) : (
            <Button look="primary" onClick={onPlans}>
              Create a plan first
            </Button>
          )
        }
      >
        A monitor runs a plan on a schedule, such as Mondays at 7:00 in Berlin. Each run is compared with the
        previous one. You get an alert when a brand is lost, a source is new or a run fails; changes that are
        not significant are ignored.
      </EmptyState>
    );
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <h2 className="font-semibold text-read">All alerts</h2>
      <AlertList
        next={
          <a href={addressOf(first)} className="text-accent underline">
            Alert rules of <bdi>{first.name}</bdi>
          </a>
        }
      />
      <p className="text-ink-2">
        Email, Slack, webhooks and quiet hours:{' '}
        <a href={formatAddress({ name: 'settings', section: 'channels' })} className="text-accent underline">
          Settings, Channels
        </a>
      </p>
    </div>
  );
}
