import type { Migration } from './migration.ts';

/** What a person writes beside an answer. Notes are found by their words, so a changed one is indexed again. */
export const notes: Migration = {
  version: 52,
  name: 'notes',
  sql: `
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  edited_at_ms INTEGER
) STRICT;
CREATE INDEX notes_observation ON notes (observation_id, id);

CREATE TABLE labels (
  name TEXT NOT NULL,
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  PRIMARY KEY (name, observation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_observation ON labels (observation_id);

CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id) VALUES (new.observation_id);
END;
CREATE TRIGGER notes_changed AFTER UPDATE OF text ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id) VALUES (new.observation_id);
END;
-- A note that goes with its answer leaves nothing to index.
CREATE TRIGGER notes_removed AFTER DELETE ON notes BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id)
  SELECT id FROM observations WHERE id = old.observation_id;
END;

CREATE VIEW view_notes AS
SELECT n.uid AS note, o.uid AS observation, datetime(n.created_at_ms / 1000.0, 'unixepoch') AS written_at_utc,
  datetime(n.edited_at_ms / 1000.0, 'unixepoch') AS edited_at_utc, n.text AS note_text, q.text AS question, o.engine,
  m.country, m.key AS market
FROM notes n JOIN observations o ON o.id = n.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id;

CREATE VIEW view_labels AS
SELECT l.name AS label, o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc,
  q.text AS question, o.engine, m.country, m.key AS market
FROM labels l JOIN observations o ON o.id = l.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id;
`,
};
