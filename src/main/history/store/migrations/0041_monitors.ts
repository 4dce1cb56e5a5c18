import type { Migration } from './migration.ts';

/** Plans that run on a schedule, and what became of every scheduled time. */
export const monitors: Migration = {
  version: 41,
  name: 'monitors',
  sql: `
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
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX monitors_name ON monitors (name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

CREATE TABLE monitor_times (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id),
  scheduled_at_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('run', 'left-out', 'failed')),
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  note TEXT,
  PRIMARY KEY (monitor_id, scheduled_at_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX monitor_times_run ON monitor_times (run_id) WHERE run_id IS NOT NULL;
`,
};
