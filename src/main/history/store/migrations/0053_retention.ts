import type { Migration } from './migration.ts';

/** How long a project keeps what it has, as a person ruled, and what was deleted by it. */
export const retention: Migration = {
  version: 53,
  name: 'retention',
  sql: `
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
-- Pages by age, of those that are stored.
CREATE INDEX pages_stored ON pages (fetched_at_ms) WHERE state = 'stored';
`,
};
