import type { Database } from 'better-sqlite3';
import { HistoryFailure } from '../failures.ts';

/** The row that is always there: what nobody gave to a project belongs to it. */
export const firstProjectId = 1;

export type InProject = {
  /** Its uid; the first project when absent. */
  readonly projectId?: string | undefined;
};

/** @throws HistoryFailure NOT_FOUND for a project that is not there or was removed */
export function createProjectFinder(db: Database) {
  const find = db.prepare<{ projectId: string }, { id: number }>(
    'SELECT id FROM projects WHERE uid = @projectId AND removed_at_ms IS NULL',
  );
  return ({ projectId }: InProject): number => {
    if (projectId === undefined) return firstProjectId;
    const row = find.get({ projectId });
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', 'This project was deleted. Choose another.');
  };
}

type FindRow = (uid: string) => number;

/** Finds the row of a connection, deleted ones too. @throws HistoryFailure NOT_FOUND */
export function createConnectionFinder(db: Database): FindRow {
  const find = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM connections WHERE uid = @uid');
  return (uid) => {
    const row = find.get({ uid });
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', 'This connection was deleted. Choose another.');
  };
}

/** Finds the row of the session that a program opened. @throws HistoryFailure CONFLICT where it was taken for dead */
export function createSessionFinder(db: Database): FindRow {
  const find = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM sessions WHERE uid = @uid');
  return (uid) => {
    const row = find.get({ uid });
    if (row) return row.id;
    throw new HistoryFailure(
      'CONFLICT',
      'This Parallax is no longer registered on its data folder. Restart it.',
    );
  };
}
