import type { Migration } from './migration.ts';

/**
 * First schema. Integer row ids stay inside the file; people, addresses and other programs see text ids (`uid`,
 * and `run.ordinal` for a cell). Times are milliseconds since the epoch, credits are whole numbers.
 */
export const init: Migration = {
  version: 10,
  name: 'init',
  sql: `
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  host TEXT NOT NULL,
  program_version TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE connections (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  embedded INTEGER NOT NULL DEFAULT 0 CHECK (embedded IN (0, 1)),
  engine_aliases TEXT NOT NULL DEFAULT '{}',
  key_last_four TEXT,
  slot_limit INTEGER,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
INSERT INTO connections (uid, name, base_url, embedded, created_at_ms)
VALUES ('embedded', 'Embedded service', '', 1, 0);

CREATE TABLE questions (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE markets (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  country TEXT,
  state TEXT,
  language TEXT,
  location TEXT,
  device TEXT
) STRICT;
CREATE INDEX markets_country ON markets (country, state);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL DEFAULT 'ask',
  question_id INTEGER NOT NULL REFERENCES questions (id),
  engine TEXT NOT NULL,
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  options TEXT NOT NULL DEFAULT '{}',
  samples INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'paused', 'interrupted', 'finished', 'cancelled')),
  session_id INTEGER REFERENCES sessions (id) ON DELETE SET NULL,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  planned INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  unknown INTEGER NOT NULL DEFAULT 0,
  credits_charged INTEGER NOT NULL DEFAULT 0,
  drivers TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX runs_newest ON runs (created_at_ms DESC, id DESC);
CREATE INDEX runs_open ON runs (session_id) WHERE state = 'running';
CREATE INDEX runs_question ON runs (question_id);

CREATE TABLE cells (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  engine TEXT NOT NULL,
  market_id INTEGER NOT NULL REFERENCES markets (id),
  sample INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'planned'
    CHECK (state IN ('planned', 'running', 'completed', 'failed', 'cancelled', 'unknown')),
  idempotency_key TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 1,
  attempts INTEGER NOT NULL DEFAULT 0,
  started_at_ms INTEGER,
  finished_at_ms INTEGER,
  credits_charged INTEGER,
  error_code TEXT,
  error_message TEXT,
  error_status INTEGER,
  error_body TEXT,
  request_id TEXT,
  UNIQUE (run_id, ordinal)
) STRICT;
CREATE INDEX cells_open ON cells (run_id, state, ordinal) WHERE state IN ('planned', 'running');

-- Counters of the run follow its cells, so that a list of runs never has to count cells. Planning sets the first
-- of them in one go: a trigger for every insert would make a plan of 80,000 cells ten times slower.
CREATE TRIGGER cells_counted_over AFTER UPDATE OF state, credits_charged ON cells BEGIN
  UPDATE runs SET
    planned = planned + (new.state = 'planned') - (old.state = 'planned'),
    running = running + (new.state = 'running') - (old.state = 'running'),
    completed = completed + (new.state = 'completed') - (old.state = 'completed'),
    failed = failed + (new.state = 'failed') - (old.state = 'failed'),
    cancelled = cancelled + (new.state = 'cancelled') - (old.state = 'cancelled'),
    unknown = unknown + (new.state = 'unknown') - (old.state = 'unknown'),
    credits_charged = credits_charged + ifnull(new.credits_charged, 0) - ifnull(old.credits_charged, 0)
  WHERE id = new.run_id;
END;

CREATE TABLE payloads (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  encoding TEXT NOT NULL CHECK (encoding IN ('zstd', 'identity')),
  raw_bytes INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  path TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE observations (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  cell_id INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  engine TEXT NOT NULL,
  market_id INTEGER NOT NULL REFERENCES markets (id),
  sample INTEGER NOT NULL,
  received_at_ms INTEGER NOT NULL,
  round_trip_ms INTEGER NOT NULL,
  latency_ms INTEGER,
  credits_charged INTEGER,
  request_id TEXT,
  imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),
  payload_id INTEGER NOT NULL REFERENCES payloads (id),
  sent_request_id INTEGER NOT NULL REFERENCES requests (id),
  -- Derived from the payload; rule_version says by which rules.
  language TEXT,
  text_chars INTEGER NOT NULL DEFAULT 0,
  source_count INTEGER NOT NULL DEFAULT 0,
  served_shape TEXT,
  driver TEXT,
  model TEXT,
  country_honoured TEXT,
  rule_version INTEGER NOT NULL
) STRICT;
CREATE INDEX observations_newest ON observations (received_at_ms DESC, id DESC);
CREATE INDEX observations_run ON observations (run_id);
CREATE INDEX observations_cell ON observations (cell_id);
CREATE INDEX observations_series ON observations (question_id, engine, market_id, received_at_ms);
CREATE INDEX observations_payload ON observations (payload_id);
CREATE INDEX observations_request ON observations (sent_request_id);

CREATE TABLE observation_texts (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  rule_version INTEGER NOT NULL
) STRICT;

CREATE TABLE response_headers (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL
) STRICT;

CREATE TABLE domains (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE urls (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  domain_id INTEGER NOT NULL REFERENCES domains (id)
) STRICT;
CREATE INDEX urls_domain ON urls (domain_id);

CREATE TABLE sources (
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  url_id INTEGER NOT NULL REFERENCES urls (id),
  label TEXT NOT NULL,
  redirect_link TEXT,
  rule_version INTEGER NOT NULL,
  PRIMARY KEY (observation_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_url ON sources (url_id);

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  url TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'stored', 'failed')),
  payload_id INTEGER REFERENCES payloads (id),
  error_message TEXT,
  fetched_at_ms INTEGER,
  UNIQUE (observation_id, ordinal)
) STRICT;
CREATE INDEX pages_pending ON pages (id) WHERE state = 'pending';
CREATE INDEX pages_payload ON pages (payload_id) WHERE payload_id IS NOT NULL;

CREATE VIEW view_runs AS
SELECT r.uid AS run, datetime(r.created_at_ms / 1000.0, 'unixepoch') AS asked_at_utc, q.text AS question, r.engine,
  c.name AS connection, r.state, r.planned + r.running + r.completed + r.failed + r.cancelled + r.unknown AS cells,
  r.completed, r.failed, r.unknown, r.cancelled, r.credits_charged
FROM runs r JOIN questions q ON q.id = r.question_id JOIN connections c ON c.id = r.connection_id;

CREATE VIEW view_cells AS
SELECT r.uid || '.' || x.ordinal AS cell, r.uid AS run, q.text AS question, x.engine, m.country, m.state AS us_state,
  m.key AS market, x.sample, x.state, x.attempts, x.credits_charged, x.error_code, x.error_message, x.request_id,
  datetime(x.finished_at_ms / 1000.0, 'unixepoch') AS finished_at_utc
FROM cells x JOIN runs r ON r.id = x.run_id JOIN questions q ON q.id = x.question_id
  JOIN markets m ON m.id = x.market_id;

CREATE VIEW view_answers AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.state AS us_state, m.key AS market, o.sample, o.language, t.text, o.source_count,
  o.credits_charged, o.latency_ms, o.driver, o.model, o.served_shape, o.country_honoured, o.request_id,
  r.uid AS run
FROM observations o JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  JOIN runs r ON r.id = o.run_id JOIN observation_texts t ON t.observation_id = o.id;

CREATE VIEW view_sources AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.key AS market, s.kind, s.position, u.url, d.name AS domain, s.label, s.redirect_link
FROM sources s JOIN observations o ON o.id = s.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id;
`,
};
