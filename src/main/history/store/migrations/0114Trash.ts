import type { Migration } from '#platform/sqlite/migrate.ts';

/** Deleted runs, kept apart from the tables that everything else reads, until they are restored or emptied. */
export const trash: Migration = {
  version: 114,
  name: 'trash',
  sql: `
CREATE TABLE trash (
  id INTEGER PRIMARY KEY,
  -- Of the run.
  uid TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  question TEXT NOT NULL,
  answers INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  trashed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX trash_oldest ON trash (trashed_at_ms);

-- The rows of the run in every table, in the order in which they are inserted again.
CREATE TABLE trash_rows (
  trash_id INTEGER NOT NULL REFERENCES trash (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  -- An array of rows by column, as V8 serializes it, so that integers, numbers, texts and bytes stay what they are.
  row_list BLOB NOT NULL,
  PRIMARY KEY (trash_id, ordinal)
) STRICT;
`,
};
