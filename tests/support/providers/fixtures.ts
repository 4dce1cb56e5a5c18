import { readFileSync } from 'node:fs';
import { recordedDrivers } from './recordedDrivers.ts';

/** One recorded-like answer of a provider: a JSON body, or the events of a stream. */
export type Fixture = {
  readonly id: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly sse?: readonly unknown[];
};

export const fixtureFiles = [
  'openai',
  'gemini',
  'perplexity',
  'xai',
  'anthropic',
  'brave',
  'searxng',
  'ollama',
  'redirects',
  'dataforseo',
  'serpapi',
  'brightdata',
] as const;
export type FixtureFile = (typeof fixtureFiles)[number];

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
  for (const file of fixtureFiles) load(file);
  for (const { fixtures } of recordedDrivers) for (const one of fixtures) loaded.set(one.id, one);
}

function load(file: FixtureFile): void {
  const lines = readFileSync(new URL(`./fixtures/${file}.jsonl`, import.meta.url), 'utf8').split('\n');
  const here = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Fixture);
  for (const one of here) loaded.set(one.id, one);
  for (const one of here)
    if (one.sse !== undefined) loaded.set(one.id, { ...one, sse: one.sse.map(completed) });
}

function completed(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('response' in event)) return event;
  const named = /^<the full object of (\w+)>$/.exec(String(event.response));
  return named?.[1] === undefined ? event : { ...event, response: loaded.get(named[1])?.body };
}
