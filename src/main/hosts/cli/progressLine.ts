import type { RunCounts } from '#shared/model/run.ts';
import type { Terminal } from './terminal.ts';
import { fitted } from './textTable.ts';

export type ProgressLine = {
  readonly show: (counts: RunCounts, elapsedMs: number) => void;
  /** One cell ended: printed as a separate line where lines cannot be overwritten. */
  readonly ended: (market: string, outcome: string, number: number, total: number) => void;
  /** Removes the live line. */
  readonly clear: () => void;
};

/** Progress of a run on stderr: one live line on a terminal, otherwise one line per ended cell. */
export function createProgressLine(terminal: Terminal): ProgressLine {
  return {
    show: (counts, elapsedMs) =>
      terminal.liveLine(fitted(progressText(counts, elapsedMs), terminal.columns() - 1)),
    ended: (market, outcome, number, total) => {
      if (!terminal.live) terminal.stderr(`${market} ${outcome} (${number} of ${total})\n`);
    },
    clear: () => terminal.liveLine(''),
  };
}

export const endedOf = (counts: RunCounts): number =>
  counts.completed + counts.failed + counts.cancelled + counts.unknown;

export function progressText(counts: RunCounts, elapsedMs: number): string {
  const failed = counts.failed > 0 ? ` · ${counts.failed} failed` : '';
  const running = counts.running > 0 ? ` · ${counts.running} running` : '';
  return `${endedOf(counts)} of ${counts.total} done${failed}${running} · ${Math.floor(elapsedMs / 1000)} s · Ctrl+C cancels`;
}
