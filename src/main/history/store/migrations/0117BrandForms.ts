import type { Migration } from '#platform/sqlite/migrate.ts';

/** Inflected forms of a brand's names that the user switched off. */
export const brandForms: Migration = {
  version: 117,
  name: 'inflected forms of brands',
  sql: `
CREATE TABLE brand_excluded_forms (
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  -- Folded: without accents, in lower case.
  form TEXT NOT NULL,
  PRIMARY KEY (brand_id, ordinal)
) STRICT, WITHOUT ROWID;
`,
};
