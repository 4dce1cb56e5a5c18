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
