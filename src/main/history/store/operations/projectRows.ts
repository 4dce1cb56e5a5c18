import type { Database } from 'better-sqlite3';
import { HistoryFailure, mustHave } from '../failures.ts';
import { reads } from './operation.ts';

/** The row that always exists: everything without another project belongs to it. */
export const firstProjectId = 1;

export type InProject = {
  /** Its uid; by default the first project. */
  readonly projectId?: string;
};

/** @throws HistoryFailure NOT_FOUND for a project that does not exist or was deleted */
export function createProjectFinder(db: Database) {
  const find = db.prepare<{ projectId: string }, { id: number }>(
    'SELECT id FROM projects WHERE uid = @projectId AND removed_at_ms IS NULL',
  );
  return ({ projectId }: InProject): number => {
    if (projectId === undefined) return firstProjectId;
    return mustHave(find.get({ projectId }), 'This project was deleted. Choose another.').id;
  };
}

/** Which project is meant. */
export function createProjectLookups(db: Database) {
  const named = db.prepare<[{ project: string }], { uid: string }>(
    `SELECT uid FROM projects WHERE removed_at_ms IS NULL AND (uid = @project OR name = @project COLLATE NOCASE)
     ORDER BY uid <> @project LIMIT 1`,
  );
  const first = db.prepare<[], { uid: string }>('SELECT uid FROM projects WHERE id = 1');

  return {
    /** By id, or by name ignoring case. */
    'projects.find': reads((input: { readonly project: string }): { readonly id: string } => {
      const row = named.get(input);
      if (row) return { id: row.uid };
      throw new HistoryFailure('NOT_FOUND', `No project "${input.project}".`);
    }),
    /** The requested project if it exists, otherwise the first. */
    'projects.current': reads(
      (input: { readonly wanted: string | null }): string =>
        (input.wanted === null ? undefined : named.get({ project: input.wanted })?.uid) ??
        first.get()?.uid ??
        '',
    ),
  };
}

type FindRow = (uid: string) => number;

/**
 * Finds the row of a connection, including deleted ones.
 * @throws HistoryFailure NOT_FOUND
 */
export function createConnectionFinder(db: Database): FindRow {
  const find = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM connections WHERE uid = @uid');
  return (uid) => mustHave(find.get({ uid }), 'This connection was deleted. Choose another.').id;
}

/**
 * Finds the row of a program's session.
 * @throws HistoryFailure CONFLICT if it was considered dead
 */
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

/** Time zone of the project `p`. */
export const timeZoneOfProject = `coalesce(p.defaults ->> '$.timeZone', (
  SELECT m.schedule ->> '$.timeZone' FROM monitors m JOIN plans l ON l.id = m.plan_id
  WHERE l.project_id = p.id AND m.removed_at_ms IS NULL
  GROUP BY m.schedule ->> '$.timeZone' ORDER BY count(*) DESC, min(m.id) LIMIT 1), 'UTC')`;

/** Time zone of a project by row: its own, otherwise that of most of its monitors, otherwise UTC. */
export function createTimeZoneFinder(db: Database): (project: number) => string {
  const zone = db
    .prepare<{ project: number }, string | null>(
      `SELECT ${timeZoneOfProject} FROM projects p WHERE p.id = @project`,
    )
    .pluck();
  return (project) => zone.get({ project }) ?? 'UTC';
}
