import { Notification } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { Notifier } from '../../ports.ts';

/** So many can still be clicked; systems do not always say that one is gone. */
const maxShown = 20;

/** Notifications of the operating system; a click leads the window to what they are about. */
export function createSystemNotifier(parts: {
  readonly open: (address: string) => void;
  /** Told once that the system shows none, with its reason. */
  readonly refused: (reason: string) => void;
  readonly log: Logger;
}): Notifier {
  // One that is collected while it is on the screen does not hear its click.
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
