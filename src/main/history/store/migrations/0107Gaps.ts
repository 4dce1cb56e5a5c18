import type { Migration } from '#platform/sqlite/migrate.ts';

/** The user's status of a gap, by what identifies the gap in later runs. */
export const gaps: Migration = {
  version: 107,
  name: 'gaps worked off',
  sql: `
CREATE TABLE gap_decisions (
  project_id INTEGER NOT NULL,
  -- Hash of the columns from kind to domain.
  fingerprint TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('mention', 'citation')),
  question TEXT NOT NULL,
  engine TEXT NOT NULL,
  market TEXT NOT NULL,
  -- Id of the brand that is named, empty in a gap of citations; the domain that is cited, empty in one of mentions.
  brand TEXT NOT NULL,
  domain TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'done', 'ignored')),
  note TEXT NOT NULL DEFAULT '',
  decided_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, fingerprint)
) STRICT, WITHOUT ROWID;
`,
};
