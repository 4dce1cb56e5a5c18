import type { Migration } from '#platform/sqlite/migrate.ts';

/** Requests to the analysis model: what they cost, and their answers until the analysed answer is deleted. */
export const analysisModel: Migration = {
  version: 110,
  name: 'analysis model',
  sql: `
CREATE TABLE model_requests (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  purpose TEXT NOT NULL,
  driver TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost REAL,
  cost_currency TEXT,
  cost_source TEXT,
  latency_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX model_requests_by_time ON model_requests (asked_at_ms);

-- The cache: by the SHA-256 of driver, model, prompt with version, schema and text.
CREATE TABLE model_answers (
  key TEXT PRIMARY KEY,
  request_id INTEGER NOT NULL REFERENCES model_requests (id),
  -- JSON, compressed by Zstandard.
  answer BLOB NOT NULL
) STRICT, WITHOUT ROWID;
-- The stored answers whose words a model's answer may repeat.
CREATE TABLE model_answer_subjects (
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  key TEXT NOT NULL REFERENCES model_answers (key) ON DELETE CASCADE,
  PRIMARY KEY (observation_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_answer_subjects_by_key ON model_answer_subjects (key);
CREATE TRIGGER model_answers_of_answer AFTER DELETE ON model_answer_subjects
BEGIN
  DELETE FROM model_answers WHERE key = old.key;
END;
CREATE INDEX model_answers_by_request ON model_answers (request_id);

DROP VIEW view_costs;
-- Money by month, engine, provider and project, of deleted answers and of the analysis model (engine 'analysis') too;
-- without a currency where no cost is known.
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
) a JOIN projects p ON p.id = a.project_id
GROUP BY 1, a.engine, a.driver, a.project_id, a.cost_currency, a.cost_source;
`,
};
