import { type Fixture, recordedAnswers } from './recordedDrivers.ts';

const loaded = new Map<string, Fixture>();

/** A fixture by its id; "<the full object of ID>" inside a stream is replaced by that fixture's body. */
export function fixture(id: string): Fixture {
  loadAll();
  const found = loaded.get(id);
  if (found === undefined) throw new Error(`no fixture is called ${id}`);
  return found;
}

export function isFixture(id: string): boolean {
  loadAll();
  return loaded.has(id);
}

/** A deep copy of a fixture's body, to change in a test. */
export function bodyOf<T = Record<string, unknown>>(id: string): T {
  return structuredClone(fixture(id).body) as T;
}

/** A deep copy of a fixture's events. */
export function eventsOf(id: string): Record<string, unknown>[] {
  return structuredClone(fixture(id).sse ?? []) as Record<string, unknown>[];
}

function loadAll(): void {
  if (loaded.size > 0) return;
  const all = recordedAnswers.flat();
  for (const one of all) loaded.set(one.id, one);
  for (const one of all)
    if (one.sse !== undefined) loaded.set(one.id, { ...one, sse: one.sse.map(completed) });
}

function completed(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('response' in event)) return event;
  const named = /^<the full object of (\w+)>$/.exec(String(event.response));
  return named?.[1] === undefined ? event : { ...event, response: loaded.get(named[1])?.body };
}
