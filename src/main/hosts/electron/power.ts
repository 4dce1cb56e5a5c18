import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Logger } from '#platform/log.ts';

/** Keeps the machine from going to sleep by itself while something goes on; its screen may. */
export function createWakefulness(): (wanted: boolean) => void {
  let blocker: number | null = null;
  return (wanted) => {
    if (wanted === (blocker !== null)) return;
    if (blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}

/** Follows the machine into sleep and out of it, and to its end. Only once Electron is ready. */
export function followPower(parts: {
  readonly wake: () => void;
  readonly quit: () => void;
  readonly log: Logger;
}): void {
  powerMonitor.on('suspend', () => parts.log('info', 'The machine goes to sleep.'));
  powerMonitor.on('resume', () => {
    parts.log('info', 'The machine is awake again.');
    parts.wake();
  });
  // Held back, the quit goes on while the session waits for the process; a quit that is held back by itself would cancel
  // the log-out on macOS. The types leave the event out, which its documentation describes.
  const atEnd = (event?: { readonly preventDefault?: () => void }): void => {
    event?.preventDefault?.();
    parts.quit();
  };
  powerMonitor.on('shutdown', atEnd as () => void);
}
