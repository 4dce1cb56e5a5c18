import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { OwnQueue, QueueView } from '#shared/model/account.ts';
import { ownRunsTable, queueSheet } from '#shared/tables/accountTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatElapsed, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { Table } from '../../ui/Table.tsx';
import { Elapsed } from '../../ui/Times.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

const refreshed = ['queue.', 'runs.', 'connections.'];

/** The queue of an account: all tasks, and those of this history. */
export function QueuePanel({
  connectionId,
  simple,
  onSaid,
}: {
  readonly connectionId: string;
  /** Hides slots and priorities, which matter only for a shared service. */
  readonly simple: boolean;
  readonly onSaid: (message: string) => void;
}) {
  const queue = useRoute('queue.get', { connectionId });
  const clear = useAction('queue.clear', refreshed);
  const collect = useAction('queue.collect', refreshed);
  const [asking, setAsking] = useState(false);
  const view = queue.data;
  if (!view)
    return queue.error ? (
      <ErrorNotice error={queue.error} onRetry={() => void queue.refetch()} />
    ) : (
      <p className="text-ink-3">Loading…</p>
    );
  const abandoned = view.own.runs.filter(
    ({ workedOn, waiting, mode }) => !workedOn && waiting > 0 && mode === 'queued',
  );
  const left = abandoned.reduce((sum, { waiting }) => sum + waiting, 0);
  const failure = queue.error ?? clear.error ?? collect.error;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto min-w-0 truncate font-semibold text-read" dir="auto">
          Queue of {view.connectionName}
        </h2>
        <SheetMenu label="Queue metrics" sheet={() => queueSheet(view)} />
        <Button disabled={view.queued === 0} busy={clear.isPending} onClick={() => setAsking(true)}>
          <Trash2 size={13} aria-hidden="true" /> {clear.isPending ? 'Clearing…' : 'Clear the queue…'}
        </Button>
      </div>
      <Metrics view={view} simple={simple} />
      {left > 0 ? (
        <Notice
          tone="warn"
          actions={
            <Button size="small" busy={collect.isPending} onClick={() => collect.mutate({})}>
              Collect answers
            </Button>
          }
        >
          {formatQuantity(left, 'answer')} of {formatQuantity(abandoned.length, 'run')} may be ready at the
          service. Collecting them sends no new requests and costs nothing more.
        </Notice>
      ) : null}
      {failure ? <ErrorNotice error={failure} /> : null}
      <OwnRuns runs={view.own.runs} />
      <div className="grid gap-3 min-[1100px]:grid-cols-2">
        {simple ? null : <Priorities view={view} />}
        <Engines view={view} />
      </div>
      <CollectChoice />
      <ConfirmDialog
        open={asking}
        title="Clear the queue?"
        action={`Remove ${formatQuantity(view.queued, 'task')}`}
        onClose={() => setAsking(false)}
        onConfirm={() => clear.mutate({ connectionId }, { onSuccess: (done) => onSaid(clearedText(done)) })}
      >
        <ClearWarning view={view} />
      </ConfirmDialog>
    </div>
  );
}

function clearedText(done: {
  readonly cleared: number;
  readonly cancelled: number;
  readonly collecting: number;
}): string {
  const going = done.collecting > 0 ? `, ${formatCount(done.collecting)} still running` : '';
  return `Removed ${formatQuantity(done.cleared, 'task')}; ${formatQuantity(done.cancelled, 'request')} here cancelled${going}`;
}

function ClearWarning({ view }: { readonly view: QueueView }) {
  const { own } = view;
  const others = Math.max(0, view.queued - own.waiting);
  const runs = own.runs.filter(({ mode, waiting }) => mode === 'queued' && waiting > 0).length;
  return (
    <>
      All tasks on this account that have not started are removed: {formatQuantity(view.queued, 'task')}
      {others > 0 ? `, at least ${formatCount(others)} of other programs` : ''}. They were not charged.{' '}
      {runs > 0
        ? `Requests of ${formatQuantity(runs, 'run')} here are cancelled; use Resume to send them again. Runs with more to send are paused. `
        : ''}
      Running requests continue and are collected.
    </>
  );
}

function Metrics({ view, simple }: { readonly view: QueueView; readonly simple: boolean }) {
  const { own, slots } = view;
  const emptyMs =
    own.perMinute === null || own.perMinute === 0 || own.waiting === 0
      ? null
      : (own.waiting / own.perMinute) * 60_000;
  const facts = [
    ['Queued', formatCount(view.queued)],
    ['Running', formatCount(view.processing)],
    ...(simple
      ? []
      : [
          [
            'Slots',
            slots === null ? 'unknown' : `${formatCount(slots.used)} of ${formatCount(slots.limit)} busy`,
          ] as const,
        ]),
    ['Pending', formatCount(own.waiting)],
    ['Answers per minute', own.perMinute === null ? 'none recently' : formatCount(own.perMinute)],
    ['Time left', emptyMs === null ? '–' : `about ${formatElapsed(Math.max(1000, emptyMs))}`],
  ] as const;
  return (
    <dl aria-label="Queue metrics" className="flex flex-wrap gap-x-8 gap-y-2 tabular">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-2 text-table">{name}</dt>
          <dd className="font-medium text-read">{value}</dd>
        </div>
      ))}
      <div>
        <dt className="text-ink-2 text-table">Oldest pending</dt>
        <dd className="font-medium text-read">
          {own.oldestAtMs === null ? '–' : <Elapsed sinceMs={own.oldestAtMs} />}
        </dd>
      </div>
    </dl>
  );
}

function Priorities({ view }: { readonly view: QueueView }) {
  return (
    <section aria-label="By priority" className="flex flex-col gap-2">
      <h3 className="font-semibold">All users, by priority</h3>
      <Table
        label="Queued tasks by priority"
        columns={[
          { id: 'priority', header: 'Priority', cell: ({ priority }) => formatCount(priority) },
          { id: 'count', header: 'Queued', align: 'end', cell: ({ count }) => formatCount(count) },
        ]}
        rows={view.byPriority}
        rowKey={({ priority }) => priority}
        empty="No queued tasks."
      />
      <p className="text-ink-2 text-table">
        Priority 10 starts before 1; equal priorities start in order of arrival. Each running task uses a
        slot, as live requests do. Set the priority when you run a plan, or with{' '}
        <code className="font-mono text-mini">parallax run PLAN --priority 10</code>.
      </p>
    </section>
  );
}

function Engines({ view }: { readonly view: QueueView }) {
  const nameOf = useEngineNames();
  return (
    <section aria-label="By engine" className="flex flex-col gap-2">
      <h3 className="font-semibold">Your tasks, by engine</h3>
      <Table
        label="Your tasks by engine"
        columns={[
          { id: 'engine', header: 'Engine', cell: ({ engine }) => nameOf(engine, view.connectionId) },
          { id: 'count', header: 'Pending', align: 'end', cell: ({ count }) => formatCount(count) },
        ]}
        rows={view.own.byEngine}
        rowKey={({ engine }) => engine}
        empty="No pending tasks."
      />
      <p className="text-ink-2 text-table">
        The service does not report the engines of other programs’ tasks.
      </p>
    </section>
  );
}

function CollectChoice() {
  const settings = useRoute('settings.get', {});
  const update = useAction('settings.update', ['settings.']);
  if (!settings.data) return null;
  const { collectQueued } = update.isPending ? { ...settings.data, ...update.variables } : settings.data;
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        className="size-3.5"
        checked={collectQueued === 'automatic'}
        onChange={({ target }) => update.mutate({ collectQueued: target.checked ? 'automatic' : 'ask' })}
      />
      Collect answers left at a service when Parallax starts
    </label>
  );
}

const columns = columnsOf(ownRunsTable, {
  run: ({ runId, name }) => (
    <a
      href={`#/plans?run=${encodeURIComponent(runId)}`}
      dir="auto"
      className="block max-w-96 truncate py-0.5 text-accent underline"
    >
      {name}
    </a>
  ),
  state: ({ state, workedOn, waiting }) =>
    state !== 'running' && workedOn && waiting > 0 ? `${state}, collecting` : state,
});

/** Active runs of this history on a connection. */
function OwnRuns({ runs }: { readonly runs: OwnQueue['runs'] }) {
  return (
    <section aria-label="Runs in progress" className="flex flex-col gap-2">
      <h3 className="font-semibold">Runs in progress</h3>
      <Table
        label="Runs in progress of this history"
        columns={columns}
        rows={runs}
        rowKey={({ runId }) => runId}
        sheet={() => sheetOf(ownRunsTable, runs)}
        empty="No runs in progress on this connection."
      />
    </section>
  );
}
