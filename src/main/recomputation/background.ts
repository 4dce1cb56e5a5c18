import type { Logger } from '#platform/log.ts';
import type { PollSchedule } from '#platform/pollSchedule.ts';
import { AppError } from '#shared/model/appError.ts';
import type { RecomputationWork } from './recomputationWork.ts';

const everyMs = 1500;

/** Keeps brand facts up to date while idle, until the signal aborts. */
export async function recomputeInBackground(
  work: RecomputationWork,
  polling: PollSchedule,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const pause = polling.interval(everyMs);
  let told = '';
  while (!signal.aborted) {
    const worked = await work.turn(signal).catch((error: unknown) => {
      // A history that cannot be used has already reported it and may be repaired later.
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof AppError) || (error.code === 'INTERNAL' && reason !== told))
        log('warn', 'Brand facts cannot be computed', { reason });
      told = reason;
      return false;
    });
    if (!worked) await pause(signal);
  }
}
