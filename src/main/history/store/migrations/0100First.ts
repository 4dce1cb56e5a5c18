import type { Migration } from '#platform/sqlite/migrate.ts';

/**
 * The initial schema. Integer row ids stay inside the file; users, URLs and other programs see text ids (`uid`,
 * and `run.ordinal` for a cell). Times are milliseconds since the epoch, credits are integers.
 */
export const first: Migration = {
  version: 100,
  name: 'first schema',
  // The last development schema had the same tables.
  replaces: 57,
  sql: `-- Programs that use the file, and the services they ask.

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
  removed_at_ms INTEGER,
  queue_cleared_at_ms INTEGER
) STRICT;

-- Projects keep clients apart. The first one is always there; a project_id of 1 by default means that one. A project
-- that is removed stays known.

CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  defaults TEXT NOT NULL DEFAULT '{}',
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX projects_name ON projects (name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

CREATE TRIGGER projects_stay BEFORE DELETE ON projects BEGIN
  SELECT RAISE(ABORT, 'A project that was removed stays known, so that its rule versions keep their meaning.');
END;

CREATE TRIGGER projects_first_stays BEFORE UPDATE OF removed_at_ms ON projects
WHEN new.id = 1 AND new.removed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'The first project is always there.');
END;

CREATE TRIGGER projects_empty BEFORE UPDATE OF removed_at_ms ON projects
WHEN new.removed_at_ms IS NOT NULL AND EXISTS (SELECT 1 FROM runs WHERE project_id = new.id) BEGIN
  SELECT RAISE(ABORT, 'A project with runs is not removed.');
END;

-- What is asked, and where.

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

CREATE TABLE question_tags (
  project_id INTEGER NOT NULL,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  by_rule INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1)),
  PRIMARY KEY (project_id, question_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_tags_question ON question_tags (question_id);

-- By which rules the questions of a project were last found to be branded or not.
CREATE TABLE question_tag_versions (
  project_id INTEGER PRIMARY KEY,
  rules_version INTEGER NOT NULL
) STRICT;

-- Plans, in versions that never change.

CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  project_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX plans_name ON plans (project_id, name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

CREATE TABLE plan_versions (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plans (id),
  number INTEGER NOT NULL,
  content TEXT NOT NULL,
  cells INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (plan_id, number)
) STRICT;

CREATE TRIGGER plan_versions_unchanged BEFORE UPDATE ON plan_versions BEGIN
  SELECT RAISE(ABORT, 'A version of a plan never changes.');
END;

-- Runs and their cells: one cell is one question to one engine in one market, once.

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
  drivers TEXT NOT NULL DEFAULT '[]',
  plan_version_id INTEGER REFERENCES plan_versions (id),
  question_count INTEGER NOT NULL DEFAULT 1,
  engine_options TEXT,
  mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'queued')),
  priority INTEGER NOT NULL DEFAULT 1,
  ceiling INTEGER,
  maximum_credits INTEGER,
  credits_held INTEGER NOT NULL DEFAULT 0,
  hold_reason TEXT,
  project_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX runs_newest ON runs (created_at_ms DESC, id DESC);
CREATE INDEX runs_open ON runs (session_id) WHERE state = 'running';
CREATE INDEX runs_question ON runs (question_id);
CREATE INDEX runs_plan ON runs (plan_version_id, created_at_ms) WHERE plan_version_id IS NOT NULL;
CREATE INDEX runs_project ON runs (project_id, created_at_ms DESC, id DESC);

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
  maximum_credits INTEGER NOT NULL DEFAULT 0,
  task_id TEXT,
  UNIQUE (run_id, ordinal)
) STRICT;
CREATE INDEX cells_open ON cells (run_id, state, ordinal) WHERE state IN ('planned', 'running');
CREATE INDEX cells_without_answer ON cells (finished_at_ms DESC, id DESC) WHERE state IN ('failed', 'unknown');

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

-- What may be spent, what is held and what was charged.

CREATE TABLE ceilings (
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  period TEXT NOT NULL CHECK (period IN ('day', 'month')),
  credits INTEGER NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (connection_id, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE spending (
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  day INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  charged INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, day)
) STRICT, WITHOUT ROWID;

-- What a sent cell may cost at most is held from the moment it is claimed, on the day it is claimed, and released
-- when its charge is known. A cell whose outcome is unknown keeps holding it, also after it is asked again: the
-- first call may have been charged.
CREATE TRIGGER cells_booked AFTER UPDATE OF state ON cells
WHEN old.state <> new.state AND (new.maximum_credits > 0 OR ifnull(new.credits_charged, 0) > 0)
  AND NOT (old.state = 'unknown' AND new.state = 'planned')
BEGIN
  UPDATE runs SET credits_held = credits_held
    + new.maximum_credits * ((new.state IN ('running', 'unknown')) - (old.state IN ('running', 'unknown')))
  WHERE id = new.run_id;
  INSERT INTO spending (connection_id, day, held, charged)
  SELECT r.connection_id, coalesce(new.started_at_ms, old.started_at_ms, 0) / 86400000,
    new.maximum_credits * ((new.state IN ('running', 'unknown')) - (old.state IN ('running', 'unknown'))),
    ifnull(new.credits_charged, 0) - ifnull(old.credits_charged, 0)
  FROM runs r WHERE r.id = new.run_id
  ON CONFLICT (connection_id, day) DO UPDATE SET
    held = held + excluded.held, charged = charged + excluded.charged;
END;

CREATE TABLE charges (
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  day INTEGER NOT NULL,
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  project_id INTEGER NOT NULL,
  engine TEXT NOT NULL,
  answers INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  UNIQUE (connection_id, day, run_id, engine)
) STRICT;
CREATE INDEX charges_run ON charges (run_id) WHERE run_id IS NOT NULL;

-- A charge counts on the day its cell was sent, as it does against the ceilings. A run that is removed leaves its
-- charges behind: they were spent.
CREATE TRIGGER cells_charged AFTER UPDATE OF credits_charged ON cells
WHEN ifnull(new.credits_charged, 0) <> ifnull(old.credits_charged, 0)
BEGIN
  INSERT INTO charges (connection_id, day, run_id, project_id, engine, answers, credits)
  SELECT r.connection_id, coalesce(new.started_at_ms, old.started_at_ms, new.finished_at_ms, 0) / 86400000, r.id,
    r.project_id, new.engine, (ifnull(new.credits_charged, 0) > 0) - (ifnull(old.credits_charged, 0) > 0),
    ifnull(new.credits_charged, 0) - ifnull(old.credits_charged, 0)
  FROM runs r WHERE r.id = new.run_id
  ON CONFLICT (connection_id, day, run_id, engine) DO UPDATE SET
    answers = answers + excluded.answers, credits = credits + excluded.credits;
END;

-- Answers as they came.

-- What the answers of one engine in one language have in common, for compression.
CREATE TABLE payload_dictionaries (
  id INTEGER PRIMARY KEY,
  family TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

-- A payload that is not tight was compressed in haste and waits for its final compression.
CREATE TABLE payloads (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  encoding TEXT NOT NULL CHECK (encoding IN ('zstd', 'identity')),
  raw_bytes INTEGER NOT NULL,
  body BLOB NOT NULL,
  dictionary_id INTEGER REFERENCES payload_dictionaries (id),
  tight INTEGER NOT NULL DEFAULT 1 CHECK (tight IN (0, 1))
) STRICT;
CREATE INDEX payloads_loose ON payloads (id) WHERE tight = 0;

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
CREATE INDEX observations_request_id ON observations (request_id) WHERE request_id IS NOT NULL;

-- Most headers are the same with every answer.
CREATE TABLE header_sets (
  id INTEGER PRIMARY KEY,
  headers TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE response_headers (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  set_id INTEGER REFERENCES header_sets (id)
) STRICT;

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

-- Pages by age, of those that are stored.
CREATE INDEX pages_stored ON pages (fetched_at_ms) WHERE state = 'stored';

-- Sources of answers. Most carry the title their address was first met with: it is kept with the address.

CREATE TABLE domains (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE urls (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  domain_id INTEGER NOT NULL REFERENCES domains (id),
  label TEXT
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
  label_of_url INTEGER NOT NULL DEFAULT 0 CHECK (label_of_url IN (0, 1)),
  PRIMARY KEY (observation_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_url ON sources (url_id);

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
CREATE INDEX redirects_waiting ON redirects (next_try_at_ms) WHERE state = 'waiting';

-- Addresses up to this row id were looked at for redirects.
CREATE TABLE redirect_scan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  through_url_id INTEGER NOT NULL
) STRICT;

-- Results that were fetched elsewhere. What makes two of them the same is kept beside them; an import that broke off
-- is known by having no end.

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

-- Notes and labels of a person.

CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  edited_at_ms INTEGER
) STRICT;
CREATE INDEX notes_observation ON notes (observation_id, id);

CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id) VALUES (new.observation_id);
END;

CREATE TRIGGER notes_changed AFTER UPDATE OF text ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id) VALUES (new.observation_id);
END;

-- A note that goes with its answer leaves nothing to index.
CREATE TRIGGER notes_removed AFTER DELETE ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id)
  SELECT id FROM observations WHERE id = old.observation_id;
END;

CREATE TABLE labels (
  name TEXT NOT NULL,
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  PRIMARY KEY (name, observation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_observation ON labels (observation_id);

-- Brand rules: the listed brands, the decisions on top of them, and every version there was. Versions are numbered
-- over all projects, so that a version names its project.

CREATE TABLE brands (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('own', 'competitor', 'other')),
  project_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX brands_project ON brands (project_id, ordinal);

CREATE TABLE brand_aliases (
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  case_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (case_sensitive IN (0, 1)),
  PRIMARY KEY (brand_id, ordinal)
) STRICT, WITHOUT ROWID;

-- A domain belongs to one brand of a project.
CREATE TABLE brand_domains (
  project_id INTEGER NOT NULL DEFAULT 1,
  domain TEXT NOT NULL,
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (project_id, domain)
) STRICT, WITHOUT ROWID;
CREATE INDEX brand_domains_brand ON brand_domains (brand_id);

CREATE TABLE brand_decisions (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL DEFAULT 1,
  uid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'split', 'accept', 'dismiss', 'domain', 'source')),
  detail TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX brand_decisions_project ON brand_decisions (project_id, id);

CREATE TABLE brand_rule_versions (
  version INTEGER PRIMARY KEY,
  made_at_ms INTEGER NOT NULL,
  rules TEXT NOT NULL,
  project_id INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX brand_rule_versions_project ON brand_rule_versions (project_id, version DESC);

-- Which brands every answer names, by version of the rules. All of it can be computed again from the payloads.

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

-- The search index. It knows which answers have a word and nothing else (no text, no positions): what has to stand
-- together is looked up in the answers themselves.

CREATE VIRTUAL TABLE search_index USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize='ascii'
);

-- What a facet counts, one row for each answer in the index: ids of its domains as a JSON list.
CREATE TABLE search_facets (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  domains TEXT NOT NULL
) STRICT;

-- Answers that are stored and not in the index yet.
CREATE TABLE search_pending (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE
) STRICT;

-- Grows with every answer that is removed, so that every program notices.
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL
) STRICT;

CREATE TRIGGER search_forgets AFTER DELETE ON observations BEGIN
  DELETE FROM search_index WHERE rowid = old.id;
  UPDATE search_state SET removals = removals + 1;
END;

-- The prefix index: of each 2,048 answers in a row, by their ids. Block 0 has ids 0 to 2047.
CREATE TABLE search_beginnings (
  block INTEGER NOT NULL,
  -- The first two letters of words, or one character of a script without spaces; empty for the answers that are known here.
  beginning TEXT NOT NULL,
  -- 256 bytes: a bit for each answer of the block, the lowest first. Fewer: numbers of answers within the block, two
  -- bytes each, the lower byte first, ascending.
  answers BLOB NOT NULL,
  PRIMARY KEY (block, beginning)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  text TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- Monitors: plans that run on a schedule, what became of every scheduled time, and alerts about their runs.

CREATE TABLE monitors (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan_id INTEGER NOT NULL REFERENCES plans (id),
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  schedule TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'queued')),
  ceiling INTEGER,
  handled_until_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,
  paused_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX monitors_name ON monitors (name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

CREATE TABLE monitor_times (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id),
  scheduled_at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('run', 'left-out', 'failed')),
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  note TEXT,
  judged_at_ms INTEGER,
  PRIMARY KEY (monitor_id, scheduled_at_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX monitor_times_run ON monitor_times (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE alert_rules (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id),
  rule TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE INDEX alert_rules_monitor ON alert_rules (monitor_id) WHERE removed_at_ms IS NULL;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL UNIQUE,
  rule_id INTEGER REFERENCES alert_rules (id),
  monitor_id INTEGER REFERENCES monitors (id),
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  before_run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  raised_at_ms INTEGER NOT NULL,
  read_at_ms INTEGER
) STRICT;
CREATE INDEX alerts_unread ON alerts (id) WHERE read_at_ms IS NULL;
CREATE INDEX alerts_run ON alerts (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX alerts_before_run ON alerts (before_run_id) WHERE before_run_id IS NOT NULL;

CREATE TABLE alert_deliveries (
  alert_id INTEGER NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('system', 'webhook')),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  problem TEXT,
  PRIMARY KEY (alert_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_deliveries_due ON alert_deliveries (due_at_ms) WHERE state IN ('waiting', 'sending');

-- How long a project keeps what it has, and what was deleted by that.

CREATE TABLE retention_rules (
  project_id INTEGER PRIMARY KEY REFERENCES projects (id),
  pages_days INTEGER CHECK (pages_days > 0),
  runs_months INTEGER CHECK (runs_months > 0),
  keep_marked INTEGER NOT NULL CHECK (keep_marked IN (0, 1)),
  keep_monitors INTEGER NOT NULL CHECK (keep_monitors IN (0, 1)),
  automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
  set_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE retention_rounds (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  began_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  pages INTEGER NOT NULL DEFAULT 0,
  runs INTEGER NOT NULL DEFAULT 0,
  answers INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX retention_rounds_newest ON retention_rounds (project_id, began_at_ms DESC);

-- Views for people.

CREATE VIEW view_runs AS
SELECT r.uid AS run, datetime(r.created_at_ms / 1000.0, 'unixepoch') AS asked_at_utc, q.text AS question, r.engine,
  c.name AS connection, r.state, r.planned + r.running + r.completed + r.failed + r.cancelled + r.unknown AS cells,
  r.completed, r.failed, r.unknown, r.cancelled, r.credits_charged, p.name AS project
FROM runs r JOIN questions q ON q.id = r.question_id JOIN connections c ON c.id = r.connection_id
  JOIN projects p ON p.id = r.project_id;

CREATE VIEW view_cells AS
SELECT r.uid || '.' || x.ordinal AS cell, r.uid AS run, q.text AS question, x.engine, m.country, m.state AS us_state,
  m.key AS market, x.sample, x.state, x.attempts, x.credits_charged, x.error_code, x.error_message, x.request_id,
  datetime(x.finished_at_ms / 1000.0, 'unixepoch') AS finished_at_utc
FROM cells x JOIN runs r ON r.id = x.run_id JOIN questions q ON q.id = x.question_id
  JOIN markets m ON m.id = x.market_id;

CREATE VIEW view_answers AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.state AS us_state, m.key AS market, o.sample, o.language, o.text_chars, o.source_count,
  o.credits_charged, o.latency_ms, o.driver, o.model, o.served_shape, o.country_honoured, o.request_id,
  r.uid AS run, o.payload_id
FROM observations o JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  JOIN runs r ON r.id = o.run_id;

CREATE VIEW view_sources AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.key AS market, s.kind, s.position, u.url, d.name AS domain,
  CASE WHEN s.label_of_url = 1 THEN u.label ELSE s.label END AS label, s.redirect_link
FROM sources s JOIN observations o ON o.id = s.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id;

CREATE VIEW view_brands AS
SELECT b.uid AS brand, b.name, b.kind,
  (SELECT group_concat(a.text, '; ') FROM brand_aliases a WHERE a.brand_id = b.id) AS aliases,
  (SELECT group_concat(d.domain, '; ') FROM brand_domains d WHERE d.brand_id = b.id) AS domains,
  p.name AS project
FROM brands b JOIN projects p ON p.id = b.project_id ORDER BY b.project_id, b.ordinal;

CREATE VIEW view_projects AS
SELECT p.uid AS project, p.name, datetime(p.created_at_ms / 1000.0, 'unixepoch') AS created_at_utc,
  count(r.id) AS runs, ifnull(sum(r.completed), 0) AS answers, ifnull(sum(r.credits_charged), 0) AS credits_charged
FROM projects p LEFT JOIN runs r ON r.project_id = p.id WHERE p.removed_at_ms IS NULL GROUP BY p.id;

CREATE VIEW view_tags AS
SELECT p.name AS project, q.text AS question, t.tag, t.by_rule
FROM question_tags t JOIN projects p ON p.id = t.project_id JOIN questions q ON q.id = t.question_id;

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

CREATE VIEW view_notes AS
SELECT n.uid AS note, o.uid AS observation, datetime(n.created_at_ms / 1000.0, 'unixepoch') AS written_at_utc,
  datetime(n.edited_at_ms / 1000.0, 'unixepoch') AS edited_at_utc, n.text AS note_text, q.text AS question, o.engine,
  m.country, m.key AS market
FROM notes n JOIN observations o ON o.id = n.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id;

CREATE VIEW view_labels AS
SELECT l.name AS label, o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc,
  q.text AS question, o.engine, m.country, m.key AS market
FROM labels l JOIN observations o ON o.id = l.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id;

CREATE VIEW view_imports AS
SELECT o.uid AS observation, datetime(i.imported_at_ms / 1000.0, 'unixepoch') AS imported_at_utc, i.source,
  datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question, o.engine, m.country,
  m.key AS market, r.uid AS run
FROM imported_results i JOIN observations o ON o.id = i.observation_id JOIN runs r ON r.id = o.run_id
  JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id;

-- Stands for "fetched elsewhere". It counts as removed: nobody can ask there.
INSERT INTO connections (uid, name, base_url, embedded, created_at_ms, removed_at_ms)
VALUES ('embedded', 'Embedded service', '', 1, 0, NULL), ('imported', 'Imported', '', 0, 0, 0);
INSERT INTO projects (id, uid, name, created_at_ms)
VALUES (1, lower(hex(randomblob(6))), 'First project', CAST(unixepoch('subsec') * 1000 AS INTEGER));
INSERT INTO search_state (id, removals) VALUES (1, 0);
INSERT INTO redirect_scan (id, through_url_id) VALUES (1, 0);
`,
};
