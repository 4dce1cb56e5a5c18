import { Notification } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { Notifier } from '../../ports.ts';

/** Number of notifications that can still be clicked; systems do not always report that one is gone. */
const maxShown = 20;

/** System notifications; a click opens the related page in the window. */
export function createSystemNotifier(parts: {
  readonly open: (address: string) => void;
  /** Called once if the system shows none, with the reason. */
  readonly refused: (reason: string) => void;
  readonly log: Logger;
}): Notifier {
  // A garbage-collected notification does not receive its click.
  const shown = new Set<Notification>();
  let told = false;
  return {
    show: ({ title, body, address }) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      const forget = (): boolean => shown.delete(notification);
      notification.on('click', () => {
        forget();
        parts.open(address);
      });
      notification.on('close', forget);
      notification.on('failed', (_event, error) => {
        forget();
        parts.log('warn', 'A notification was not shown.', { error });
        if (!told) parts.refused(error);
        told = true;
      });
      shown.add(notification);
      for (const oldest of shown) {
        if (shown.size <= maxShown) break;
        shown.delete(oldest);
      }
      notification.show();
    },
  };
}
