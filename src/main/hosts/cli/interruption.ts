/** Repeats within this time are one wish: npm and the terminal both pass Ctrl+C on, and the settings library sends it again. */
const sameWishMs = 500;

/**
 * Turns signals into an abort: the first asks the command to end what it began, one that comes later, when the
 * person has lost patience, calls `giveUp`.
 */
export function interruptionBy(
  listen: (handler: () => void) => void,
  nowMs: () => number,
  giveUp: () => void,
): AbortSignal {
  const interruption = new AbortController();
  let firstMs = 0;
  listen(() => {
    if (!interruption.signal.aborted) {
      firstMs = nowMs();
      interruption.abort();
    } else if (nowMs() - firstMs > sameWishMs) giveUp();
  });
  return interruption.signal;
}
