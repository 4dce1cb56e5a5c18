import type { MonitorTime } from '#shared/model/monitor.ts';
import { classNames } from '../../ui/classNames.ts';
import { formatAbsolute } from '../../ui/format.ts';

/** Status of a scheduled run, with a sign that does not depend on colour. */
export function outcomeOf({ outcome, note, run }: MonitorTime): {
  readonly sign: string;
  readonly word: string;
  readonly look: string;
} {
  if (outcome === 'left-out') return { sign: '–', word: `skipped: ${note ?? ''}`, look: 'text-ink-3' };
  if (outcome === 'failed') return { sign: '!', word: `failed: ${note ?? ''}`, look: 'text-bad' };
  if (run === null) return { sign: '·', word: 'run deleted', look: 'text-ink-3' };
  if (run.state === 'running') return { sign: '…', word: 'running', look: 'text-ink-2' };
  if (run.state !== 'finished') return { sign: '‖', word: run.state, look: 'text-warn' };
  if (run.failed > 0)
    return { sign: '◐', word: `${run.completed} of ${run.cells} completed`, look: 'text-warn' };
  return { sign: '●', word: 'complete', look: 'text-good' };
}

/** Recent scheduled runs as a strip, oldest first. Each run can be opened. */
export function RunStrip({ times }: { readonly times: readonly MonitorTime[] }) {
  return (
    <ul aria-label="Recent runs, oldest first" className="flex flex-wrap gap-0.5">
      {times.toReversed().map((time) => {
        const { sign, word, look } = outcomeOf(time);
        const title = `${formatAbsolute(time.scheduledAtMs)}: ${word}`;
        const box = classNames(
          'flex size-6 items-center justify-center rounded-sm border border-line bg-surface text-table',
          look,
        );
        return (
          <li key={time.scheduledAtMs}>
            {time.run ? (
              <a
                href={`#/plans?run=${encodeURIComponent(time.run.id)}`}
                aria-label={title}
                title={title}
                className={classNames(box, 'hover:bg-hover')}
              >
                {sign}
              </a>
            ) : (
              <span role="img" aria-label={title} title={title} className={box}>
                {sign}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
