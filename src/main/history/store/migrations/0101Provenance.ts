import type { Migration } from '#platform/sqlite/migrate.ts';

/** Provider data about an answer: its surface, how it ended, what it cost. */
export const provenance: Migration = {
  version: 101,
  name: 'provenance',
  sql: `
ALTER TABLE observations ADD COLUMN surface TEXT;
ALTER TABLE observations ADD COLUMN stop TEXT CHECK (stop IN ('complete', 'cut', 'refused', 'blocked'));
ALTER TABLE observations ADD COLUMN stop_reason TEXT;
ALTER TABLE observations ADD COLUMN cost REAL;
ALTER TABLE observations ADD COLUMN cost_currency TEXT;
ALTER TABLE observations ADD COLUMN cost_source TEXT CHECK (cost_source IN ('stated', 'computed'));
ALTER TABLE observations ADD COLUMN provider_request_id TEXT;

DROP VIEW view_answers;
CREATE VIEW view_answers AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.state AS us_state, m.key AS market, o.sample, o.language, o.text_chars, o.source_count,
  o.credits_charged, o.latency_ms, o.driver, o.model, o.served_shape, o.country_honoured, o.request_id,
  r.uid AS run, o.payload_id, o.surface, o.stop, o.stop_reason, o.cost, o.cost_currency, o.cost_source,
  o.provider_request_id
FROM observations o JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  JOIN runs r ON r.id = o.run_id;

-- Money by month, engine, provider and project; answers whose provider states no cost have no currency.
CREATE VIEW view_costs AS
SELECT strftime('%Y-%m', o.received_at_ms / 1000.0, 'unixepoch') AS month_utc, o.engine, o.driver, p.name AS project,
  o.cost_currency, o.cost_source, count(*) AS answers, sum(o.credits_charged) AS credits_charged, sum(o.cost) AS cost
FROM observations o JOIN runs r ON r.id = o.run_id JOIN projects p ON p.id = r.project_id
WHERE o.imported = 0
GROUP BY 1, o.engine, o.driver, r.project_id, o.cost_currency, o.cost_source;
`,
};
