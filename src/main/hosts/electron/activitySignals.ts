import type { Notifier } from '#main/ports.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { RunSummary } from '#shared/model/run.ts';

export type UnderWay = {
  /** Runs with answers that were not received yet. */
  readonly runs: readonly RunSummary[];
  /** What an export or other work on the history's file is doing. */
  readonly fileWork: string | null;
};

/**
 * Shows long work outside the window: a progress bar while runs are in progress, or else an export or other work on the
 * history's file; and a notification when a run ends while the window is not focused.
 */
export function createActivitySignals(parts: {
  /** 0 to 1, or null for no bar. */
  readonly setProgress: (share: number | null) => void;
  /** While work is in progress, the machine must not go to sleep automatically. */
  readonly keepAwake: (wanted: boolean) => void;
  readonly isFocused: () => boolean;
  readonly wantsNotifications: () => boolean;
  readonly notifier: Notifier;
}): {
  readonly hear: (event: BridgeEvent) => void;
  readonly underWay: () => UnderWay;
} {
  const running = new Map<string, RunSummary>();
  let shown: number | null = null;
  let ofFile: { readonly what: string; readonly share: number } | null = null;

  const show = (): void => {
    const share = shareOf([...running.values()]) ?? ofFile?.share ?? null;
    if (share === shown) return;
    shown = share;
    parts.keepAwake(share !== null);
    parts.setProgress(share);
  };
  const ended = (run: RunSummary): void => {
    if (parts.isFocused() || !parts.wantsNotifications()) return;
    const { counts, creditsCharged } = run;
    parts.notifier.show({
      title: run.plan?.name ?? run.question,
      body: `${words[run.state]}: ${counts.completed} of ${counts.total} completed, ${creditsCharged} credits`,
      address: run.plan ? `#/plans?run=${encodeURIComponent(run.id)}` : `#/run/${encodeURIComponent(run.id)}`,
    });
  };

  const hear = (event: BridgeEvent): void => {
    if (event.name === 'data.progress') {
      const { progress } = event.payload;
      ofFile = progress && { what: progress.what, share: wholePercent(progress.done, progress.total) };
    } else if (event.name === 'run.removed') running.delete(event.payload.runId);
    else if (event.name === 'run.changed') {
      const { run } = event.payload;
      if (run.state === 'running' || run.counts.running > 0) running.set(run.id, run);
      else if (running.delete(run.id)) ended(run);
    } else return;
    show();
  };
  return { hear, underWay: () => ({ runs: [...running.values()], fileWork: ofFile?.what ?? null }) };
}

const words: Readonly<Record<RunSummary['state'], string>> = {
  running: 'Continues',
  paused: 'Paused',
  interrupted: 'Interrupted',
  finished: 'Finished',
  cancelled: 'Cancelled',
};

/** So that the bar is not updated for every cell of a large run. */
const wholePercent = (done: number, total: number): number =>
  total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100)) / 100;

function shareOf(runs: readonly RunSummary[]): number | null {
  const total = runs.reduce((sum, { counts }) => sum + counts.total, 0);
  if (total === 0) return null;
  const open = runs.reduce((sum, { counts }) => sum + counts.planned + counts.running, 0);
  return wholePercent(total - open, total);
}
