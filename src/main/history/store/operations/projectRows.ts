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
  const find = db.prepare<[string], { id: number }>(
    'SELECT id FROM projects WHERE uid = ? AND removed_at_ms IS NULL',
  );
  return ({ projectId }: InProject): number => {
    if (projectId === undefined) return firstProjectId;
    const row = find.get(projectId);
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', 'This project was removed: choose another one.');
  };
}
