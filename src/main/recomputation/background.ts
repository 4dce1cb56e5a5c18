import type { DerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#shared/model/appError.ts';
import type { RecomputationWork } from './recomputationWork.ts';

const everyMs = 1500;
/** Looks without work after which the threads are let go. */
const looksUntilRest = 20;

/** Keeps brand facts up to date while nobody waits, until the signal aborts. */
export async function recomputeInBackground(
  work: RecomputationWork,
  pool: DerivationPool,
  clock: Clock,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let idle = 0;
  let told = '';
  while (!signal.aborted) {
    const worked = await work.turn(signal).catch((error: unknown) => {
      // A history that cannot be used now has told so already; it may be mended later.
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof AppError) || (error.code === 'INTERNAL' && reason !== told))
        log('warn', 'Brand facts cannot be computed', { reason });
      told = reason;
      return false;
    });
    idle = worked ? 0 : idle + 1;
    if (idle === looksUntilRest) await pool.rest();
    if (!worked) await clock.wait(everyMs, signal).catch(() => {});
  }
}
