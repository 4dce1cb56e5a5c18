import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MonitorView } from '#shared/model/monitor.ts';
import { timesSheet, timesTable } from '#shared/tables/planTables.ts';
import { useAction, useBridge, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatCount, formatCredits } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { AlertList } from './AlertList.tsx';
import { AlertRules } from './AlertRules.tsx';
import { outcomeOf, RunStrip } from './RunStrip.tsx';
import { ScheduledReports } from './ScheduledReports.tsx';
import { NextTimes, ZoneTime } from './ZoneTimes.tsx';

type MonitorDetailProps = {
  readonly monitor: MonitorView;
  readonly onEdit: () => void;
  readonly onRun: (runId: string) => void;
  readonly onRemoved: () => void;
};

const missedLabel = {
  once: 'catch up once',
  all: 'run each',
  skip: 'skip',
} as const;
const overlapLabel = {
  skip: 'skip',
  wait: 'wait',
  parallel: 'run in parallel',
} as const;

/** A monitor: its next run, run history, and alert rules. */
export function MonitorDetail({ monitor, onEdit, onRun, onRemoved }: MonitorDetailProps) {
  const { id, name, schedule, pausedAtMs } = monitor;
  const bridge = useBridge();
  const [removing, setRemoving] = useState(false);
  const [limit, setLimit] = useState(50);
  const times = useRoute('monitors.times', { monitor: id, limit });
  const pause = useAction('monitors.pause', ['monitors.']);
  const runNow = useAction('monitors.runNow', ['monitors.']);
  const remove = useAction('monitors.remove', ['monitors.', 'alerts.']);
  const error = pause.error ?? runNow.error ?? remove.error;
  const rows = times.data?.times ?? [];
  return (
    <div className="flex max-w-5xl flex-col gap-5">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate font-semibold text-read">
            {name}
          </h2>
          <p className="text-ink-2">
            {pausedAtMs === null ? '' : 'Paused. '}
            {monitor.words} ({schedule.timeZone})
          </p>
        </div>
        <Button onClick={() => runNow.mutate({ monitor: id }, { onSuccess: ({ runId }) => onRun(runId) })}>
          <Play size={13} aria-hidden="true" /> Run now
        </Button>
        <Button onClick={() => pause.mutate({ monitor: id, paused: pausedAtMs === null })}>
          <Pause size={13} aria-hidden="true" /> {pausedAtMs === null ? 'Pause' : 'Resume'}
        </Button>
        <Button onClick={onEdit}>
          <Pencil size={13} aria-hidden="true" /> Edit
        </Button>
        <Button look="danger" onClick={() => setRemoving(true)}>
          <Trash2 size={13} aria-hidden="true" /> Delete
        </Button>
      </header>
      {error ? <ErrorNotice error={error} /> : null}
      <div className="grid gap-5 min-[1100px]:grid-cols-2">
        <section aria-labelledby="monitor-next" className="flex flex-col gap-1.5">
          <h3 id="monitor-next" className="font-semibold">
            Next five runs
          </h3>
          {pausedAtMs === null ? (
            <NextTimes timesMs={monitor.nextTimesMs} timeZone={schedule.timeZone} />
          ) : (
            <p className="text-ink-2 text-table">None while paused. Paused runs do not count as missed.</p>
          )}
        </section>
        <Facts
          facts={[
            ['Plan', `${monitor.planName} (latest version)`],
            ['Connection', monitor.connectionName],
            ['Mode', monitor.mode],
            ['Credit limit', monitor.ceiling === null ? 'none' : `${formatCredits(monitor.ceiling)} per run`],
            ['Translation', translationText(monitor)],
            ['Missed runs', missedLabel[schedule.missed]],
            ['If the previous run is still going', overlapLabel[schedule.overlap]],
            [
              'Random delay',
              schedule.jitterSeconds === 0 ? null : `up to ${Math.round(schedule.jitterSeconds / 60)} min`,
            ],
          ]}
        />
      </div>
      <AlertRules monitorId={id} />
      <AlertList monitorId={id} />
      <ScheduledReports monitorId={id} />
      <section aria-labelledby="monitor-times" className="flex flex-col gap-2">
        <h3 id="monitor-times" className="font-semibold">
          Run history
        </h3>
        {times.error ? <ErrorNotice error={times.error} /> : null}
        {rows.length > 1 ? <RunStrip times={rows.slice(0, 40)} /> : null}
        <Table
          label="Run history, newest first"
          sheet={async () =>
            timesSheet((await bridge.call('monitors.times', { monitor: id, limit: 500 })).times)
          }
          rows={rows}
          rowKey={({ scheduledAtMs }) => scheduledAtMs}
          empty="No runs yet."
          columns={columnsOf(timesTable, {
            scheduled_at: {
              className: undefined,
              cell: ({ scheduledAtMs }) => <ZoneTime atMs={scheduledAtMs} timeZone={schedule.timeZone} />,
            },
            outcome: (time) => {
              const { sign, word, look } = outcomeOf(time);
              return (
                <span>
                  <span aria-hidden="true" className={`inline-block w-4 ${look}`}>
                    {sign}
                  </span>
                  {word}
                </span>
              );
            },
            credits: ({ run }) => (run === null ? '' : formatCount(run.creditsCharged)),
            run: ({ run }) =>
              run === null ? (
                ''
              ) : (
                <a
                  className="inline-flex h-6 items-center text-accent underline"
                  href={`#/plans?run=${encodeURIComponent(run.id)}`}
                >
                  Open<span className="sr-only"> run {run.id}</span>
                </a>
              ),
          })}
        />
        {times.data?.more ? (
          <Button className="self-start" onClick={() => setLimit((known) => Math.min(500, known + 100))}>
            Earlier runs
          </Button>
        ) : null}
      </section>
      <ConfirmDialog
        open={removing}
        title="Delete this monitor?"
        action="Delete"
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ monitor: id }, { onSuccess: onRemoved })}
      >
        “{name}” and its alert rules are deleted. Its runs, answers and alerts are kept.
      </ConfirmDialog>
    </div>
  );
}

function translationText({ translation }: MonitorView): string | null {
  if (translation === null) return null;
  const limit = translation.costLimit === null ? '' : `, at most ${translation.costLimit} per run`;
  return `answers of each run${limit}`;
}
