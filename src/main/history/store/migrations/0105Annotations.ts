import type { Migration } from '#platform/sqlite/migrate.ts';

/** The user's notes on days, shown in the trends of the project. */
export const annotations: Migration = {
  version: 105,
  name: 'annotations',
  sql: `
CREATE TABLE annotations (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  -- Such as 2026-10-31, in UTC.
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  text TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX annotations_project ON annotations (project_id, day);
`,
};
