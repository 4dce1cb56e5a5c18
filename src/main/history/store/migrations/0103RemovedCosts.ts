import type { Migration } from '#platform/sqlite/migrate.ts';

/** Costs stay in the totals when their answers are deleted, as charges do. */
export const removedCosts: Migration = {
  version: 103,
  name: 'costs of deleted answers',
  sql: `
-- Empty texts where the provider, the currency or the source is not known.
CREATE TABLE removed_costs (
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  day INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  engine TEXT NOT NULL,
  driver TEXT NOT NULL,
  cost_currency TEXT NOT NULL,
  cost_source TEXT NOT NULL,
  answers INTEGER NOT NULL,
  credits_charged INTEGER NOT NULL,
  cost REAL,
  PRIMARY KEY (connection_id, day, project_id, engine, driver, cost_currency, cost_source)
) STRICT, WITHOUT ROWID;

-- Answers of a run that stays, as a retention rule deletes them; those of a run that goes are counted with it, because
-- it is gone when theirs would fire.
CREATE TRIGGER removed_costs_of_answer BEFORE DELETE ON observations WHEN old.imported = 0
BEGIN
  INSERT INTO removed_costs
  SELECT r.connection_id, old.received_at_ms / 86400000, r.project_id, old.engine, ifnull(old.driver, ''),
    ifnull(old.cost_currency, ''), ifnull(old.cost_source, ''), 1, ifnull(old.credits_charged, 0), old.cost
  FROM runs r WHERE r.id = old.run_id
  ON CONFLICT DO UPDATE SET answers = answers + excluded.answers,
    credits_charged = credits_charged + excluded.credits_charged, cost = cost + excluded.cost;
END;
CREATE TRIGGER removed_costs_of_run BEFORE DELETE ON runs
BEGIN
  INSERT INTO removed_costs
  SELECT old.connection_id, o.received_at_ms / 86400000, old.project_id, o.engine, ifnull(o.driver, ''),
    ifnull(o.cost_currency, ''), ifnull(o.cost_source, ''), count(*), ifnull(sum(o.credits_charged), 0), sum(o.cost)
  FROM observations o WHERE o.run_id = old.id AND o.imported = 0 GROUP BY 2, 4, 5, 6, 7
  ON CONFLICT DO UPDATE SET answers = answers + excluded.answers,
    credits_charged = credits_charged + excluded.credits_charged, cost = cost + excluded.cost;
END;

DROP VIEW view_costs;
-- Money by month, engine, provider and project, of deleted answers too; without a currency where no cost is known.
CREATE VIEW view_costs AS
SELECT a.month_utc, a.engine, a.driver, p.name AS project, a.cost_currency, a.cost_source, sum(a.answers) AS answers,
  sum(a.credits_charged) AS credits_charged, sum(a.cost) AS cost
FROM (
  SELECT strftime('%Y-%m', o.received_at_ms / 1000.0, 'unixepoch') AS month_utc, o.engine, o.driver, r.project_id,
    o.cost_currency, o.cost_source, 1 AS answers, o.credits_charged, o.cost
  FROM observations o JOIN runs r ON r.id = o.run_id WHERE o.imported = 0
  UNION ALL
  SELECT strftime('%Y-%m', day * 86400, 'unixepoch'), engine, nullif(driver, ''), project_id,
    nullif(cost_currency, ''), nullif(cost_source, ''), answers, credits_charged, cost
  FROM removed_costs
) a JOIN projects p ON p.id = a.project_id
GROUP BY 1, a.engine, a.driver, a.project_id, a.cost_currency, a.cost_source;
`,
};
