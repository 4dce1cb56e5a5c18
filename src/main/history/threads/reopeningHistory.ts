import type { Host } from '#main/ports.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#shared/model/appError.ts';
import type { History } from './historyClient.ts';

/** The history as the rest of the program uses it. */
export type HistoryCalls = Pick<History, 'call'>;

export type ReopeningHistory = HistoryCalls & {
  /** This program's session in the history; runs belong to it. */
  readonly sessionId: () => string;
  /** Why the history cannot be used, or null if it can. */
  readonly problem: () => AppError | null;
  /** Tries to open it (again). Resolves to whether it worked; `problem` has the reason. */
  readonly open: () => Promise<boolean>;
  /**
   * Closes the history, runs exclusive work on its file, and opens it again; calls wait meanwhile.
   * @throws AppError CONFLICT while runs are in progress, and whatever the work throws
   */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** If the worker dies repeatedly within this time, in milliseconds, it is not restarted until a user asks. */
const deathsWithinMs = 60_000;
const maxDeaths = 3;

/**
 * A history that may be locked, damaged or unavailable: the program starts anyway, reports it, and retries on
 * request. Until then every call fails with that reason. A worker that dies is restarted automatically, and
 * calls wait for it.
 */
export function createReopeningHistory(options: {
  readonly openHistory: () => Promise<History>;
  readonly host: Host;
  readonly programVersion: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The worker died; this is the result of the restart. */
  readonly onDeath?: (level: 'warning' | 'error', message: string) => void;
}): ReopeningHistory {
  const { log, clock } = options;
  let history: History | null = null;
  let sessionId: string | null = null;
  let problem: AppError | null = new AppError('HISTORY_UNAVAILABLE', 'The history is not open yet.');
  let opening: Promise<boolean> | null = null;
  let closed = false;
  /** Calls wait for this: the worker is restarting, or exclusive work is running. */
  let away: Promise<unknown> | null = null;
  let deaths: readonly number[] = [];

  const openOnce = async (): Promise<boolean> => {
    let opened: History | null = null;
    try {
      opened = await options.openHistory();
      const session = await opened.call('sessions.open', {
        host: options.host,
        programVersion: options.programVersion,
        nowMs: clock.now(),
        sessionId: sessionId ?? undefined,
      });
      history = opened;
      sessionId = session.sessionId;
      problem = null;
      watch(opened);
      const { backupFile, fromVersion, version } = opened.opened;
      log('info', 'History opened', { file: opened.file, fromVersion, version, backupFile });
      if (session.interruptedRuns.length > 0) {
        const { interruptedRuns, unknownCells } = session;
        log('warn', 'Runs of a program that ended were interrupted', { interruptedRuns, unknownCells });
      }
      return true;
    } catch (error) {
      // A worker that opened the file but could not register would hold it for nothing.
      await opened?.close();
      problem =
        error instanceof AppError
          ? error
          : new AppError('HISTORY_UNAVAILABLE', 'The history could not be opened.', { cause: error });
      log('error', 'The history cannot be used', { code: problem.code, reason: problem.message });
      return false;
    } finally {
      opening = null;
    }
  };

  const openNow = (): Promise<boolean> => {
    if (history) return Promise.resolve(true);
    opening ??= openOnce();
    return opening;
  };

  const watch = (opened: History): void => {
    opened.died.then(() => {
      if (history !== opened || closed) return;
      history = null;
      const now = clock.now();
      deaths = [...deaths.filter((at) => now - at < deathsWithinMs), now];
      log('error', 'The history worker stopped unexpectedly', { deaths: deaths.length });
      if (deaths.length > maxDeaths) {
        problem = new AppError(
          'HISTORY_UNAVAILABLE',
          'The history stopped several times and was not reopened. Reopen it, or check it with "parallax data check". Everything stored is kept.',
          { retryable: true },
        );
        options.onDeath?.('error', problem.message);
        return;
      }
      const reopening = openNow().then((worked) => {
        if (away === reopening) away = null;
        if (worked)
          options.onDeath?.(
            'warning',
            'The history stopped unexpectedly and was reopened. Everything stored is kept. Repeat your last action.',
          );
        else options.onDeath?.('error', problem?.message ?? 'The history cannot be opened.');
      });
      away = reopening;
    });
  };

  const leaveSession = async (open: History): Promise<void> => {
    if (sessionId === null) return;
    await open
      .call('sessions.close', { sessionId, nowMs: clock.now() })
      .catch((error: unknown) => log('warn', 'The session could not be closed', { reason: String(error) }));
    sessionId = null;
  };

  return {
    async call(operation, input) {
      while (away) await away;
      if (history) return history.call(operation, input);
      throw problem;
    },
    sessionId() {
      if (sessionId === null)
        throw problem ?? new AppError('HISTORY_UNAVAILABLE', 'The history is not open.');
      return sessionId;
    },
    problem: () => problem,
    async open() {
      while (away) await away;
      return openNow();
    },
    async aside(work) {
      while (away) await away;
      const { promise, resolve } = Promise.withResolvers<void>();
      away = promise;
      const open = history;
      try {
        if (open) {
          const { running } = await open.call('maintenance.runningRuns', {});
          if (running > 0)
            throw new AppError(
              'CONFLICT',
              `${running === 1 ? 'A run is' : `${running} runs are`} in progress. Wait for the end, pause or cancel, then try again.`,
            );
          history = null;
          await leaveSession(open);
          await open.close();
        }
        return await work();
      } finally {
        if (!closed) await openNow();
        away = null;
        resolve();
      }
    },
    async close() {
      closed = true;
      await away;
      await opening;
      if (!history) return;
      await leaveSession(history);
      await history.close();
      problem = new AppError('SHUTTING_DOWN', 'Parallax is closing. Nothing was changed.');
      history = null;
    },
  };
}

const afterMs = 10_000;
/** Answers read per call: other calls wait for some milliseconds. */
const most = 1000;
const pauseMs = 30;

/**
 * Loads the caches of searches and trends some time after a start, in batches, so that the first one does not
 * wait. Never rejects.
 */
export async function warmUpHistory(history: HistoryCalls, clock: Clock, signal: AbortSignal): Promise<void> {
  const load = {
    searches: () => history.call('search.load', { most }),
    trends: () => history.call('trends.load', { sources: true, most }),
  };
  try {
    await clock.wait(afterMs, signal);
    for (const next of [load.searches, load.trends])
      while (!(await next()).done) await clock.wait(pauseMs, signal);
  } catch {
    // The program ends, or the history cannot be read: the first search or trend loads it, or reports the
    // error.
  }
}

const sweepEveryMs = 9_000;

/** Until the signal aborts, reports when other programs have died while they worked on a run. */
export async function watchOtherPrograms(
  history: HistoryCalls,
  clock: Clock,
  signal: AbortSignal,
  onDeath: () => void,
): Promise<void> {
  while (!signal.aborted) {
    await clock.wait(sweepEveryMs, signal).catch(() => {});
    if (signal.aborted) return;
    // A history that cannot be read has already reported it and may be repaired later.
    const found = await history.call('sessions.sweep', { nowMs: clock.now() }).catch(() => null);
    if (found && found.interruptedRuns.length > 0) onDeath();
  }
}
