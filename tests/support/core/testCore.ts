import { onTestFinished } from 'vitest';
import { type Core, createCore } from '#main/core.ts';
import type { CorePorts, SecretStore, SettingsStore } from '#main/ports.ts';
import type { BridgeEvent, BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import type { RunDetail } from '#shared/model/run.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

export const doubleServiceEntry = new URL('../faults/serviceWorkerDouble.ts', import.meta.url);

export function memorySecrets(): SecretStore & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    status: async () => ({ kind: 'protected', backend: 'a test keychain' }),
    get: async (name) => entries.get(name) ?? null,
    set: async (name, secret) => {
      entries.set(name, secret);
    },
    remove: async (name) => entries.delete(name),
  };
}

export function memorySettings(): SettingsStore {
  const entries = new Map<string, unknown>();
  return {
    get: (key) => entries.get(key),
    all: () => entries,
    set: (key, value) => {
      entries.set(key, value);
    },
    remove: (key) => {
      entries.delete(key);
    },
  };
}

type LogEntry = { readonly level: string; readonly message: string; readonly fields: unknown };

export type TestCore = Core & {
  readonly data: string;
  readonly seen: readonly BridgeEvent[];
  readonly secrets: ReturnType<typeof memorySecrets>;
  readonly log: readonly LogEntry[];
  readonly logged: (message: string, says?: RegExp) => Promise<LogEntry>;
};

/** A whole core with real workers, not started. */
export async function createTestCore(over: Partial<CorePorts> & Pick<CorePorts, 'paths'>) {
  const secrets = memorySecrets();
  const log: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  const core = await createCore({
    host: 'terminal',
    version: '0.1.0',
    secrets,
    settings: memorySettings(),
    workers: { history: historyEntry, service: doubleServiceEntry, analysis: historyEntry },
    clock: realClock,
    random: Math.random,
    log: (level, message, fields) => {
      const entry = { level, message, fields };
      log.push(entry);
      for (const listener of listeners) listener(entry);
    },
    shell: { openExternal: async () => {} },
    ...over,
  });
  /** Resolves with the next line of the log that says this. */
  const logged = (message: string, says: RegExp = /./): Promise<LogEntry> =>
    new Promise((resolve) => {
      const listener = (entry: LogEntry) => {
        if (entry.message !== message || !says.test(JSON.stringify(entry.fields))) return;
        listeners.delete(listener);
        resolve(entry);
      };
      listeners.add(listener);
    });
  return { core, secrets, log, logged };
}

/** The same on a folder of its own, started; stopped when the test ends. */
export async function startCore(over: Partial<CorePorts> = {}): Promise<TestCore> {
  const paths = over.paths ?? { data: temporaryFolder() };
  const { core, secrets, log, logged } = await createTestCore({ ...over, paths });
  onTestFinished(() => core.stop());
  const seen: BridgeEvent[] = [];
  core.subscribe((event) => seen.push(event));
  await core.start();
  return Object.assign(core, { data: paths.data, seen, secrets, log, logged });
}

/** Waits for an event that a test is interested in. */
export function nextEvent<N extends BridgeEventName>(
  core: Core,
  name: N,
  matches: (payload: BridgeEvents[N]) => boolean = () => true,
): Promise<BridgeEvents[N]> {
  return new Promise((resolve) => {
    const end = core.subscribe((event) => {
      if (event.name !== name) return;
      const payload = event.payload as BridgeEvents[N];
      if (!matches(payload)) return;
      end();
      resolve(payload);
    });
  });
}

export const testKey = `sk_${'a1B2'.repeat(10)}`;

/** Adds a connection with a key and gives its id. */
export async function addConnection(core: Core, baseUrl: string, name = 'Double'): Promise<string> {
  const { id } = await core.router.invoke('connections.add', { name, baseUrl });
  await core.router.invoke('connections.setKey', { id, key: testKey });
  return id;
}

/** Asks from several countries, waits for the end and gives the whole run. */
export async function ask(
  core: Core,
  connectionId: string,
  countries: readonly string[],
  over: { readonly question?: string; readonly options?: Record<string, unknown> } = {},
): Promise<RunDetail> {
  const { runId } = await core.router.invoke('runs.start', {
    question: over.question ?? 'Which lock?',
    engine: 'assistant-a',
    markets: countries.map((country) => ({ country })),
    options: over.options ?? {},
    connectionId,
  });
  await core.use.runs.ended(runId);
  return core.router.invoke('runs.get', { runId });
}
