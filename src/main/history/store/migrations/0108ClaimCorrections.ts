import type { Migration } from '#platform/sqlite/migrate.ts';

/** The user's corrections of claims about brands. */
export const claimCorrections: Migration = {
  version: 108,
  name: 'claim corrections',
  sql: `
CREATE TABLE claim_corrections (
  project_id INTEGER NOT NULL REFERENCES projects (id),
  -- Hash of brand, sentence and the aspect the rules gave.
  claim TEXT NOT NULL,
  sentence TEXT NOT NULL,
  -- Both null: the sentence says nothing of the brand.
  aspect TEXT,
  tone TEXT CHECK (tone IN ('positive', 'negative', 'mixed', 'neutral')),
  made_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, claim),
  CHECK ((aspect IS NULL) = (tone IS NULL))
) STRICT, WITHOUT ROWID;
`,
};
