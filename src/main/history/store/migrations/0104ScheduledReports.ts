import type { Migration } from '#platform/sqlite/migrate.ts';

/** Reports after the runs of a monitor: schedule, deliveries and their outcome. */
export const scheduledReports: Migration = {
  version: 104,
  name: 'scheduled reports',
  sql: `
CREATE TABLE report_schedules (
  monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id),
  -- JSON: format and channels.
  schedule TEXT NOT NULL,
  -- Runs that were due before are not reported.
  since_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id),
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  scheduled_at_ms INTEGER NOT NULL,
  schedule TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'writing', 'written', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER NOT NULL,
  problem TEXT,
  -- What a person calls the file; it is kept in the data folder as UID.FORMAT.
  name TEXT,
  bytes INTEGER,
  title TEXT,
  summary TEXT,
  written_at_ms INTEGER,
  UNIQUE (monitor_id, scheduled_at_ms)
) STRICT;
CREATE INDEX reports_run ON reports (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX reports_due ON reports (due_at_ms) WHERE state IN ('waiting', 'writing');

CREATE TABLE report_deliveries (
  report_id INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('folder', 'email', 'slack', 'teams')),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  problem TEXT,
  PRIMARY KEY (report_id, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_deliveries_due ON report_deliveries (due_at_ms) WHERE state IN ('waiting', 'sending');
`,
};
