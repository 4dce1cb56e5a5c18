import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type History, openHistory } from '#main/history/threads/historyClient.ts';
import type { Logger } from '#platform/log.ts';
import { historyEntry } from '#tests/support/programs.ts';

export const silent: Logger = () => {};

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real history in a real worker; closed when the test ends. */
export async function temporaryHistory(
  options: { readonly file?: string; readonly log?: Logger; readonly busyTimeoutMs?: number } = {},
): Promise<History> {
  const file = options.file ?? join(temporaryFolder(), 'history.db');
  const history = await openHistory({ entry: historyEntry, log: silent, ...options, file });
  onTestFinished(() => history.close());
  return history;
}

export async function openSession(history: History, nowMs = 1_790_000_000_000): Promise<string> {
  const { sessionId } = await history.call('sessions.open', { host: 'test', programVersion: '0', nowMs });
  return sessionId;
}

export async function createRun(
  history: History,
  sessionId: string,
  countries: readonly string[],
  over: { readonly question?: string; readonly nowMs?: number } = {},
): Promise<string> {
  const { runId } = await history.call('runs.create', {
    sessionId,
    question: over.question ?? 'Which lock?',
    engine: 'assistant-a',
    connectionId: 'embedded',
    options: { include: { markdown: true } },
    samples: 1,
    cells: countries.map((country) => ({ market: { country }, sample: 1 })),
    nowMs: over.nowMs ?? 1_790_000_000_000,
  });
  return runId;
}

/** Keeps a plan of one question, engine and market. */
export async function savePlan(history: History, name: string, nowMs: number): Promise<void> {
  await history.call('plans.save', {
    projectId: undefined,
    name,
    nowMs,
    plan: {
      questions: [{ text: 'Which lock?', tags: [] }],
      engines: [{ engine: 'assistant-a', options: {} }],
      markets: [{ country: 'DE' }],
      samples: 1,
      variables: {},
      excluded: [],
    },
  });
}
