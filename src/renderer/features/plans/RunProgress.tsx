import { Ban, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { FailureGroup, RunCounts, RunGrid, RunSummary } from '#shared/model/run.ts';
import { chargeDifference, failuresSheet, progressTable } from '#shared/tables/planTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { HoldNotice } from '../../reading/HoldNotice.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatDuration, formatQuantity } from '../../ui/format.ts';
import { LongTable } from '../../ui/LongTable.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { useNow } from '../../ui/useNow.ts';
import { CellGrid } from './CellGrid.tsx';

const refreshed = ['runs.status', 'runs.grid', 'runs.failures'];

/** A run of a plan: progress, cost, failures, and actions. */
export function RunProgress({ runId }: { readonly runId: string }) {
  const status = useRoute('runs.status', { runId });
  const run = status.data;
  const busy = run !== undefined && (run.state === 'running' || run.counts.running > 0);
  const grid = useRoute('runs.grid', { runId });
  const failures = useRoute('runs.failures', { runId });
  const pause = useAction('runs.pause', refreshed);
  const resume = useAction('runs.resume', refreshed);
  const cancel = useAction('runs.cancel', refreshed);
  if (!run)
    return status.error ? <ErrorNotice error={status.error} /> : <p className="text-ink-3">Loading…</p>;
  const failure = pause.error ?? resume.error ?? cancel.error;
  const open = run.counts.planned + run.counts.cancelled;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto min-w-0 truncate font-semibold text-read">
          {run.plan ? `${run.plan.name} · version ${run.plan.version}` : run.question}
        </h2>
        {run.state === 'running' ? (
          <Button onClick={() => pause.mutate({ runId })}>
            <Pause size={13} aria-hidden="true" /> Pause
          </Button>
        ) : open > 0 || run.state === 'interrupted' ? (
          <Button onClick={() => resume.mutate({ runId })}>
            <Play size={13} aria-hidden="true" /> Resume
          </Button>
        ) : null}
        {busy || run.state === 'paused' || run.state === 'interrupted' ? (
          <Button onClick={() => cancel.mutate({ runId })}>
            <Ban size={13} aria-hidden="true" /> Cancel run
          </Button>
        ) : null}
        <a
          href={`#/run/${encodeURIComponent(runId)}`}
          className="inline-flex h-7 items-center rounded-md bg-accent px-2.5 font-medium text-on-accent hover:bg-accent-hover"
        >
          Open answers
        </a>
      </div>
      <Facts key={run.state} run={run} counts={grid.data ? totalOf(grid.data) : run.counts} />
      <HoldNotice
        run={run}
        busy={resume.isPending}
        onResume={(ceiling) => resume.mutate({ runId, ceiling })}
      />
      {failure ? <ErrorNotice error={failure} /> : null}
      {grid.data ? <Grids grid={grid.data} run={run} /> : null}
      <Failures
        groups={failures.data?.failures ?? []}
        busy={busy}
        onRetry={(code) => resume.mutate({ runId, causes: [code] })}
      />
    </div>
  );
}

/** All requests of the grid, so that the line above it shows the numbers below it. */
function totalOf({ byEngine }: RunGrid): RunCounts {
  const sum = (of: keyof RunCounts): number => byEngine.reduce((all, each) => all + each[of], 0);
  return {
    total: sum('total'),
    planned: sum('planned'),
    running: sum('running'),
    completed: sum('completed'),
    failed: sum('failed'),
    unknown: sum('unknown'),
    cancelled: sum('cancelled'),
  };
}

/** Rendered with a new key for each state of the run: the pace is that since it last started, without its pauses. */
function Facts({ run, counts }: { readonly run: RunSummary; readonly counts: RunCounts }) {
  const now = useNow(1000);
  const { plan } = run;
  const done = counts.total - counts.planned - counts.running;
  const [since] = useState({ atMs: Date.now(), done });
  const ended = done - since.done;
  const left = ended <= 0 ? null : ((now - since.atMs) / ended) * (counts.total - done);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-table tabular">
      <span role="status" className="flex items-center gap-1.5 font-medium text-ink">
        {run.state === 'running' ? (
          <ProgressRing share={counts.total === 0 ? 0 : done / counts.total} label="Progress of this run" />
        ) : null}
        {formatCount(done)} of {formatCount(counts.total)} · {run.state}
      </span>
      <span>{formatCount(counts.completed)} completed</span>
      {counts.failed > 0 ? <span className="text-bad">{formatCount(counts.failed)} failed</span> : null}
      {counts.unknown > 0 ? <span className="text-warn">{formatCount(counts.unknown)} unknown</span> : null}
      <span>
        {formatCredits(run.creditsCharged)} charged
        {plan ? ` of at most ${formatCount(plan.maximumCredits)}${chargeDifference(run)}` : ''}
      </span>
      {plan && plan.ceiling !== null ? <span>credit limit {formatCount(plan.ceiling)}</span> : null}
      {plan ? <span>{plan.mode === 'queued' ? 'queued at the service' : 'live'}</span> : null}
      {run.state === 'running' && left !== null ? <span>about {formatDuration(left)} left</span> : null}
    </div>
  );
}

function Grids({ grid, run }: { readonly grid: RunGrid; readonly run: RunSummary }) {
  const nameOf = useEngineNames();
  const across = grid.engines.length;
  const rows = grid.rows.map((letters, index) => ({
    key: String(index),
    label: grid.questions[Math.floor(index / across)] ?? '',
    engine: nameOf(grid.engines[index % across] ?? run.engine, run.connectionId),
    letters,
  }));
  return (
    <>
      <CellGrid label="Requests of this run" rows={rows} columns={grid.markets} />
      <div className="grid items-start gap-3 min-[1100px]:grid-cols-2">
        <Tallies
          head="Engine"
          names={grid.engines.map((engine) => nameOf(engine, run.connectionId))}
          counts={grid.byEngine}
        />
        <Tallies head="Market" names={grid.markets} counts={grid.byMarket} />
      </div>
    </>
  );
}

type TalliesProps = {
  readonly head: 'Engine' | 'Market';
  readonly names: readonly string[];
  /** In the order of the names. */
  readonly counts: readonly RunCounts[];
};

/** Progress by question, engine or market. */
function Tallies({ head, names, counts }: TalliesProps) {
  const rows = counts.map((each, at) => ({ ...each, name: names[at] ?? '' }));
  const table = progressTable(head === 'Engine' ? 'engine' : 'market');
  return (
    <LongTable
      label={table.title}
      sheet={() => sheetOf(table, rows)}
      columns={columnsOf(table, { [head.toLowerCase()]: { className: 'whitespace-nowrap' } })}
      rows={rows}
      rowKey={({ name }) => name}
      empty="No requests."
      columnWidth={88}
    />
  );
}

function Failures({
  groups,
  busy,
  onRetry,
}: {
  readonly groups: readonly FailureGroup[];
  readonly busy: boolean;
  readonly onRetry: (code: string) => void;
}) {
  if (groups.length === 0) return null;
  return (
    <section aria-label="Failures by cause" className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <h3 className="font-semibold">Failures by cause</h3>
        <SheetMenu label="Failures by cause" sheet={() => failuresSheet(groups)} />
      </div>
      <ul className="flex flex-col gap-1.5">
        {groups.map((group) => (
          <li
            key={`${group.state} ${group.code}`}
            className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-3 py-2"
          >
            <div className="min-w-64 flex-1">
              <p className="font-medium">
                {formatQuantity(group.cells, 'request')}, {group.state} · {group.code}
              </p>
              <p dir="auto" className="text-ink-2 text-table">
                {group.message}
              </p>
            </div>
            <span className="text-ink-2 text-table tabular">
              {group.state === 'unknown' ? 'may be charged twice: ' : ''}at most{' '}
              {formatCredits(group.maximumCredits)}
            </span>
            <Button size="small" busy={busy} onClick={() => onRetry(group.code)}>
              <RotateCcw size={12} aria-hidden="true" /> Retry
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
