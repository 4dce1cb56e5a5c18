import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { checkedCopy, notWritten, refuseTarget } from '../maintenance/backup.ts';
import type { ProjectFileFacts, TaskStep } from '../maintenance/protocol.ts';
import { HistoryFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { createSessionOperations } from '../store/operations/sessions.ts';
import { createSessionLocks, type SessionLocks } from '../store/sessionLocks.ts';
import { leaveOneProject } from './prune.ts';

/**
 * Writes a file with one project and nothing else, while programs use the history. It gets its final name only
 * after a full check.
 * @param project id or name
 */
export function exportProject(
  file: string,
  project: string,
  target: string,
  nowMs: number,
  onProgress: TaskStep = () => {},
): ProjectFileFacts {
  refuseTarget(target);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    const name = copyProject(file, project, unfinished, nowMs, onProgress);
    onProgress({ what: 'Checking the file', done: 3, total: 4 });
    const { runs, observations } = checkedCopy(unfinished);
    onProgress({ what: 'Checking the file', done: 4, total: 4 }, 'last');
    putInPlace(unfinished, target);
    return { file: target, name, bytes: statSync(target).size, runs, observations };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw notWritten(error, file, target);
  }
}

function copyProject(
  file: string,
  project: string,
  copy: string,
  nowMs: number,
  onProgress: TaskStep,
): string {
  const locks = createSessionLocks(join(dirname(file), 'sessions'));
  onProgress({ what: 'Copying the history', done: 0, total: 4 });
  const source = openDatabase(file).db;
  try {
    findProject(source, project, locks);
    source.prepare('VACUUM INTO @copy').run({ copy });
  } finally {
    source.close();
  }
  const db = connectDatabase(copy);
  try {
    // Nobody else uses this file yet, and it is written again if this fails.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    // A killed program cannot finish its run; the history itself may be one that can only be read.
    const sessions = createSessionOperations(db, { ...locks, forget: () => undefined });
    db.transaction(() => sessions['sessions.sweep'].run({ nowMs }))();
    const { id, name } = findProject(db, project, locks);
    onProgress({ what: `Removing other projects than ${name}`, done: 1, total: 4 });
    leaveOneProject(db, id);
    db.pragma('journal_mode = DELETE');
    return name;
  } finally {
    db.close();
  }
}

/** @throws HistoryFailure if there is none, or if a program that is alive runs a plan or question of it */
function findProject(
  db: Database.Database,
  project: string,
  locks: SessionLocks,
): { readonly id: number; readonly name: string } {
  const found = db
    .prepare<[{ project: string }], { id: number; name: string }>(
      `SELECT id, name FROM projects WHERE removed_at_ms IS NULL AND (uid = @project OR name = @project COLLATE NOCASE)
       ORDER BY uid <> @project LIMIT 1`,
    )
    .get({ project });
  if (!found) throw new HistoryFailure('NOT_FOUND', `No project "${project}".`);
  const running = db
    .prepare<[{ id: number }], { session: string }>(
      `SELECT DISTINCT s.uid AS session FROM runs r JOIN sessions s ON s.id = r.session_id
       WHERE r.project_id = @id AND r.state = 'running'`,
    )
    .all({ id: found.id });
  if (running.some(({ session }) => !locks.isAbandoned(session)))
    throw new HistoryFailure(
      'CONFLICT',
      `A run of "${found.name}" is in progress. Wait for it, or pause it first. Nothing was written.`,
    );
  return found;
}
