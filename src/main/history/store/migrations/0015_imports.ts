import type { Migration } from './migration.ts';

/**
 * Results that were fetched elsewhere. What makes two of them the same is kept beside them, so that importing a
 * file again finds what is there; an import that broke off is known by having no end, and the next one goes on
 * with its runs.
 */
export const imports: Migration = {
  version: 15,
  name: 'imports',
  sql: `
-- Stands for "fetched elsewhere". It counts as removed: nobody can ask there.
INSERT INTO connections (uid, name, base_url, embedded, created_at_ms, removed_at_ms)
VALUES ('imported', 'Imported', '', 0, 0, 0);

CREATE TABLE imports (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  session_id INTEGER REFERENCES sessions (id) ON DELETE SET NULL,
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
CREATE INDEX imports_session ON imports (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE import_runs (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  import_id INTEGER NOT NULL REFERENCES imports (id),
  group_key TEXT NOT NULL
) STRICT;
CREATE INDEX import_runs_group ON import_runs (import_id, group_key);

CREATE TABLE imported_results (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  identity BLOB NOT NULL UNIQUE,
  source TEXT NOT NULL,
  imported_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX observations_request_id ON observations (request_id) WHERE request_id IS NOT NULL;

CREATE VIEW view_imports AS
SELECT o.uid AS observation, datetime(i.imported_at_ms / 1000.0, 'unixepoch') AS imported_at_utc, i.source,
  datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question, o.engine, m.country,
  m.key AS market, r.uid AS run
FROM imported_results i JOIN observations o ON o.id = i.observation_id JOIN runs r ON r.id = o.run_id
  JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id;

CREATE VIEW view_domains AS
SELECT d.name AS domain, q.text AS question, o.engine, m.country, m.key AS market,
  count(DISTINCT o.id) AS answers, count(*) AS citations, min(s.position) AS best_position,
  datetime(min(o.received_at_ms) / 1000.0, 'unixepoch') AS first_seen_utc,
  datetime(max(o.received_at_ms) / 1000.0, 'unixepoch') AS last_seen_utc
FROM sources s JOIN observations o ON o.id = s.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id
GROUP BY d.id, o.question_id, o.engine, o.market_id;

CREATE VIEW view_days AS
SELECT date(o.received_at_ms / 1000.0, 'unixepoch') AS day_utc, o.engine, m.country, count(*) AS answers,
  sum(o.credits_charged) AS credits_charged, round(avg(o.latency_ms)) AS mean_latency_ms,
  sum(o.imported) AS imported
FROM observations o JOIN markets m ON m.id = o.market_id
GROUP BY 1, o.engine, m.country;
`,
};
