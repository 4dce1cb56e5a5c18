import type { OpenConnection } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { QueuedRuns } from './queuedRuns.ts';

export type ClearedQueue = {
  /** Tasks of the whole account that were removed before they started. */
  readonly cleared: number;
  /** Cells of this history among them. */
  readonly cancelled: number;
  /** Cells in progress; their answers are collected. */
  readonly collecting: number;
  readonly pausedRuns: number;
};

/** How long to wait for the cells of removed tasks, and how often to check them, in milliseconds. */
const settleMs = 10_000;
const lookEveryMs = 150;

/**
 * Clears the queue of an account. Runs that would refill it are paused first. The program that works on a run
 * cancels the cells whose tasks were removed; runs without a program are adopted here for that.
 */
export async function clearQueue(
  connectionId: string,
  deps: Pick<CoreParts, 'history' | 'clock' | 'publish'> & {
    readonly usable: (connectionId: string) => Promise<OpenConnection>;
    readonly queued: Pick<QueuedRuns, 'nudge'>;
    readonly collect: () => Promise<unknown>;
  },
): Promise<ClearedQueue> {
  const { history, clock, publish, queued } = deps;
  const { client } = await deps.usable(connectionId);
  const own = () => history.call('queues.own', { connectionId, nowMs: clock.now() });
  const runs = (await own()).runs.filter(({ mode }) => mode === 'queued');
  const cancelledCells = async (): Promise<number> => {
    const summaries = runs.map(({ runId }) => history.call('runs.status', { runId }));
    return (await Promise.all(summaries)).reduce((sum, { counts }) => sum + counts.cancelled, 0);
  };
  const before = await cancelledCells();
  let pausedRuns = 0;
  for (const { runId, state, planned } of runs) {
    if (state !== 'running' || planned === 0) continue;
    if (!(await history.call('runs.pause', { runId, reason: 'person' }))) continue;
    pausedRuns += 1;
    publish('run.changed', { run: await history.call('runs.status', { runId }), cells: [] });
  }
  // Recorded before and after clearing: a program that misses its task meanwhile must know why, and so must one
  // that submitted a task just now.
  const note = () => history.call('queues.noteCleared', { connectionId, nowMs: clock.now() });
  await note();
  const { cleared } = (await client.clearQueue()).data;
  await note();
  await deps.collect();
  for (const { runId } of runs) queued.nudge(runId);
  let collecting = (await own()).waiting;
  for (let waitedMs = 0; collecting > 0 && waitedMs < settleMs; waitedMs += lookEveryMs) {
    const { processingTasks } = (await client.queue()).data;
    collecting = (await own()).waiting;
    if (collecting <= processingTasks) break;
    await clock.wait(lookEveryMs);
  }
  return { cleared, cancelled: (await cancelledCells()) - before, collecting, pausedRuns };
}
