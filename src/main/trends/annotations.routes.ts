import type { Clock } from '#platform/clock.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** Every change is published to the windows, because open trends then have other marks. */
export function annotationHandlers(parts: {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly publish: EventSink;
}) {
  const { history, clock, publish } = parts;
  const told = <T>(value: T): T => {
    publish('annotations.changed', {});
    return value;
  };
  return {
    'annotations.add': async (input) =>
      told(await history.call('annotations.add', { ...input, nowMs: clock.now() })),
    'annotations.edit': async (input) => {
      await history.call('annotations.edit', input);
      return told({});
    },
    'annotations.remove': async (input) => told(await history.call('annotations.remove', input)),
  } satisfies Partial<Handlers>;
}
