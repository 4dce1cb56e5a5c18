import type { Database } from 'better-sqlite3';
import { HistoryFailure } from '../failures.ts';

/** The row that is always there: what nobody gave to a project belongs to it. */
export const firstProjectId = 1;

export type InProject = {
  /** Its uid; the first project when absent. */
  readonly projectUid?: string | undefined;
};

/** @throws HistoryFailure NOT_FOUND for a project that is not there or was removed */
export function createProjectFinder(db: Database) {
  const find = db.prepare<[string], { id: number }>(
    'SELECT id FROM projects WHERE uid = ? AND removed_at_ms IS NULL',
  );
  return ({ projectUid }: InProject): number => {
    if (projectUid === undefined) return firstProjectId;
    const row = find.get(projectUid);
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', 'This project was removed: choose another one.');
  };
}
