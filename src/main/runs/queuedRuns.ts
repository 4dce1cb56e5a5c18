import type { OpenConnection } from '../connections/connections.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import { createProgress } from './progress.ts';
import { createQueuedRun, type QueuedRun } from './queuedRun.ts';
import type { RunDeps } from './runDeps.ts';

/**
 * Carries out runs as tasks in their service's queue: they go on there when this program ends, and their answers
 * are collected whenever it comes back.
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
  /** A run that was resumed in the very moment in which the work on it ended goes on. */
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
    /** Takes on a run whose cells are planned, sent, or both; a run that is taken on already is left alone. */
    begin,
    has: (runId: string): boolean => active.has(runId),
    any: (): boolean => active.size > 0,
    /** The run was paused, cancelled or resumed: it looks at once. */
    nudge: (runId: string): void => active.get(runId)?.nudge(),
    async ended(runId: string): Promise<void> {
      await active.get(runId)?.ended;
    },
    /** Leaves everything where it is; what the service has taken goes on there. */
    async stop(): Promise<void> {
      stopping = true;
      const runs = [...active.values()];
      for (const run of runs) run.stop();
      await Promise.all(runs.map((run) => run.ended));
    },
  };
}

export type QueuedRuns = ReturnType<typeof createQueuedRuns>;
