import type { CoreParts } from '../coreParts.ts';
import type { Handlers } from './router.ts';

/** Writes of the history that every window is told of, because it may show the same answer or trend. */
export function publishedWrites({
  history,
  clock,
  publish,
}: Pick<CoreParts, 'history' | 'clock' | 'publish'>) {
  type Change = 'history.changed' | 'annotations.changed';
  const told = async <T>(change: Change, work: Promise<T>): Promise<T> => {
    const value = await work;
    publish(change, {});
    return value;
  };
  const done = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return {
    'notes.add': (input) =>
      told('history.changed', history.call('notes.add', { ...input, nowMs: clock.now() })),
    'notes.edit': (input) =>
      told('history.changed', done(history.call('notes.edit', { ...input, nowMs: clock.now() }))),
    'notes.remove': (input) => told('history.changed', history.call('notes.remove', input)),
    'labels.set': (input) => told('history.changed', history.call('labels.set', input)),
    'annotations.add': (input) =>
      told('annotations.changed', history.call('annotations.add', { ...input, nowMs: clock.now() })),
    'annotations.edit': (input) => told('annotations.changed', done(history.call('annotations.edit', input))),
    'annotations.remove': (input) => told('annotations.changed', history.call('annotations.remove', input)),
  } satisfies Partial<Handlers>;
}
