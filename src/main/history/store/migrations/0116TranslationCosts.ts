import type { Migration } from '#platform/sqlite/migrate.ts';

/** Money for translations stays in the totals when they are replaced or deleted with their answer. */
export const translationCosts: Migration = {
  version: 116,
  name: 'costs of translations',
  sql: `
-- What translators with a price were paid, by UTC day; requests to the analysis model are in model_requests. A cost of
-- null: the price is not known.
CREATE TABLE translation_costs (
  day INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  translator TEXT NOT NULL,
  cost_currency TEXT NOT NULL,
  answers INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  cost REAL,
  PRIMARY KEY (day, project_id, translator, cost_currency)
) STRICT, WITHOUT ROWID;

INSERT INTO translation_costs
SELECT t.made_at_ms / 86400000, r.project_id, t.translator, t.cost_currency, count(*), sum(t.characters), sum(t.cost)
FROM translations t JOIN observations o ON o.id = t.observation_id JOIN runs r ON r.id = o.run_id
WHERE t.translator <> 'model' AND t.cost_currency IS NOT NULL AND o.imported = 0 GROUP BY 1, 2, 3, 4;

DROP VIEW view_costs;
-- Money by month, engine, provider and project, of deleted answers, the analysis model (engine 'analysis') and
-- translators (engine 'translation') too; without a currency where no cost is known.
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
  UNION ALL
  SELECT strftime('%Y-%m', asked_at_ms / 1000.0, 'unixepoch'), 'analysis', driver, project_id,
    cost_currency, cost_source, 1, 0, cost
  FROM model_requests
  UNION ALL
  SELECT strftime('%Y-%m', day * 86400, 'unixepoch'), 'translation', translator, project_id,
    iif(cost IS NULL, NULL, cost_currency), iif(cost IS NULL, NULL, 'computed'), answers, 0, cost
  FROM translation_costs
) a JOIN projects p ON p.id = a.project_id
GROUP BY 1, a.engine, a.driver, a.project_id, a.cost_currency, a.cost_source;
`,
};
