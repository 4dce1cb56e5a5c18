import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { ChargesView, CostLine } from '#shared/model/account.ts';
import { reads } from './operation.ts';
import { createConnectionFinder } from './projectRows.ts';
import { dayMs } from './runBudgets.ts';

export type ReadCharges = {
  readonly connectionId: string;
  /** First day that counts, milliseconds since the epoch; null for all. */
  readonly sinceMs: number | null;
};

type Line = { readonly answers: number; readonly credits: number };

export type AnswerCost = { readonly engine: Engine; readonly currency: string; readonly amount: number };

type Range = { readonly connectionId: number; readonly since: number };

const maxDays = 400;
const maxRuns = 200;

/** What this history was charged on a connection, by day, project, run and engine. */
export function createChargeOperations(db: Database) {
  const connectionRow = createConnectionFinder(db);
  const inRange = 'FROM charges c WHERE c.connection_id = @connectionId AND c.day >= @since';
  const sums = 'sum(c.answers) AS answers, sum(c.credits) AS credits';
  const total = db.prepare<Range, Line>(
    `SELECT ifnull(sum(c.answers), 0) AS answers, ifnull(sum(c.credits), 0) AS credits ${inRange}`,
  );
  const byDay = db.prepare<Range & { limit: number }, Line & { day: number }>(
    `SELECT c.day, ${sums} ${inRange} GROUP BY c.day ORDER BY c.day DESC LIMIT @limit`,
  );
  const byEngine = db.prepare<Range, Line & { engine: Engine }>(
    `SELECT c.engine, ${sums} ${inRange} GROUP BY c.engine ORDER BY credits DESC`,
  );
  // A run that was moved takes its charges along; those of a removed one stay where they were.
  const byProject = db.prepare<Range, Line & { uid: string; name: string }>(
    `SELECT j.uid, j.name, s.answers, s.credits
     FROM (SELECT coalesce(r.project_id, c.project_id) AS project, ${sums}
       FROM charges c LEFT JOIN runs r ON r.id = c.run_id WHERE c.connection_id = @connectionId AND c.day >= @since
       GROUP BY project) s JOIN projects j ON j.id = s.project ORDER BY s.credits DESC`,
  );
  const byRun = db.prepare<
    Range & { limit: number },
    Line & { uid: string | null; name: string | null; at: number | null }
  >(
    `SELECT r.uid, coalesce(p.name || ' · version ' || v.number, q.text) AS name, r.created_at_ms AS at,
       s.answers, s.credits
     FROM (SELECT c.run_id, ${sums} ${inRange} GROUP BY c.run_id) s LEFT JOIN runs r ON r.id = s.run_id
       LEFT JOIN questions q ON q.id = r.question_id LEFT JOIN plan_versions v ON v.id = r.plan_version_id
       LEFT JOIN plans p ON p.id = v.plan_id
     ORDER BY r.created_at_ms DESC LIMIT @limit`,
  );
  const held = db.prepare<Range, { credits: number }>(
    'SELECT ifnull(sum(held), 0) AS credits FROM spending WHERE connection_id = @connectionId AND day >= @since',
  );

  const costs = db.prepare<{ connection: number; since: number }, CostLine>(
    `SELECT a.month, a.engine, a.provider, p.uid AS projectId, p.name AS projectName, a.currency, a.source,
       sum(a.answers) AS answers, sum(a.credits) AS credits, round(sum(a.cost), 9) AS amount
     FROM (
       SELECT strftime('%Y-%m', o.received_at_ms / 1000.0, 'unixepoch') AS month, o.engine, o.driver AS provider,
         r.project_id AS project, o.cost_currency AS currency, o.cost_source AS source, 1 AS answers,
         ifnull(o.credits_charged, 0) AS credits, o.cost
       FROM observations o JOIN runs r ON r.id = o.run_id
       WHERE r.connection_id = @connection AND o.received_at_ms >= @since AND o.imported = 0
       UNION ALL
       SELECT strftime('%Y-%m', day * 86400, 'unixepoch'), engine, nullif(driver, ''), project_id,
         nullif(cost_currency, ''), nullif(cost_source, ''), answers, credits_charged, cost
       FROM removed_costs WHERE connection_id = @connection AND day * 86400000 >= @since
     ) a JOIN projects p ON p.id = a.project
     GROUP BY a.month, a.engine, a.provider, a.project, a.currency, a.source
     ORDER BY a.month DESC, a.engine, a.provider`,
  );

  const typical = db.prepare<{ connection: number }, AnswerCost>(
    `SELECT o.engine, o.cost_currency AS currency, avg(o.cost) AS amount
     FROM observations o JOIN runs r ON r.id = o.run_id
     WHERE r.connection_id = @connection AND o.cost IS NOT NULL AND o.cost_currency IS NOT NULL AND o.imported = 0
     GROUP BY o.engine, o.cost_currency ORDER BY count(*) DESC`,
  );

  return {
    /** What an answer cost on average in money, by engine and currency. */
    'costs.typical': reads(
      ({ connectionId }: Pick<ReadCharges, 'connectionId'>): readonly AnswerCost[] =>
        typical.all({ connection: connectionRow(connectionId) }),
      { thread: 'analysis' },
    ),
    /** What providers charged in money, also for answers that were deleted since. */
    'costs.read': reads(
      ({ connectionId, sinceMs }: ReadCharges): readonly CostLine[] => {
        // Whole days, as charges are counted.
        const since = Math.floor((sinceMs ?? 0) / dayMs) * dayMs;
        return costs.all({ connection: connectionRow(connectionId), since });
      },
      { thread: 'analysis' },
    ),
    'charges.read': reads((input: ReadCharges): ChargesView => {
      const connectionId = connectionRow(input.connectionId);
      const since = Math.floor((input.sinceMs ?? 0) / dayMs);
      const range: Range = { connectionId, since };
      const { answers, credits } = total.get(range) ?? { answers: 0, credits: 0 };
      return {
        sinceMs: input.sinceMs === null ? null : since * dayMs,
        answers,
        credits,
        held: held.get(range)?.credits ?? 0,
        byDay: byDay
          .all({ ...range, limit: maxDays })
          .map(({ day, ...line }) => ({ atMs: day * dayMs, ...line })),
        byProject: byProject.all(range).map(({ uid, ...line }) => ({ projectId: uid, ...line })),
        byEngine: byEngine.all(range),
        byRun: byRun
          .all({ ...range, limit: maxRuns })
          .map(({ uid, name, at, ...line }) => ({ runId: uid, name, createdAtMs: at, ...line })),
      };
    }),
  };
}
