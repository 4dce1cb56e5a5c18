import type { Clock } from '#platform/clock.ts';
import type { HistoryCalls } from './reopeningHistory.ts';

const everyMs = 1500;
/** How many looks go between two searches for programs that died in the middle of a run. */
const looksPerSweep = 6;

/**
 * Tells when another program has written to the history, or died while it worked on a run, until the signal aborts.
 * A look costs microseconds; SQLite
 * offers no other way to hear of it.
 */
export async function watchForeignChanges(
  history: HistoryCalls,
  clock: Clock,
  signal: AbortSignal,
  onDeath: () => void,
  onChange: () => void,
): Promise<void> {
  let seen: number | null = null;
  for (let look = 1; !signal.aborted; look++) {
    // A history that cannot be read now has told so already; it may be mended later.
    const version = await history.call('maintenance.foreignVersion', {}).catch(() => null);
    if (version !== null) {
      if (seen !== null && version !== seen) onChange();
      seen = version;
    }
    if (look % looksPerSweep === 0) {
      const found = await history.call('sessions.sweep', { nowMs: clock.now() }).catch(() => null);
      if (found && found.interruptedRuns.length > 0) {
        onChange();
        onDeath();
      }
    }
    await clock.wait(everyMs, signal).catch(() => {});
  }
}
