import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { Connections } from '../connections/connections.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { PageFetcher } from './pageFetcher.ts';

/** What carrying out a run needs, however it is sent. */
export type RunDeps = {
  readonly history: HistoryCalls;
  readonly connections: Connections;
  readonly pages: PageFetcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly publish: EventSink;
};

/** Longer than a service takes to restart; shorter than a person waits for an explanation. */
const patienceMs = 60_000;

/** Whether a service that cannot be reached is worth waiting for. */
export type Availability = {
  /** It answered, whatever the answer was. */
  readonly made: () => void;
  /**
   * It could not be reached. True while it should be tried again: it answered this program before, and has been
   * away for less than a minute. An address that never answered is named to the person at once.
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
