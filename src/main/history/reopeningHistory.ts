import type { Clock, Host, Logger } from '#main/ports/ports.ts';
import { AppError } from '#shared/bridge/appError.ts';
import type { History } from './historyClient.ts';

/** What the rest of the program needs of the history. */
export type HistoryCalls = Pick<History, 'call'>;

export type ReopeningHistory = HistoryCalls & {
  /** This program's registration in the history; runs belong to it. */
  readonly sessionUid: () => string;
  /** Why the history cannot be used, or null when it can. */
  readonly problem: () => AppError | null;
  /** Tries to open it (again). Resolves whether it worked; the reason is then in `problem`. */
  readonly open: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/**
 * A history that may be locked, damaged or out of reach: the program starts all the same, says so, and tries
 * again when asked. Until then every call fails with that reason.
 */
export function createReopeningHistory(options: {
  readonly openHistory: () => Promise<History>;
  readonly host: Host;
  readonly programVersion: string;
  readonly clock: Clock;
  readonly log: Logger;
}): ReopeningHistory {
  const { log, clock } = options;
  let history: History | null = null;
  let sessionUid: string | null = null;
  let problem: AppError | null = new AppError('HISTORY_UNAVAILABLE', 'The history is not open yet.');
  let opening: Promise<boolean> | null = null;

  const openOnce = async (): Promise<boolean> => {
    try {
      const opened = await options.openHistory();
      const session = await opened.call('sessions.open', {
        host: options.host,
        programVersion: options.programVersion,
        nowMs: clock.now(),
      });
      history = opened;
      sessionUid = session.sessionUid;
      problem = null;
      const { backupFile, fromVersion, version } = opened.opened;
      log('info', 'History opened', { file: opened.file, fromVersion, version, backupFile });
      if (session.interruptedRuns.length > 0) {
        const { interruptedRuns, unknownCells } = session;
        log('warn', 'Runs of a program that ended were interrupted', { interruptedRuns, unknownCells });
      }
      return true;
    } catch (error) {
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

  return {
    call: (operation, input) => {
      if (history) return history.call(operation, input);
      return Promise.reject(problem);
    },
    sessionUid() {
      if (sessionUid === null)
        throw problem ?? new AppError('HISTORY_UNAVAILABLE', 'The history is not open.');
      return sessionUid;
    },
    problem: () => problem,
    open() {
      if (history) return Promise.resolve(true);
      opening ??= openOnce();
      return opening;
    },
    async close() {
      await opening;
      if (!history) return;
      if (sessionUid !== null)
        await history
          .call('sessions.close', { sessionUid, nowMs: clock.now() })
          .catch((error: unknown) =>
            log('warn', 'The session could not be closed', { reason: String(error) }),
          );
      await history.close();
      problem = new AppError('SHUTTING_DOWN', 'Parallax is closing; nothing was changed.');
      history = null;
    },
  };
}
