import type { Clock, Logger } from '#main/ports/ports.ts';
import { AppError } from '#shared/bridge/appError.ts';
import type { AddMonitorInput, MonitorView } from '#shared/bridge/routes/monitors.ts';
import {
  decideDue,
  dueTimes,
  nextTimes,
  type Schedule,
  scheduleInWords,
  scheduleProblem,
} from '#shared/planning/schedule.ts';
import type { StoredMonitor } from '../history/operations/monitors.ts';
import type { ReopeningHistory } from '../history/reopeningHistory.ts';
import type { Runs } from '../runs/runs.ts';

/** A time is on time when the program looks within this long after it; later it counts as missed. */
const graceMs = 5 * 60_000;
const lookEveryMs = 20_000;
/** More missed times than this are not caught up with, whatever the rule. */
const mostTimes = 100;

export type Monitors = ReturnType<typeof createMonitors>;

/** Plans on a schedule: what is due is run, whoever looks first, each time once. */
export function createMonitors(deps: {
  readonly history: ReopeningHistory;
  readonly runs: Runs;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { history, runs, clock, log } = deps;

  const view = (monitor: StoredMonitor): MonitorView => ({
    id: monitor.id,
    name: monitor.name,
    planId: monitor.planId,
    planName: monitor.planName,
    connectionName: monitor.connectionName,
    schedule: monitor.schedule,
    words: scheduleInWords(monitor.schedule.cron),
    nextTimesMs: [...nextTimes(monitor.schedule, clock.now(), 5)],
    mode: monitor.mode,
    ceiling: monitor.ceiling,
    lastRunId: monitor.lastRunId,
    lastRunState: monitor.lastRunState,
  });

  /** Deals with one scheduled time, or with several that are left out. Gives the run that began, or null. */
  const handle = async (
    monitor: StoredMonitor,
    leftOut: readonly { readonly atMs: number; readonly note: string }[],
    runAtMs: number | null,
  ): Promise<string | null> => {
    const { runUid } = await history.call('monitors.handle', {
      monitorUid: monitor.id,
      handledUntilMs: monitor.handledUntilMs,
      leftOut,
      runAtMs,
      sessionUid: history.sessionUid(),
      nowMs: clock.now(),
    });
    if (runUid !== null) {
      log('info', 'A monitor began a run', { monitor: monitor.name, run: runUid, scheduledAtMs: runAtMs });
      await runs.carryOut(runUid, monitor.connectionId);
    }
    return runUid;
  };

  const look = async (monitor: StoredMonitor): Promise<readonly string[]> => {
    const now = clock.now();
    const { schedule } = monitor;
    const due = dueTimes(schedule, monitor.handledUntilMs, now, mostTimes).filter(
      (time) => time + jitterMs(schedule, monitor.id, time) <= now,
    );
    if (due.length === 0) return [];
    const decision = decideDue(due, schedule.missed, now, graceMs + schedule.jitterSeconds * 1000);
    const busy = monitor.lastRunState === 'running';
    if (busy && schedule.overlap === 'wait') return [];
    const skipped = busy && schedule.overlap === 'skip';
    const missed = decision.leftOut.map((atMs) => ({ atMs, note: 'missed' }));
    if (skipped || decision.run.length === 0) {
      const overlapping = decision.run.map((atMs) => ({ atMs, note: 'the run before had not ended' }));
      await handle(monitor, [...missed, ...overlapping], null);
      return [];
    }
    // One at a time: with "all" the next one follows its own overlap rule at the next look.
    const first = decision.run[0] ?? null;
    const runUid = await handle(
      monitor,
      missed.filter(({ atMs }) => first === null || atMs < first),
      first,
    );
    return runUid === null ? [] : [runUid];
  };

  /** Begins what is due now, over all monitors. Gives the runs that began. */
  const tick = async (): Promise<readonly string[]> => {
    const begun: string[] = [];
    for (const monitor of await history.call('monitors.list', {})) {
      try {
        begun.push(...(await look(monitor)));
      } catch (error) {
        log('warn', 'A monitor could not be run', { monitor: monitor.name, reason: String(error) });
      }
    }
    return begun;
  };

  return {
    tick,
    /** Looks again and again until the signal aborts. */
    async watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await tick().catch((error: unknown) =>
          log('debug', 'The monitors cannot be read', { reason: String(error) }),
        );
        await clock.wait(lookEveryMs, signal).catch(() => {});
      }
    },
    /** @throws AppError INVALID_INPUT with the field, NOT_FOUND, CONFLICT */
    async add(input: AddMonitorInput): Promise<MonitorView> {
      const problem = scheduleProblem(input.schedule);
      if (problem) throw new AppError('INVALID_INPUT', problem.message, { fields: [problem] });
      const plan = await history.call('plans.get', { plan: input.plan });
      const { id } = await history.call('monitors.add', {
        name: input.name,
        planUid: plan.id,
        connectionUid: input.connectionId,
        schedule: input.schedule,
        mode: input.mode,
        ceiling: input.ceiling ?? null,
        nowMs: clock.now(),
      });
      const added = (await history.call('monitors.list', {})).find((monitor) => monitor.id === id);
      if (!added) throw new AppError('NOT_FOUND', 'The monitor was removed meanwhile.');
      return view(added);
    },
    list: async (): Promise<readonly MonitorView[]> => (await history.call('monitors.list', {})).map(view),
    async remove(monitor: string): Promise<{ removed: boolean }> {
      await history.call('monitors.remove', { monitor, nowMs: clock.now() });
      return { removed: true };
    },
  };
}

/** The same delay for the same time in every program, so that all of them agree when it is due (FNV-1a). */
function jitterMs(schedule: Schedule, monitorId: string, time: number): number {
  if (schedule.jitterSeconds === 0) return 0;
  let hash = 0x811c9dc5;
  for (const character of `${monitorId}${time}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return (hash % (schedule.jitterSeconds * 1000 + 1)) | 0;
}
