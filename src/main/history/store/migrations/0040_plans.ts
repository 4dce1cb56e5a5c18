import type { Migration } from './migration.ts';

/** Plans in immutable versions, runs of a plan, tasks that wait in a service's queue, and what spending may not pass. */
export const plans: Migration = {
  version: 40,
  name: 'plans',
  sql: `
CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX plans_name ON plans (name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

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

ALTER TABLE runs ADD COLUMN plan_version_id INTEGER REFERENCES plan_versions (id);
ALTER TABLE runs ADD COLUMN question_count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE runs ADD COLUMN engine_options TEXT;
ALTER TABLE runs ADD COLUMN mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'queued'));
ALTER TABLE runs ADD COLUMN priority INTEGER NOT NULL DEFAULT 1;
ALTER TABLE runs ADD COLUMN ceiling INTEGER;
ALTER TABLE runs ADD COLUMN maximum_credits INTEGER;
ALTER TABLE runs ADD COLUMN credits_held INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN hold_reason TEXT;
CREATE INDEX runs_plan ON runs (plan_version_id, created_at_ms) WHERE plan_version_id IS NOT NULL;

ALTER TABLE cells ADD COLUMN maximum_credits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cells ADD COLUMN task_id TEXT;

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
`,
};
