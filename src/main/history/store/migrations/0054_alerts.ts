import type { Migration } from './migration.ts';

/** Monitors that can be paused, what to be told about their runs, what was told, and to whom it still has to go. */
export const alerts: Migration = {
  version: 54,
  name: 'alerts',
  sql: `
ALTER TABLE monitors ADD COLUMN paused_at_ms INTEGER;
ALTER TABLE monitor_times ADD COLUMN judged_at_ms INTEGER;
-- Runs of before are not judged after the fact.
UPDATE monitor_times SET judged_at_ms = scheduled_at_ms;

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
`,
};
