import type { Migration } from './migration.ts';

/**
 * Projects keep clients apart. What was there before belongs to the first one, which is always there: that is what a
 * `project_id` of 1 by default means. SQLite adds no column that is both never null and a reference, so triggers
 * guard what a foreign key would.
 */
export const projects: Migration = {
  version: 50,
  name: 'projects',
  sql: `
CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  defaults TEXT NOT NULL DEFAULT '{}',
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX projects_name ON projects (name COLLATE NOCASE) WHERE removed_at_ms IS NULL;
CREATE TRIGGER projects_stay BEFORE DELETE ON projects BEGIN
  SELECT RAISE(ABORT, 'A project that was removed stays known, so that its rule versions keep their meaning.');
END;
CREATE TRIGGER projects_first_stays BEFORE UPDATE OF removed_at_ms ON projects
WHEN new.id = 1 AND new.removed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'The first project is always there.');
END;
CREATE TRIGGER projects_empty BEFORE UPDATE OF removed_at_ms ON projects
WHEN new.removed_at_ms IS NOT NULL AND EXISTS (SELECT 1 FROM runs WHERE project_id = new.id) BEGIN
  SELECT RAISE(ABORT, 'A project with runs is not removed.');
END;
INSERT INTO projects (id, uid, name, created_at_ms)
VALUES (1, lower(hex(randomblob(6))), 'First project', CAST(unixepoch('subsec') * 1000 AS INTEGER));

ALTER TABLE runs ADD COLUMN project_id INTEGER NOT NULL DEFAULT 1;
CREATE INDEX runs_project ON runs (project_id, created_at_ms DESC, id DESC);

ALTER TABLE plans ADD COLUMN project_id INTEGER NOT NULL DEFAULT 1;
DROP INDEX plans_name;
CREATE UNIQUE INDEX plans_name ON plans (project_id, name COLLATE NOCASE) WHERE removed_at_ms IS NULL;

DROP VIEW view_brands;
ALTER TABLE brands ADD COLUMN project_id INTEGER NOT NULL DEFAULT 1;
CREATE INDEX brands_project ON brands (project_id, ordinal);

-- A domain belongs to one brand of a project.
CREATE TABLE project_brand_domains (
  project_id INTEGER NOT NULL DEFAULT 1,
  domain TEXT NOT NULL,
  brand_id INTEGER NOT NULL REFERENCES brands (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (project_id, domain)
) STRICT, WITHOUT ROWID;
INSERT INTO project_brand_domains (domain, brand_id, ordinal) SELECT domain, brand_id, ordinal FROM brand_domains;
DROP TABLE brand_domains;
ALTER TABLE project_brand_domains RENAME TO brand_domains;
CREATE INDEX brand_domains_brand ON brand_domains (brand_id);

-- One more kind of decision: what a source's domain is.
CREATE TABLE project_brand_decisions (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL DEFAULT 1,
  uid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'split', 'accept', 'dismiss', 'domain', 'source')),
  detail TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO project_brand_decisions (id, uid, kind, detail, made_at_ms)
  SELECT id, uid, kind, detail, made_at_ms FROM brand_decisions;
DROP TABLE brand_decisions;
ALTER TABLE project_brand_decisions RENAME TO brand_decisions;
CREATE INDEX brand_decisions_project ON brand_decisions (project_id, id);

-- Numbers go on over all projects, so that a version names its project.
ALTER TABLE brand_rule_versions ADD COLUMN project_id INTEGER NOT NULL DEFAULT 1;
CREATE INDEX brand_rule_versions_project ON brand_rule_versions (project_id, version DESC);

CREATE TABLE question_tags (
  project_id INTEGER NOT NULL,
  question_id INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  by_rule INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1)),
  PRIMARY KEY (project_id, question_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_tags_question ON question_tags (question_id);
-- By which rules the questions of a project were last found to be branded or not.
CREATE TABLE question_tag_versions (
  project_id INTEGER PRIMARY KEY,
  rules_version INTEGER NOT NULL
) STRICT;

CREATE VIEW view_brands AS
SELECT b.uid AS brand, b.name, b.kind,
  (SELECT group_concat(a.text, '; ') FROM brand_aliases a WHERE a.brand_id = b.id) AS aliases,
  (SELECT group_concat(d.domain, '; ') FROM brand_domains d WHERE d.brand_id = b.id) AS domains,
  p.name AS project
FROM brands b JOIN projects p ON p.id = b.project_id ORDER BY b.project_id, b.ordinal;

CREATE VIEW view_projects AS
SELECT p.uid AS project, p.name, datetime(p.created_at_ms / 1000.0, 'unixepoch') AS created_at_utc,
  count(r.id) AS runs, ifnull(sum(r.completed), 0) AS answers, ifnull(sum(r.credits_charged), 0) AS credits_charged
FROM projects p LEFT JOIN runs r ON r.project_id = p.id WHERE p.removed_at_ms IS NULL GROUP BY p.id;

CREATE VIEW view_tags AS
SELECT p.name AS project, q.text AS question, t.tag, t.by_rule
FROM question_tags t JOIN projects p ON p.id = t.project_id JOIN questions q ON q.id = t.question_id;

DROP VIEW view_runs;
CREATE VIEW view_runs AS
SELECT r.uid AS run, datetime(r.created_at_ms / 1000.0, 'unixepoch') AS asked_at_utc, q.text AS question, r.engine,
  c.name AS connection, r.state, r.planned + r.running + r.completed + r.failed + r.cancelled + r.unknown AS cells,
  r.completed, r.failed, r.unknown, r.cancelled, r.credits_charged, p.name AS project
FROM runs r JOIN questions q ON q.id = r.question_id JOIN connections c ON c.id = r.connection_id
  JOIN projects p ON p.id = r.project_id;
`,
};
