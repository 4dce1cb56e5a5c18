import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Outcomes } from './outcomes.ts';
import type { PageFetcher } from './pageFetcher.ts';

/** Dependencies for executing a run, live or queued. */
export type RunDeps = Pick<CoreParts, 'history' | 'clock' | 'random' | 'log' | 'publish'> & {
  readonly connections: Connections;
  readonly pages: PageFetcher;
  readonly outcomes: Outcomes;
};

/** Longer than a service takes to restart; shorter than a user waits for an explanation. */
const patienceMs = 60_000;

/** Whether an unreachable service is worth waiting for. */
export type Availability = {
  /** It responded, with whatever result. */
  readonly made: () => void;
  /**
   * It was unreachable. True while a retry is worthwhile: it responded to this program before, and has been
   * unreachable for less than a minute. A URL that never responded is reported to the user immediately.
   */
  readonly lost: (nowMs: number) => boolean;
};

export function createAvailability(): Availability {
  let answered = false;
  let awaySinceMs: number | null = null;
  return {
    made() {
      answered = true;
      awaySinceMs = null;
    },
    lost(nowMs) {
      awaySinceMs ??= nowMs;
      return answered && nowMs - awaySinceMs < patienceMs;
    },
  };
}
