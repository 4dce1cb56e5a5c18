import type { Migration } from './migration.ts';

/**
 * Brand rules: the brands a person listed, the decisions on top of them, and every version there was, so that a
 * figure that names its rule version can be computed again by exactly those rules.
 */
export const brands: Migration = {
  version: 20,
  name: 'brands',
  sql: `
CREATE TABLE brands (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('own', 'competitor', 'other'))
) STRICT;

CREATE TABLE brand_aliases (
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  case_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (case_sensitive IN (0, 1)),
  PRIMARY KEY (brand_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE brand_domains (
  domain TEXT PRIMARY KEY,
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX brand_domains_brand ON brand_domains (brand_id);

CREATE TABLE brand_decisions (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'split', 'accept', 'dismiss', 'domain')),
  detail TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE brand_rule_versions (
  version INTEGER PRIMARY KEY,
  made_at_ms INTEGER NOT NULL,
  rules TEXT NOT NULL
) STRICT;

CREATE VIEW view_brands AS
SELECT b.uid AS brand, b.name, b.kind,
  (SELECT group_concat(a.text, '; ') FROM brand_aliases a WHERE a.brand_id = b.id) AS aliases,
  (SELECT group_concat(d.domain, '; ') FROM brand_domains d WHERE d.brand_id = b.id) AS domains
FROM brands b ORDER BY b.ordinal;
`,
};
