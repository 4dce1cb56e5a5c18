import type { Migration } from '#platform/sqlite/migrate.ts';

/** Answers in other languages, as translators returned them. */
export const translations: Migration = {
  version: 113,
  name: 'translations',
  sql: `
CREATE TABLE translations (
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  -- ISO 639-1, as the language of the answer in source.
  target TEXT NOT NULL,
  source TEXT NOT NULL,
  -- Of the answer that was translated, as in payloads.
  answer_sha256 BLOB NOT NULL,
  translator TEXT NOT NULL,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Version of the rules by which blocks are taken apart and checked.
  rules TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  credits INTEGER,
  cost REAL,
  cost_currency TEXT,
  -- JSON, compressed with zstd: the blocks with their ids, texts, spans, marks and problems.
  blocks BLOB NOT NULL,
  PRIMARY KEY (observation_id, target)
) STRICT;

-- A translation is a text of its answer in the index, as a note is.
CREATE TRIGGER translations_added AFTER INSERT ON translations BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id) VALUES (new.observation_id);
END;

CREATE TRIGGER translations_removed AFTER DELETE ON translations BEGIN
  INSERT OR IGNORE INTO search_pending (observation_id)
  SELECT id FROM observations WHERE id = old.observation_id;
END;

CREATE VIEW view_translations AS
SELECT o.uid AS observation, t.target, t.source, t.translator, t.model, t.version, t.rules,
  datetime(t.made_at_ms / 1000.0, 'unixepoch') AS made_at_utc, t.characters, t.credits, t.cost, t.cost_currency,
  q.text AS question, o.engine, m.country, m.key AS market
FROM translations t JOIN observations o ON o.id = t.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id;
`,
};
