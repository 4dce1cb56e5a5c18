import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    try {
      await pause(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      // Node wraps the reason; callers compare it.
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
