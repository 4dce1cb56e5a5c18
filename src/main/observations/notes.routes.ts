import type { Clock } from '#platform/clock.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { Handlers } from '../bridge/router.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

/** Every change is published to the other windows, which may show the same answer. */
export function noteHandlers(parts: {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly publish: EventSink;
}) {
  const { history, clock, publish } = parts;
  const told = <T>(value: T): T => {
    publish('history.changed', {});
    return value;
  };
  return {
    'notes.add': async (input) => told(await history.call('notes.add', { ...input, nowMs: clock.now() })),
    'notes.edit': async (input) => {
      await history.call('notes.edit', { ...input, nowMs: clock.now() });
      return told({});
    },
    'notes.remove': async (input) => told(await history.call('notes.remove', input)),
    'labels.set': async (input) => told(await history.call('labels.set', input)),
  } satisfies Partial<Handlers>;
}
