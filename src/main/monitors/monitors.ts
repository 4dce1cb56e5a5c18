import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { usualRules } from '#shared/model/alertRules.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { MonitorTime, MonitorView } from '#shared/model/monitor.ts';
import type { Schedule } from '#shared/model/schedule.ts';
import { decideDue, dueTimes, nextTimes, scheduleLabel, scheduleProblem } from '#shared/planning/schedule.ts';
import type { CoreParts } from '../coreParts.ts';
import type { StoredMonitor } from '../history/store/operations/monitors.ts';
import type { ReopeningHistory } from '../history/threads/reopeningHistory.ts';
import type { Runs } from '../runs/runs.ts';
import type { AppSettings } from '../settings/settings.ts';
import { createWatch } from '../watching.ts';

/** A scheduled time is on time within this long; later it counts as missed. */
const graceMs = 5 * 60_000;
const lookEveryMs = 20_000;
/** Maximum number of missed times to catch up with, whatever the rule. */
const maxTimes = 100;
/** A last time further in the future than this was recorded with a wrong clock. */
const clockErrorMs = 60 * 60_000;

/** Plans on a schedule: runs what is due, each time once, whichever program is first. */
export function createMonitors(
  deps: Pick<CoreParts, 'clock' | 'log' | 'publish'> & {
    readonly history: ReopeningHistory;
    readonly runs: Runs;
    readonly settings: Pick<AppSettings, 'read'>;
  },
) {
  const { history, runs, settings, clock, log, publish } = deps;

  const view = ({ handledUntilMs: _, createdAtMs: __, ...monitor }: StoredMonitor): MonitorView => ({
    ...monitor,
    words: scheduleLabel(monitor.schedule.cron),
    nextTimesMs: [...nextTimes(monitor.schedule, clock.now(), 5)],
  });

  const setAside = async (runId: string, error: unknown): Promise<string> => {
    const note = error instanceof Error ? error.message : String(error);
    await history.call('runs.interrupt', { runId, nowMs: clock.now() });
    await history.call('monitors.failed', { runId, note });
    return note;
  };

  /**
   * A run that cannot start (for example without a key) must not look as if it were in progress, or later times
   * would be skipped.
   */
  const carryOut = async (runId: string, monitor: StoredMonitor): Promise<void> => {
    try {
      await runs.carryOut(runId, monitor.connectionId);
    } catch (error) {
      const note = await setAside(runId, error);
      log('warn', 'A monitor’s run could not begin', { monitor: monitor.name, run: runId, reason: note });
    }
  };

  /** Handles one scheduled time, or several skipped ones. Returns the run that started, or null. */
  const handle = async (
    monitor: StoredMonitor,
    leftOut: readonly { readonly atMs: number; readonly note: string }[],
    runAtMs: number | null,
  ): Promise<string | null> => {
    const { runId } = await history.call('monitors.handle', {
      monitorId: monitor.id,
      handledUntilMs: monitor.handledUntilMs,
      leftOut,
      runAtMs,
      sessionId: history.sessionId(),
      nowMs: clock.now(),
    });
    if (runId !== null) {
      log('info', 'A monitor began a run', { monitor: monitor.name, run: runId, scheduledAtMs: runAtMs });
      await carryOut(runId, monitor);
    }
    publish('monitors.changed', {});
    return runId;
  };

  const look = async (monitor: StoredMonitor): Promise<readonly string[]> => {
    const now = clock.now();
    const { schedule } = monitor;
    if (monitor.pausedAtMs !== null) return [];
    // A clock before the monitor's creation is wrong: nothing is due until it is right again.
    if (now < monitor.createdAtMs - clockErrorMs) return [];
    if (monitor.handledUntilMs > now + clockErrorMs) {
      log('warn', 'The clock was set back', {
        monitor: monitor.name,
        handledUntilMs: monitor.handledUntilMs,
      });
      await history.call('monitors.rewind', {
        monitorId: monitor.id,
        handledUntilMs: monitor.handledUntilMs,
        nowMs: now,
      });
      return [];
    }
    const due = dueTimes(
      schedule,
      Math.max(monitor.handledUntilMs, monitor.createdAtMs),
      now,
      maxTimes,
    ).filter((time) => time + jitterMs(schedule, monitor.id, time) <= now);
    if (due.length === 0) return [];
    const decision = decideDue(due, schedule.missed, now, graceMs + schedule.jitterSeconds * 1000);
    const busy = monitor.lastRunState === 'running';
    if (busy && schedule.overlap === 'wait') return [];
    const skipped = busy && schedule.overlap === 'skip';
    const missed = decision.leftOut.map((atMs) => ({ atMs, note: 'missed' }));
    if (skipped || decision.run.length === 0) {
      const overlapping = decision.run.map((atMs) => ({ atMs, note: 'the previous run had not ended' }));
      await handle(monitor, [...missed, ...overlapping], null);
      return [];
    }
    // One at a time: with "all", the next one follows its own overlap rule at the next check.
    const first = decision.run[0] ?? null;
    const runId = await handle(
      monitor,
      missed.filter(({ atMs }) => first === null || atMs < first),
      first,
    );
    return runId === null ? [] : [runId];
  };

  /** Continues runs of monitors left by their programs; another program may be faster. */
  const resumeLeft = async (): Promise<readonly string[]> => {
    const resumed: string[] = [];
    for (const runId of await history.call('monitors.interrupted', {})) {
      try {
        const { resumed: ready, collecting = 0 } = await runs.resume({
          runId,
          retryFailed: false,
          includeUnknown: false,
        });
        if (ready + collecting > 0) resumed.push(runId);
      } catch (error) {
        log('debug', 'A monitor’s run is not resumed here', { run: runId, reason: String(error) });
      }
    }
    return resumed;
  };

  /** Starts everything due, over all monitors, and continues what was left. */
  const tick = async (): Promise<{ runIds: string[]; resumed: string[] }> => {
    const runIds: string[] = [];
    for (const monitor of await history.call('monitors.list', {})) {
      try {
        runIds.push(...(await look(monitor)));
      } catch (error) {
        log('warn', 'A monitor could not be run', { monitor: monitor.name, reason: String(error) });
      }
    }
    return { runIds, resumed: [...(await resumeLeft())] };
  };

  const find = async (monitor: string): Promise<MonitorView> =>
    view(await history.call('monitors.find', { monitor }));
  /** @throws AppError INVALID_INPUT if there is nothing to translate with */
  const refuseTranslation = async (projectId: string): Promise<void> => {
    const { defaults } = await history.call('projects.get', { project: projectId });
    if (defaults.translation?.with != null) return;
    const message =
      'Choose a language and a translator for the project first: Translate above the answers of a run, or "parallax translate RUN --to en --with local --save".';
    throw invalidInput('translation', message);
  };
  const refuse = (schedule: Schedule): void => {
    const problem = scheduleProblem(schedule);
    if (problem) throw new AppError('INVALID_INPUT', problem.message, { fields: [problem] });
  };

  return {
    tick,
    /** Finds runs of dead programs, and collects their queued answers unless the user turned that off. */
    async collect(): Promise<{ interrupted: string[] }> {
      const { interruptedRuns } = await history.call('sessions.sweep', { nowMs: clock.now() });
      if (settings.read().collectQueued !== 'ask') await runs.resumeOrphanedTasks();
      return { interrupted: [...interruptedRuns] };
    },
    ...createWatch(clock, lookEveryMs, tick, (error) =>
      log('debug', 'The monitors cannot be read', { reason: String(error) }),
    ),
    /** @throws AppError INVALID_INPUT with the field, NOT_FOUND, CONFLICT */
    async add({ projectId, ...input }: RouteParsedInput<'monitors.add'>): Promise<MonitorView> {
      refuse(input.schedule);
      const plan = await history.call('plans.get', { plan: input.plan, projectId });
      if (input.translation !== null) await refuseTranslation(projectId);
      const { id } = await history.call('monitors.add', {
        name: input.name,
        planId: plan.id,
        connectionId: input.connectionId,
        schedule: input.schedule,
        mode: input.mode,
        ceiling: input.ceiling ?? null,
        translation: input.translation,
        nowMs: clock.now(),
      });
      for (const rule of input.alertRules ? usualRules : [])
        await history.call('alerts.addRule', { monitor: id, rule, nowMs: clock.now() });
      publish('monitors.changed', {});
      return find(id);
    },
    /** @throws AppError INVALID_INPUT with the field, NOT_FOUND, CONFLICT */
    async edit({
      plan,
      connectionId,
      projectId,
      ...input
    }: RouteParsedInput<'monitors.edit'>): Promise<MonitorView> {
      if (input.schedule) refuse(input.schedule);
      const planId =
        plan === undefined ? undefined : (await history.call('plans.get', { plan, projectId })).id;
      if (input.translation != null)
        await refuseTranslation((await history.call('monitors.find', { monitor: input.monitor })).projectId);
      const { id } = await history.call('monitors.edit', {
        ...input,
        planId,
        connectionId,
        nowMs: clock.now(),
      });
      publish('monitors.changed', {});
      return find(id);
    },
    read({ cron, timeZone }: { readonly cron: string; readonly timeZone: string }) {
      const problem = scheduleProblem({ cron, timeZone });
      if (problem) return { words: null, nextTimesMs: [], timeZone, problem };
      const nextTimesMs = [...nextTimes({ cron, timeZone }, clock.now(), 5)];
      return { words: scheduleLabel(cron), nextTimesMs, timeZone, problem: null };
    },
    async pause({ monitor, paused }: RouteParsedInput<'monitors.pause'>): Promise<MonitorView> {
      await history.call('monitors.pause', { monitor, paused, nowMs: clock.now() });
      publish('monitors.changed', {});
      return find(monitor);
    },
    /**
     * Immediately, as another time of its series; the schedule is not affected.
     * @throws AppError if it cannot start
     */
    async runNow({ monitor }: RouteParsedInput<'monitors.runNow'>): Promise<{ runId: string }> {
      const { runId, connectionId } = await history.call('monitors.runNow', {
        monitor,
        sessionId: history.sessionId(),
        nowMs: clock.now(),
      });
      publish('monitors.changed', {});
      try {
        await runs.carryOut(runId, connectionId);
      } catch (error) {
        await setAside(runId, error);
        throw error;
      }
      return { runId };
    },
    async times(input: {
      readonly monitor: string;
      readonly limit: number;
      readonly beforeMs?: number;
    }): Promise<{ times: MonitorTime[]; more: boolean }> {
      const { monitor, limit, beforeMs = Number.MAX_SAFE_INTEGER } = input;
      const times = await history.call('monitors.times', { monitor, beforeMs, limit: limit + 1 });
      return { times: times.slice(0, limit), more: times.length > limit };
    },
    /** Of one project, or of all if absent. */
    list: async ({ projectId }: RouteParsedInput<'monitors.list'>) => ({
      monitors: (await history.call('monitors.list', {}))
        .filter((monitor) => projectId === undefined || monitor.projectId === projectId)
        .map(view),
    }),
    async remove({ monitor }: RouteParsedInput<'monitors.remove'>): Promise<{ removed: boolean }> {
      await history.call('monitors.remove', { monitor, nowMs: clock.now() });
      publish('monitors.changed', {});
      return { removed: true };
    },
  };
}

/** The same delay for the same time in every program, so that all agree on when it is due (FNV-1a). */
function jitterMs(schedule: Schedule, monitorId: string, time: number): number {
  if (schedule.jitterSeconds === 0) return 0;
  let hash = 0x811c9dc5;
  for (const character of `${monitorId}${time}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return (hash % (schedule.jitterSeconds * 1000 + 1)) | 0;
}
