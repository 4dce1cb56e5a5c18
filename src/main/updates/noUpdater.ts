import type { Updater } from '../ports.ts';

/** For hosts that are updated by other means. */
export const noUpdater = (reason: string): Updater => {
  const refuse = (): never => {
    throw new Error(reason);
  };
  return { off: reason, installs: false, check: refuse, download: refuse, install: refuse };
};
