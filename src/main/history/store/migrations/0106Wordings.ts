import type { Migration } from '#platform/sqlite/migrate.ts';

/** Wordings of questions by market: the text that was asked, in addition to the question it belongs to. */
export const wordings: Migration = {
  version: 106,
  name: 'wordings of questions',
  sql: `
-- Null where the question is asked in its own words.
ALTER TABLE cells ADD COLUMN wording_id INTEGER REFERENCES questions (id);
ALTER TABLE observations ADD COLUMN wording_id INTEGER REFERENCES questions (id);
-- JSON: texts by country and language, of a run of one question; those of a plan stand in its version.
ALTER TABLE runs ADD COLUMN wordings TEXT;

DROP VIEW view_answers;
CREATE VIEW view_answers AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.state AS us_state, m.key AS market, o.sample, o.language, o.text_chars, o.source_count,
  o.credits_charged, o.latency_ms, o.driver, o.model, o.served_shape, o.country_honoured, o.request_id,
  r.uid AS run, o.payload_id, o.surface, o.stop, o.stop_reason, o.cost, o.cost_currency, o.cost_source,
  o.provider_request_id, ifnull(w.text, q.text) AS asked
FROM observations o JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  JOIN runs r ON r.id = o.run_id LEFT JOIN questions w ON w.id = o.wording_id;
`,
};
