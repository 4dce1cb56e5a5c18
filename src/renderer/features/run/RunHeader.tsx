import { Ban, Pencil, RotateCcw } from 'lucide-react';
import type { RunSummary } from '#shared/model/run.ts';
import { chargeDifference } from '#shared/tables/planTables.ts';
import { type ExportGroup, type ExportItem, ExportMenu } from '../../exports/ExportMenu.tsx';
import { DriverBadge } from '../../reading/DriverBadge.tsx';
import { HoldNotice } from '../../reading/HoldNotice.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatDuration, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Elapsed, RelativeTime } from '../../ui/Times.tsx';
import { useThrottled } from '../../ui/useThrottled.ts';
import { RunMenu, type RunMenuProps } from './RunMenu.tsx';
import { useShownRun } from './runContext.tsx';

type RunHeaderProps = RunMenuProps & {
  readonly onAskAgain: () => void;
  /** Export items of the displayed tab. */
  readonly exports?: readonly (ExportItem | ExportGroup)[];
};

/** The question, its progress, and the actions of the run. */
export function RunHeader({ run, onAskAgain, onMove, onRemove, exports }: RunHeaderProps) {
  const { resume, cancel, actionFailure: failure, section } = useShownRun();
  const { counts } = run;
  const waiting = counts.planned + counts.cancelled;
  const running = run.state === 'running';
  const held = run.state === 'paused' && run.limits?.holdReason === 'ceiling-run';
  return (
    <div className="flex flex-col gap-1.5 px-4 pt-3 pb-2 short:gap-0.5 short:pt-1 short:pb-0.5">
      <div className="flex items-start gap-3">
        <h1
          dir="auto"
          title={run.question}
          className="line-clamp-2 min-w-0 flex-1 font-semibold text-title text-balance short:line-clamp-1 short:text-read short:leading-7"
        >
          {run.question}
        </h1>
        <div className="flex shrink-0 items-center gap-1.5 print:hidden">
          {running ? (
            <Button onClick={cancel}>
              <Ban size={13} aria-hidden="true" /> Cancel run
            </Button>
          ) : null}
          {!running && counts.running > 0 ? (
            <Button onClick={cancel}>
              <Ban size={13} aria-hidden="true" /> Stop waiting
            </Button>
          ) : null}
          {!running && counts.running === 0 && waiting > 0 && run.state !== 'interrupted' && !held ? (
            <Button onClick={() => resume(counts.cancelled > 0 ? { retryFailed: true } : {})}>
              <RotateCcw size={13} aria-hidden="true" /> Run {formatCount(waiting)} missing
            </Button>
          ) : null}
          {!running && counts.failed > 0 && waiting === 0 ? (
            <Button onClick={() => resume({ retryFailed: true })}>
              <RotateCcw size={13} aria-hidden="true" /> Retry {formatCount(counts.failed)} failed
            </Button>
          ) : null}
          <Button onClick={onAskAgain}>
            <Pencil size={13} aria-hidden="true" /> Edit & re-run
          </Button>
          {counts.completed === 0 ? null : (
            <ExportMenu
              name={run.question}
              selection={{ filter: { ids: [run.id] } }}
              report={{
                runId: run.id,
                project: run.projectId,
                shown: run.plan ? { question: 0, engine: run.engine, ...section } : null,
              }}
              {...(exports === undefined ? {} : { more: exports })}
            />
          )}
          <RunMenu run={run} onMove={onMove} onRemove={onRemove} />
        </div>
      </div>
      <RunFacts run={run} />
      {run.state === 'interrupted' ? <Interrupted run={run} onResume={() => resume({})} /> : null}
      {run.plan ? null : <HoldNotice run={run} busy={false} onResume={(ceiling) => resume({ ceiling })} />}
      {failure ? <ErrorNotice error={failure} /> : null}
    </div>
  );
}

/** Offers to go on with a run during which Parallax ended. */
export function Interrupted({
  run: { counts },
  onResume,
}: {
  readonly run: RunSummary;
  readonly onResume: () => void;
}) {
  return (
    <Notice
      tone="warn"
      actions={
        <Button size="small" onClick={onResume}>
          Resume
        </Button>
      }
    >
      Parallax ended during this run. Answers received until then are shown;{' '}
      {formatQuantity(counts.planned, 'request')} had not been sent.
    </Notice>
  );
}

function RunFacts({ run }: { readonly run: RunSummary }) {
  const nameOf = useEngineNames();
  const { counts } = run;
  const done = counts.total - counts.planned - counts.running;
  const readOut = useThrottled(progressSentence(run), 8000);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-table tabular short:flex-nowrap short:overflow-hidden short:whitespace-nowrap">
      {run.plan ? <span>Whole run:</span> : null}
      <span className="flex items-center gap-1.5 font-medium text-ink">
        {run.state === 'running' ? (
          <ProgressRing share={counts.total === 0 ? 0 : done / counts.total} label="Progress of this run" />
        ) : null}
        <span role="status" aria-live="off">
          {progressSentence(run)}
        </span>
        <span aria-live="polite" className="sr-only">
          {readOut}
        </span>
      </span>
      <span>{nameOf(run.engine, run.connectionId)}</span>
      {run.drivers.map((driver) => (
        <DriverBadge key={driver} driver={driver} />
      ))}
      <span>{run.connectionName}</span>
      {run.samples > 1 ? <span>{formatQuantity(run.samples, 'repeat')} per market</span> : null}
      <span>
        {formatCredits(run.creditsCharged)}
        {chargeDifference(run)}
      </span>
      {run.state === 'running' ? (
        <span>
          running for <Elapsed sinceMs={run.createdAtMs} />
        </span>
      ) : (
        <RelativeTime atMs={run.createdAtMs} />
      )}
      {run.finishedAtMs === null || run.state === 'running' || run.connectionId === 'imported' ? null : (
        <span>duration {formatDuration(run.finishedAtMs - run.createdAtMs)}</span>
      )}
    </div>
  );
}

/** `5 of 12 answers`, followed by the counts of all other states. */
export function progressSentence(run: Pick<RunSummary, 'counts' | 'state'>): string {
  const { counts } = run;
  const parts = [
    counts.completed === counts.total
      ? formatQuantity(counts.total, 'answer')
      : `${formatCount(counts.completed)} of ${formatQuantity(counts.total, 'answer')}`,
  ];
  if (counts.failed > 0) parts.push(`${formatCount(counts.failed)} failed`);
  if (counts.unknown > 0) parts.push(`${formatCount(counts.unknown)} with unknown outcome`);
  if (counts.cancelled > 0) parts.push(`${formatCount(counts.cancelled)} cancelled`);
  if (counts.running > 0)
    parts.push(
      run.state === 'running'
        ? `${formatCount(counts.running)} running`
        : `waiting for ${formatCount(counts.running)} already sent`,
    );
  return parts.join(' · ');
}
