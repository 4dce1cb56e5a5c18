import { memo } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { Badge } from '../../ui/Chip.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { FlagStrip } from '../../ui/FlagStrip.tsx';
import { formatCount } from '../../ui/format.ts';
import { ListOption } from '../../ui/ListOption.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { runEngines, runTitle } from '../../ui/runLabels.ts';
import { RelativeTime } from '../../ui/Times.tsx';

/** Height of every row in CSS pixels. A constant height gives the length of the list without rendering it. */
export const runHeight = 32;

/** Grid columns of the list header and its rows. */
export const runColumns =
  'grid grid-cols-[minmax(10rem,1fr)_minmax(0,12rem)_6rem] items-center gap-4 px-4 @3xl:grid-cols-[minmax(14rem,1fr)_12rem_minmax(8rem,0.5fr)_5rem_4rem_6.5rem]';

export const runOptionId = (run: RunSummary): string => `run-${run.id}`;

type RunRowProps = {
  readonly run: RunSummary;
  readonly index: number;
  /** Number of rows; -1 if unknown. */
  readonly total: number;
  readonly top: number;
  readonly active: boolean;
  /** Width of the column of markets in CSS pixels. */
  readonly marketsWidth: number;
  readonly onOpen: (run: RunSummary, index: number) => void;
};

/** A run. All its props keep their identity while the list is scrolled. */
export const RunRow = memo(function RunRow({
  run,
  index,
  total,
  top,
  active,
  marketsWidth,
  onOpen,
}: RunRowProps) {
  const nameOf = useEngineNames();
  const { counts } = run;
  return (
    <ListOption
      id={runOptionId(run)}
      index={index}
      total={total}
      top={top}
      height={runHeight}
      active={active}
      selected={active}
      onClick={() => onOpen(run, index)}
      className={runColumns}
    >
      <span dir="auto" className="truncate" title={run.question}>
        {runTitle(run)}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-ink-2 text-table @max-3xl:hidden">
        <span className="truncate">{runEngines(run, nameOf)}</span>
        {run.connectionId === 'imported' ? <Badge title="Imported results">imported</Badge> : null}
        {run.drivers.includes('sandbox') ? <Badge tone="warn">sandbox</Badge> : null}
      </span>
      <FlagStrip cells={run.strip} total={run.markets} width={marketsWidth} />
      <span className="flex items-center justify-end gap-1.5 text-end text-table tabular @max-3xl:hidden">
        {run.state === 'running' ? (
          <ProgressRing
            share={counts.total === 0 ? 0 : (counts.total - counts.planned - counts.running) / counts.total}
          />
        ) : null}
        <span
          data-copied={`${formatCount(counts.completed)} of ${formatCount(counts.total)}`}
          className={counts.failed + counts.unknown > 0 ? 'text-bad' : 'text-ink-2'}
        >
          {counts.completed === counts.total
            ? formatCount(counts.total)
            : `${formatCount(counts.completed)} of ${formatCount(counts.total)}`}
        </span>
      </span>
      <span className="text-end text-ink-2 text-table tabular @max-3xl:hidden">
        {formatCount(run.creditsCharged)}
      </span>
      <span className="whitespace-nowrap text-end text-ink-2 text-table">
        <RelativeTime atMs={run.createdAtMs} />
      </span>
    </ListOption>
  );
});
