import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { exportProject } from '#main/history/projectFiles/exportProject.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { sampleAnswer } from './sampleAnswers.ts';
import { createRun, openSession, savePlan, silent } from './temporaryHistory.ts';

const now = 1_790_000_000_000;

/** A finished history with two answers, a connection to a deployment, brands and a plan; and the file of its project. */
export async function historyAndProject(folder: string): Promise<{
  readonly history: string;
  readonly project: string;
}> {
  const file = join(folder, 'history.db');
  const history = await openHistory({ entry: historyEntry, log: silent, file });
  await history.call('connections.add', {
    name: 'Team',
    baseUrl: 'https://team.example',
    engineAliases: {},
    nowMs: now,
  });
  const runId = await createRun(history, await openSession(history), ['DE', 'FR']);
  for (const cell of await history.call('cells.take', { runId, limit: 9, nowMs: now })) {
    const country = cell.market.country ?? 'DE';
    const answer = sampleAnswer(country, { requestId: `request-${cell.ordinal}` });
    await history.call('cells.settle', {
      cellId: cell.id,
      outcome: { kind: 'completed', answer },
      nowMs: now,
    });
  }
  await history.call('runs.finish', { runId, nowMs: now });
  const [project] = await history.call('projects.list', {});
  if (!project) throw new Error('There is always a first project.');
  await history.call('brands.write', {
    projectId: project.id,
    brands: [
      { id: 'brandacme000', name: 'Acme', kind: 'own', aliases: [{ text: 'ACME' }], domains: ['acme.com'] },
    ],
    decisions: [],
    after: 0,
    nowMs: now,
  });
  await savePlan(history, 'Weekly', now);
  while ((await history.call('history.index', { limit: 100 })).pending > 0);
  await history.close();
  const exported = join(folder, 'project.parallax');
  exportProject(file, project.id, exported, Date.now());
  return { history: file, project: exported };
}

/** A copy of a file that somebody with every means has changed, the list of its tables included. */
export function tamperedCopy(file: string, name: string, change: (db: Database.Database) => void): string {
  const copy = `${file}.${name}.db`;
  copyFileSync(file, copy);
  const db = new Database(copy);
  try {
    db.unsafeMode(true);
    db.pragma('foreign_keys = OFF');
    db.pragma('ignore_check_constraints = ON');
    db.pragma('writable_schema = ON');
    change(db);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
  return copy;
}
