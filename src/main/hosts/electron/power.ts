import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Logger } from '#platform/log.ts';

/** Prevents automatic sleep while work is in progress; the display may turn off. */
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

/** Follows sleep, resume and shutdown of the machine. Only once Electron is ready. */
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
  // If the event is deferred, the session waits for the process to quit; deferring only the quit would cancel
  // the log-out on macOS. The types omit the event, which the documentation describes.
  const atEnd = (event?: { readonly preventDefault?: () => void }): void => {
    event?.preventDefault?.();
    parts.quit();
  };
  powerMonitor.on('shutdown', atEnd as () => void);
}
