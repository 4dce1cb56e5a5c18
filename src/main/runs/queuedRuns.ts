import type { OpenConnection } from '../connections/connections.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import { createProgress } from './progress.ts';
import { createQueuedRun, type QueuedRun } from './queuedRun.ts';
import type { RunDeps } from './runDeps.ts';

/**
 * Executes runs as tasks in their service's queue. The tasks continue when this program ends, and their answers
 * are collected when it starts again.
 */
export function createQueuedRuns(deps: RunDeps) {
  const { history, clock, log, publish } = deps;
  const active = new Map<string, QueuedRun>();
  let stopping = false;

  const begin = (runId: string, connection: OpenConnection, runConfig: RunConfig): void => {
    if (active.has(runId)) return;
    const progress = createProgress(clock, async (cells) => {
      try {
        publish('run.changed', {
          run: await history.call('runs.status', { runId }),
          cells: [...cells],
        });
      } catch (error) {
        log('debug', 'Progress could not be reported', { runId, reason: String(error) });
      }
    });
    const run = createQueuedRun({ ...deps, runId, connection, runConfig, progress });
    active.set(runId, { ...run, ended: run.ended.then(() => leave(runId, connection, runConfig)) });
  };
  /** A run that was resumed just as work on it ended is started again. */
  const leave = async (runId: string, connection: OpenConnection, runConfig: RunConfig): Promise<void> => {
    active.delete(runId);
    if (stopping) return;
    try {
      await history.call('queues.release', { runId });
      const { state } = await history.call('runs.pending', { runId });
      if (state === 'running') begin(runId, connection, runConfig);
    } catch (error) {
      log('debug', 'A run cannot be read any more', { runId, reason: String(error) });
    }
  };

  return {
    /** Starts work on a run with planned or sent cells; does nothing if it is already in progress here. */
    begin,
    has: (runId: string): boolean => active.has(runId),
    any: (): boolean => active.size > 0,
    /** The run was paused, cancelled or resumed: it checks immediately. */
    nudge: (runId: string): void => active.get(runId)?.nudge(),
    async ended(runId: string): Promise<void> {
      await active.get(runId)?.ended;
    },
    /** Stops without changing anything; accepted tasks continue at the service. */
    async stop(): Promise<void> {
      stopping = true;
      const runs = [...active.values()];
      for (const run of runs) run.stop();
      await Promise.all(runs.map((run) => run.ended));
    },
  };
}

export type QueuedRuns = ReturnType<typeof createQueuedRuns>;
