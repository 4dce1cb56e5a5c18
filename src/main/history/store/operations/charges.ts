import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { ChargesView, CostLine } from '#shared/model/account.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { analysisReads, reads } from './operation.ts';
import { createConnectionFinder } from './projectRows.ts';
import { dayMs } from './runBudgets.ts';

export type ReadCharges = {
  readonly connectionId: string;
  /** First day included, in milliseconds since the epoch; null for all. */
  readonly sinceMs: number | null;
};

type ChargeLine = { readonly answers: number; readonly credits: number };

export type AnswerCost = { readonly engine: Engine; readonly currency: string; readonly amount: number };

type Range = { readonly connectionId: number; readonly since: number };

type DayCost = Omit<CostLine, 'month' | 'projectId' | 'projectName'> & { readonly day: number };
type PaidDay = DayCost & Pick<CostLine, 'projectId' | 'projectName'>;
type PaidRun = Pick<CostLine, 'projectId' | 'projectName'> & { readonly id: number; readonly stamp: string };

const maxDays = 400;
const maxRuns = 200;

/** Charges of this history on a connection, by day, project, run and engine. */
export function createChargeOperations(db: Database) {
  const connectionRow = createConnectionFinder(db);
  const inRange = 'FROM charges c WHERE c.connection_id = @connectionId AND c.day >= @since';
  const sums = 'sum(c.answers) AS answers, sum(c.credits) AS credits';
  const total = db.prepare<Range, ChargeLine>(
    `SELECT ifnull(sum(c.answers), 0) AS answers, ifnull(sum(c.credits), 0) AS credits ${inRange}`,
  );
  const byDay = db.prepare<Range & { limit: number }, ChargeLine & { day: number }>(
    `SELECT c.day, ${sums} ${inRange} GROUP BY c.day ORDER BY c.day DESC LIMIT @limit`,
  );
  const byEngine = db.prepare<Range, ChargeLine & { engine: Engine }>(
    `SELECT c.engine, ${sums} ${inRange} GROUP BY c.engine ORDER BY credits DESC`,
  );
  // A moved run takes its charges along; those of deleted runs stay in their project.
  const byProject = db.prepare<Range, ChargeLine & { uid: string; name: string }>(
    `SELECT j.uid, j.name, s.answers, s.credits
     FROM (SELECT coalesce(r.project_id, c.project_id) AS project, ${sums}
       FROM charges c LEFT JOIN runs r ON r.id = c.run_id WHERE c.connection_id = @connectionId AND c.day >= @since
       GROUP BY project) s JOIN projects j ON j.id = s.project ORDER BY s.credits DESC`,
  );
  const byRun = db.prepare<
    Range & { limit: number },
    ChargeLine & { uid: string | null; name: string | null; at: number | null }
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

  const costs = createCostReader(db);
  const typical = db.prepare<{ connection: number }, AnswerCost>(
    `SELECT o.engine, o.cost_currency AS currency, avg(o.cost) AS amount
     FROM observations o JOIN runs r ON r.id = o.run_id
     WHERE r.connection_id = @connection AND o.cost IS NOT NULL AND o.cost_currency IS NOT NULL AND o.imported = 0
     GROUP BY o.engine, o.cost_currency ORDER BY count(*) DESC`,
  );

  return {
    /** Average provider cost of an answer, by engine and currency. */
    'costs.typical': analysisReads(
      ({ connectionId }: Pick<ReadCharges, 'connectionId'>): readonly AnswerCost[] =>
        typical.all({ connection: connectionRow(connectionId) }),
    ),
    /** Provider costs, including those of deleted answers. */
    'costs.read': analysisReads(({ connectionId, sinceMs }: ReadCharges): readonly CostLine[] =>
      // Whole days, as charges are counted.
      costs(connectionRow(connectionId), Math.floor((sinceMs ?? 0) / dayMs)),
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

/** Sums of provider costs on a connection from a day on. */
function createCostReader(db: Database) {
  const runsSince = db.prepare<{ connection: number; since: number }, PaidRun>(
    `SELECT r.id, p.uid AS projectId, p.name AS projectName,
       json_array(r.uid, r.completed, r.failed, r.unknown, r.cancelled, r.credits_charged, r.finished_at_ms) AS stamp
     FROM runs r JOIN projects p ON p.id = r.project_id
     WHERE r.connection_id = @connection AND ifnull(r.finished_at_ms, @since) >= @since`,
  );
  const costsOfRun = db.prepare<{ run: number }, DayCost>(
    `SELECT received_at_ms / 86400000 AS day, engine, driver AS provider, cost_currency AS currency,
       cost_source AS source, count(*) AS answers, sum(ifnull(credits_charged, 0)) AS credits, sum(cost) AS amount
     FROM observations WHERE run_id = @run AND imported = 0 GROUP BY 1, 2, 3, 4, 5`,
  );
  const removedCosts = db.prepare<{ connection: number; day: number }, PaidDay>(
    `SELECT c.day, c.engine, nullif(c.driver, '') AS provider, p.uid AS projectId, p.name AS projectName,
       nullif(c.cost_currency, '') AS currency, nullif(c.cost_source, '') AS source, c.answers,
       c.credits_charged AS credits, c.cost AS amount
     FROM removed_costs c JOIN projects p ON p.id = c.project_id WHERE c.connection_id = @connection AND c.day >= @day`,
  );
  const modelCosts = db.prepare<{ connection: number; since: number }, PaidDay>(
    `SELECT m.asked_at_ms / 86400000 AS day, 'analysis' AS engine, m.driver AS provider, p.uid AS projectId,
       p.name AS projectName, m.cost_currency AS currency, m.cost_source AS source, count(*) AS answers, 0 AS credits,
       sum(m.cost) AS amount
     FROM model_requests m JOIN projects p ON p.id = m.project_id
     WHERE m.asked_at_ms >= @since AND (SELECT uid FROM connections WHERE id = @connection) = '${embeddedConnectionId}'
     GROUP BY 1, 3, 4, 6, 7`,
  );
  const translatorCosts = db.prepare<{ connection: number; day: number }, PaidDay>(
    `SELECT c.day, 'translation' AS engine, c.translator AS provider, p.uid AS projectId, p.name AS projectName,
       iif(c.cost IS NULL, NULL, c.cost_currency) AS currency, iif(c.cost IS NULL, NULL, 'computed') AS source,
       c.answers, 0 AS credits, c.cost AS amount
     FROM translation_costs c JOIN projects p ON p.id = c.project_id
     WHERE c.day >= @day AND (SELECT uid FROM connections WHERE id = @connection) = '${embeddedConnectionId}'`,
  );
  const columnsBy = db
    .prepare<[], string>("SELECT group_concat(rule_version || ':' || through_id) FROM column_replays")
    .pluck();
  const costsByRun = new Map<number, { readonly stamp: string; readonly costs: readonly DayCost[] }>();
  /** Computed from its answers and cached until its counters, or their rule version, change. */
  const costsOf = ({ id, stamp }: PaidRun, by: string): readonly DayCost[] => {
    const now = `${stamp} ${by}`;
    const known = costsByRun.get(id);
    if (known?.stamp === now) return known.costs;
    const costs = costsOfRun.all({ run: id });
    costsByRun.set(id, { stamp: now, costs });
    return costs;
  };

  return (connection: number, day: number): readonly CostLine[] => {
    const by = columnsBy.get() ?? '';
    const paid = runsSince.all({ connection, since: day * dayMs }).flatMap((run) =>
      costsOf(run, by)
        .filter((cost) => cost.day >= day)
        .map((cost) => ({ ...cost, projectId: run.projectId, projectName: run.projectName })),
    );
    // Providers are connected to the embedded service, whose account lists them; translators are set up beside them.
    const analysed = modelCosts.all({ connection, since: day * dayMs });
    const translated = translatorCosts.all({ connection, day });
    return costLines([...paid, ...removedCosts.all({ connection, day }), ...analysed, ...translated]);
  };
}

/** Sums by month, engine, provider, project, currency and source of the amount; newest month first. */
function costLines(days: readonly PaidDay[]): readonly CostLine[] {
  const lines = new Map<string, CostLine>();
  for (const { day, answers, credits, amount, ...what } of days) {
    const { engine, provider, projectId, currency, source } = what;
    const month = new Date(day * dayMs).toISOString().slice(0, 7);
    const key = JSON.stringify([month, engine, provider, projectId, currency, source]);
    const line = lines.get(key);
    lines.set(key, {
      month,
      ...what,
      answers: answers + (line?.answers ?? 0),
      credits: credits + (line?.credits ?? 0),
      amount: amount === null ? (line?.amount ?? null) : amount + (line?.amount ?? 0),
    });
  }
  const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
  return [...lines.values()]
    .map((line) => ({ ...line, amount: line.amount === null ? null : Number(line.amount.toFixed(9)) }))
    .sort(
      (one, other) =>
        order(other.month, one.month) ||
        order(one.engine, other.engine) ||
        order(one.provider ?? '', other.provider ?? ''),
    );
}
