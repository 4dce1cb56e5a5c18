import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { ChargesView } from '#shared/model/account.ts';
import { HistoryFailure } from '../failures.ts';
import { reads } from './operation.ts';
import { dayMs } from './runBudgets.ts';

export type ReadCharges = {
  readonly connectionId: string;
  /** First day that counts, milliseconds since the epoch; null for all. */
  readonly sinceMs: number | null;
};

type Line = { readonly answers: number; readonly credits: number };

const maxDays = 400;
const maxRuns = 200;

/** What this history was charged on a connection, by day, project, run and engine. */
export function createChargeOperations(db: Database) {
  const connection = db.prepare<[string], { id: number }>('SELECT id FROM connections WHERE uid = ?');
  const inRange = 'FROM charges c WHERE c.connection_id = ? AND c.day >= ?';
  const sums = 'sum(c.answers) AS answers, sum(c.credits) AS credits';
  const total = db.prepare<[number, number], Line>(
    `SELECT ifnull(sum(c.answers), 0) AS answers, ifnull(sum(c.credits), 0) AS credits ${inRange}`,
  );
  const byDay = db.prepare<[number, number, number], Line & { day: number }>(
    `SELECT c.day, ${sums} ${inRange} GROUP BY c.day ORDER BY c.day DESC LIMIT ?`,
  );
  const byEngine = db.prepare<[number, number], Line & { engine: Engine }>(
    `SELECT c.engine, ${sums} ${inRange} GROUP BY c.engine ORDER BY credits DESC`,
  );
  // A run that was moved takes its charges along; those of a removed one stay where they were.
  const byProject = db.prepare<[number, number], Line & { uid: string; name: string }>(
    `SELECT j.uid, j.name, s.answers, s.credits
     FROM (SELECT coalesce(r.project_id, c.project_id) AS project, ${sums}
       FROM charges c LEFT JOIN runs r ON r.id = c.run_id WHERE c.connection_id = ? AND c.day >= ?
       GROUP BY project) s JOIN projects j ON j.id = s.project ORDER BY s.credits DESC`,
  );
  const byRun = db.prepare<
    [number, number, number],
    Line & { uid: string | null; name: string | null; at: number | null }
  >(
    `SELECT r.uid, coalesce(p.name || ' · version ' || v.number, q.text) AS name, r.created_at_ms AS at,
       s.answers, s.credits
     FROM (SELECT c.run_id, ${sums} ${inRange} GROUP BY c.run_id) s LEFT JOIN runs r ON r.id = s.run_id
       LEFT JOIN questions q ON q.id = r.question_id LEFT JOIN plan_versions v ON v.id = r.plan_version_id
       LEFT JOIN plans p ON p.id = v.plan_id
     ORDER BY r.created_at_ms DESC LIMIT ?`,
  );
  const held = db.prepare<[number, number], { credits: number }>(
    'SELECT ifnull(sum(held), 0) AS credits FROM spending WHERE connection_id = ? AND day >= ?',
  );

  return {
    'charges.read': reads((input: ReadCharges): ChargesView => {
      const row = connection.get(input.connectionId);
      if (!row) throw new HistoryFailure('NOT_FOUND', 'This connection was removed: choose another.');
      const since = Math.floor((input.sinceMs ?? 0) / dayMs);
      const { answers, credits } = total.get(row.id, since) ?? { answers: 0, credits: 0 };
      return {
        sinceMs: input.sinceMs === null ? null : since * dayMs,
        answers,
        credits,
        held: held.get(row.id, since)?.credits ?? 0,
        byDay: byDay.all(row.id, since, maxDays).map(({ day, ...line }) => ({ atMs: day * dayMs, ...line })),
        byProject: byProject.all(row.id, since).map(({ uid, ...line }) => ({ projectId: uid, ...line })),
        byEngine: byEngine.all(row.id, since),
        byRun: byRun
          .all(row.id, since, maxRuns)
          .map(({ uid, name, at, ...line }) => ({ runId: uid, name, createdAtMs: at, ...line })),
      };
    }),
  };
}
