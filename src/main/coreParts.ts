import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { HistoryCalls } from './history/threads/reopeningHistory.ts';

/** The parts of the core that most use cases are given; each takes those it needs. */
export type CoreParts = {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: Random;
  readonly publish: EventSink;
};
