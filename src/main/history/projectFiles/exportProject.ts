import { rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { putInPlace } from '#platform/files.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { checkedCopy, notWritten, refuseTarget } from '../maintenance/backup.ts';
import type { ProjectFileFacts, TaskStep } from '../maintenance/protocol.ts';
import { HistoryFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
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
  onProgress: TaskStep = () => {},
): ProjectFileFacts {
  refuseTarget(target);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    const name = copyProject(file, project, unfinished, onProgress);
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

function copyProject(file: string, project: string, copy: string, onProgress: TaskStep): string {
  onProgress({ what: 'Copying the history', done: 0, total: 4 });
  const source = openDatabase(file).db;
  try {
    findProject(source, project);
    source.prepare('VACUUM INTO @copy').run({ copy });
  } finally {
    source.close();
  }
  const db = connectDatabase(copy);
  try {
    // Nobody else uses this file yet, and it is written again if this fails.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    const { id, name } = findProject(db, project);
    onProgress({ what: `Removing other projects than ${name}`, done: 1, total: 4 });
    leaveOneProject(db, id);
    db.pragma('journal_mode = DELETE');
    return name;
  } finally {
    db.close();
  }
}

function findProject(db: Database.Database, project: string): { readonly id: number; readonly name: string } {
  const found = db
    .prepare<[{ project: string }], { id: number; name: string; going: number }>(
      `SELECT id, name, (SELECT count(*) FROM runs WHERE project_id = p.id AND state = 'running') AS going
       FROM projects p WHERE removed_at_ms IS NULL AND (uid = @project OR name = @project COLLATE NOCASE)
       ORDER BY uid <> @project LIMIT 1`,
    )
    .get({ project });
  if (!found) throw new HistoryFailure('NOT_FOUND', `No project "${project}".`);
  if (found.going > 0)
    throw new HistoryFailure(
      'CONFLICT',
      `A run of "${found.name}" is in progress. Wait for it, or pause it first. Nothing was written.`,
    );
  return found;
}
