import { Notification } from 'electron';
import type { Notifier } from '../../ports.ts';

/** Notifications of the operating system; a click leads the window to what they are about. */
export function createSystemNotifier(open: (address: string) => void): Notifier {
  // One that is collected while it is on the screen does not hear its click.
  const shown = new Set<Notification>();
  return {
    show: ({ title, body, address }) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      const forget = (): boolean => shown.delete(notification);
      notification.on('click', () => {
        forget();
        open(address);
      });
      notification.on('close', forget);
      shown.add(notification);
      notification.show();
    },
  };
}
