import type { Migration } from './migration.ts';

/**
 * Which brands every answer names, by version of the rules, and where redirect links lead. All of it can be made
 * again: the first from the payloads, the second by asking the service once more.
 */
export const derived: Migration = {
  version: 51,
  name: 'derived',
  sql: `
-- Brands by a small number: their text id would stand in every row of brand_mentions.
CREATE TABLE brand_keys (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE
) STRICT;

-- One computation of brand facts over all answers of a project, by one version of its rules.
CREATE TABLE replays (
  rules_version INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL DEFAULT 1,
  analysis_rules TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'cancelled', 'current', 'previous', 'dropped')),
  through_id INTEGER NOT NULL DEFAULT 0,
  session_id INTEGER REFERENCES sessions (id) ON DELETE SET NULL,
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX replays_current ON replays (project_id) WHERE state = 'current';
CREATE UNIQUE INDEX replays_previous ON replays (project_id) WHERE state = 'previous';
CREATE INDEX replays_session ON replays (session_id) WHERE session_id IS NOT NULL;

-- Answers that were searched for brands: what a rate divides by.
CREATE TABLE brand_searches (
  rules_version INTEGER NOT NULL,
  observation_id INTEGER NOT NULL,
  PRIMARY KEY (rules_version, observation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE brand_mentions (
  rules_version INTEGER NOT NULL,
  brand_key INTEGER NOT NULL,
  observation_id INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  list_rank INTEGER,
  depth REAL NOT NULL,
  mentions INTEGER NOT NULL,
  PRIMARY KEY (rules_version, brand_key, observation_id)
) STRICT, WITHOUT ROWID;

-- By trigger and not by reference: looking for the rows of one answer needs no index of its own this way.
CREATE TRIGGER brand_facts_forget AFTER DELETE ON observations BEGIN
  DELETE FROM brand_searches
  WHERE rules_version IN (SELECT rules_version FROM replays) AND observation_id = old.id;
  DELETE FROM brand_mentions
  WHERE rules_version IN (SELECT rules_version FROM replays) AND brand_key IN (SELECT id FROM brand_keys)
    AND observation_id = old.id;
  -- The ids of the newest answers are given again once they are gone.
  UPDATE replays SET through_id = (SELECT ifnull(max(id), 0) FROM observations)
  WHERE through_id > (SELECT ifnull(max(id), 0) FROM observations);
END;

CREATE TRIGGER brand_facts_move AFTER UPDATE OF project_id ON runs WHEN new.project_id <> old.project_id BEGIN
  DELETE FROM brand_searches
  WHERE rules_version IN (SELECT rules_version FROM replays WHERE project_id = old.project_id)
    AND observation_id IN (SELECT id FROM observations WHERE run_id = new.id);
  DELETE FROM brand_mentions
  WHERE rules_version IN (SELECT rules_version FROM replays WHERE project_id = old.project_id)
    AND brand_key IN (SELECT id FROM brand_keys)
    AND observation_id IN (SELECT id FROM observations WHERE run_id = new.id);
  -- The other project's rules look at these answers again, and at what came after them.
  UPDATE replays SET through_id = min(through_id, (SELECT min(id) - 1 FROM observations WHERE run_id = new.id))
  WHERE project_id = new.project_id AND EXISTS (SELECT 1 FROM observations WHERE run_id = new.id);
END;

-- One computation of the derived columns (observations, sources) over all answers, by one version of their rules.
CREATE TABLE column_replays (
  rule_version INTEGER PRIMARY KEY,
  through_id INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;

-- Where a stored address leads that is a redirect of the engine.
CREATE TABLE redirects (
  url_id INTEGER PRIMARY KEY REFERENCES urls (id) ON DELETE CASCADE,
  link TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'resolved', 'refused')),
  destination TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at_ms INTEGER,
  next_try_at_ms INTEGER NOT NULL DEFAULT 0,
  failure TEXT
) STRICT;
-- Addresses up to this row id were looked at for redirects.
CREATE TABLE redirect_scan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  through_url_id INTEGER NOT NULL
) STRICT;
INSERT INTO redirect_scan (id, through_url_id) VALUES (1, 0);
CREATE INDEX redirects_waiting ON redirects (next_try_at_ms) WHERE state = 'waiting';

CREATE VIEW view_brand_mentions AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.key AS market, k.uid AS brand, b.name, b.kind, f.rank, f.list_rank, f.depth, f.mentions,
  f.rules_version
FROM replays v JOIN brand_mentions f ON f.rules_version = v.rules_version JOIN brand_keys k ON k.id = f.brand_key
  JOIN observations o ON o.id = f.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id LEFT JOIN brands b ON b.uid = k.uid
WHERE v.state = 'current';

CREATE VIEW view_redirects AS
SELECT u.url, r.destination, d.name AS domain, r.state, r.tries,
  datetime(r.tried_at_ms / 1000.0, 'unixepoch') AS tried_at_utc, r.failure
FROM redirects r JOIN urls u ON u.id = r.url_id JOIN domains d ON d.id = u.domain_id;
`,
};
