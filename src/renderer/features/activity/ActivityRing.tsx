import { X } from 'lucide-react';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Popover, PopoverClose } from '../../ui/Popover.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { runEngines, runTitle } from '../../ui/runLabels.ts';
import { Elapsed } from '../../ui/Times.tsx';
import { cellsDone, shareDone, useActiveRuns } from './activity.ts';

type ActivityRingProps = {
  readonly onOpenRun: (runId: string) => void;
};

/** Total progress of all runs, always visible. Opens the list of active runs, which can be cancelled there. */
export function ActivityRing({ onOpenRun }: ActivityRingProps) {
  const running = useActiveRuns();
  const cancel = useAction('runs.cancel');
  const nameOf = useEngineNames();
  const share = shareDone(running);
  const percent = share === null ? null : Math.floor(share * 100);
  return (
    <Popover
      label="Activity"
      align="end"
      className="w-96 max-w-[calc(100vw-1rem)]"
      trigger={
        <Button
          look="quiet"
          className="tabular"
          aria-label={
            percent === null
              ? 'Activity: no runs in progress'
              : `Activity: ${percent} % of ${formatQuantity(running.length, 'run')} done`
          }
        >
          <ProgressRing share={share ?? 0} />
          {percent === null ? null : <span>{percent} %</span>}
        </Button>
      }
    >
      {running.length === 0 ? (
        <p className="px-3 py-4 text-center text-ink-2">No runs in progress.</p>
      ) : (
        <ul className="divide-y divide-line">
          {running.map((run) => (
            <li key={run.id} className="flex items-center gap-2 px-3 py-2">
              <ProgressRing
                share={run.counts.total === 0 ? 0 : cellsDone(run) / run.counts.total}
                size={18}
                label={`Progress of ${runTitle(run)}`}
              />
              <PopoverClose asChild>
                <button
                  type="button"
                  onClick={() => onOpenRun(run.id)}
                  className="min-w-0 flex-1 rounded-sm text-start hover:text-accent"
                >
                  <span dir="auto" className="block truncate">
                    {runTitle(run)}
                  </span>
                  <span className="block truncate text-ink-2 text-table tabular">
                    {runEngines(run, nameOf)} · {formatCount(cellsDone(run))} of{' '}
                    {formatCount(run.counts.total)} · <Elapsed sinceMs={run.createdAtMs} />
                  </span>
                </button>
              </PopoverClose>
              <Button
                size="small"
                aria-label={`Cancel ${runTitle(run)}`}
                onClick={() => cancel.mutate({ runId: run.id })}
              >
                <X size={12} aria-hidden="true" /> Cancel
              </Button>
            </li>
          ))}
        </ul>
      )}
      {cancel.error ? <ErrorNotice error={cancel.error} className="m-2" /> : null}
    </Popover>
  );
}
