import { AppError } from '#shared/model/appError.ts';
import type { Retention, RetentionPreview, RetentionRule } from '#shared/model/maintenance.ts';
import { trashDays } from '#shared/model/retentionDefaults.ts';
import type { CoreParts } from '../coreParts.ts';
import type { StoredRetention } from '../history/maintenance/retentionOperations.ts';

/** Cells or pages deleted per call: other calls wait for some ten milliseconds at most. */
const batchSize = 40;
/** Delay between two calls, so that other calls come first. */
const pauseMs = 5;
const lookEveryMs = 15 * 60_000;
const dayMs = 86_400_000;
/**
 * A clock is believed this far beyond what was stored before the start, and as long as the program runs since: one start
 * with a wrong date deletes nothing.
 */
const maxAbsenceMs = 31 * dayMs;

export type RetentionStore = ReturnType<typeof createRetention>;
type Named = { readonly project?: string };

/** Applies retention rules in the background, one project at a time. */
export function createRetention(deps: Pick<CoreParts, 'history' | 'clock' | 'log' | 'publish'>) {
  const { history, clock, log, publish } = deps;
  /** By project. */
  const rounds = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();

  const view = (stored: StoredRetention): Retention => ({ ...stored, running: rounds.has(stored.projectId) });
  const get = async ({ project }: Named): Promise<Retention> =>
    view(await history.call('retention.get', { project }));
  const tell = async (project: string): Promise<void> =>
    publish('retention.changed', { retention: await get({ project }) });

  const carryOut = async (project: string, now: () => number, signal: AbortSignal): Promise<void> => {
    const { round } = await history.call('retention.begin', { project, nowMs: clock.now() });
    let steps = 0;
    for (let more = true; more && !signal.aborted; steps += 1) {
      ({ more } = await history.call('retention.deleteSome', {
        project,
        round,
        limit: batchSize,
        nowMs: now(),
      }));
      if (steps % 20 === 0) await tell(project);
      await clock.wait(pauseMs, signal).catch(() => {});
    }
    await history.call('retention.end', { round, nowMs: clock.now() });
  };

  const start = (project: string, now = clock.now): void => {
    if (rounds.has(project)) return;
    const abort = new AbortController();
    const ended = carryOut(project, now, abort.signal)
      .catch((error: unknown) => {
        log('warn', 'The retention rule was not applied completely', { project, reason: String(error) });
        const reason = error instanceof Error ? error.message : String(error);
        publish('notice', { level: 'error', message: `Deletion by the retention rule stopped: ${reason}` });
      })
      .finally(async () => {
        rounds.delete(project);
        await tell(project).catch(() => {});
        publish('history.changed', {});
      });
    rounds.set(project, { abort, ended });
  };

  const stop = async (project: string): Promise<void> => {
    const round = rounds.get(project);
    round?.abort.abort();
    await round?.ended;
  };

  return {
    get,
    async set({ project, rule }: Named & { readonly rule: RetentionRule | null }): Promise<Retention> {
      const stored = await history.call('retention.set', { project, rule, nowMs: clock.now() });
      if (rule === null) await stop(stored.projectId);
      return get({ project: stored.projectId });
    },
    preview: ({ project, rule }: Named & { readonly rule?: RetentionRule }): Promise<RetentionPreview> =>
      history.call('retention.preview', { project, rule, nowMs: clock.now() }),
    /**
     * Starts deleting and returns immediately.
     * @throws AppError CONFLICT without a rule
     */
    async apply({ project }: Named): Promise<Retention> {
      const stored = await history.call('retention.get', { project });
      if (stored.rule === null)
        throw new AppError(
          'CONFLICT',
          `${stored.projectName} has no retention rule. Set one first. Nothing was deleted.`,
        );
      start(stored.projectId);
      return view(stored);
    },
    async stop({ project }: Named): Promise<Retention> {
      const { projectId } = await history.call('retention.get', { project });
      await stop(projectId);
      return get({ project: projectId });
    },
    isDeleting: (): boolean => rounds.size > 0,
    /** Stops all deletion. */
    async close(): Promise<void> {
      for (const { abort } of rounds.values()) abort.abort();
      await Promise.all([...rounds.values()].map(({ ended }) => ended));
    },
    /** Applies automatic rules once a day and empties old trash, until the signal aborts. */
    async watch(signal: AbortSignal): Promise<void> {
      const newest = await history.call('retention.newest', {}).catch(() => ({ atMs: 0 }));
      let waitedMs = 0;
      const now = (): number => Math.min(clock.now(), (newest.atMs || clock.now()) + maxAbsenceMs + waitedMs);
      while (!signal.aborted) {
        await history
          .call('trash.expire', { nowMs: now(), keptMs: trashDays * dayMs })
          .catch((error: unknown) => {
            log('warn', 'The trash was not emptied', { reason: String(error) });
          });
        const due = await history
          .call('retention.due', { sinceMs: clock.now() - dayMs })
          .catch((): readonly string[] => []);
        for (const project of due) start(project, now);
        await clock.wait(lookEveryMs, signal).catch(() => {});
        waitedMs += lookEveryMs;
      }
    },
  };
}
