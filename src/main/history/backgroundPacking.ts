import type { Clock } from '#main/ports/ports.ts';
import type { HistoryCalls } from './reopeningHistory.ts';

/** Answers packed at once: other calls wait for some ten milliseconds at most. */
const atOnce = 8;
const everyMs = 2000;

/** Packs tightly what was stored in haste, while nobody waits, until the signal aborts. */
export async function packInBackground(
  history: HistoryCalls,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // A history that cannot be written now has told so already; it may be mended later.
    const packed = await history.call('upkeep.packSome', { limit: atOnce }).catch(() => 0);
    if (packed === 0) await clock.wait(everyMs, signal).catch(() => {});
  }
}
