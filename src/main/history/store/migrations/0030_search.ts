import type { Migration } from './migration.ts';

/**
 * Words once instead of three times. The text of an answer is read from its payload, payloads share dictionaries,
 * the title of a source stands with its address, and the full-text index keeps which answers have a word and
 * nothing else (no text, no positions): what has to stand together is looked up in the answers themselves.
 */
export const search: Migration = {
  version: 30,
  name: 'search',
  sql: `
DROP VIEW view_answers;
DROP VIEW view_sources;
DROP TABLE observation_texts;

CREATE TABLE payload_dictionaries (
  id INTEGER PRIMARY KEY,
  family TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
ALTER TABLE payloads ADD COLUMN dictionary_id INTEGER REFERENCES payload_dictionaries (id);

-- Most headers are the same with every answer.
CREATE TABLE header_sets (
  id INTEGER PRIMARY KEY,
  headers TEXT NOT NULL UNIQUE
) STRICT;
ALTER TABLE response_headers ADD COLUMN set_id INTEGER REFERENCES header_sets (id);

-- Most sources carry the title their address was first met with: it is kept with the address.
ALTER TABLE urls ADD COLUMN label TEXT;
ALTER TABLE sources ADD COLUMN label_of_url INTEGER NOT NULL DEFAULT 0 CHECK (label_of_url IN (0, 1));
UPDATE urls SET label = (SELECT s.label FROM sources s WHERE s.url_id = urls.id LIMIT 1);
UPDATE sources SET label = '', label_of_url = 1
WHERE label <> '' AND label = (SELECT u.label FROM urls u WHERE u.id = sources.url_id);

CREATE VIRTUAL TABLE search_index USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
-- What a facet counts, one row for each answer in the index: ids of its domains as a JSON list.
CREATE TABLE search_facets (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE,
  domains TEXT NOT NULL
) STRICT;
-- Answers that are stored and not in the index yet.
CREATE TABLE search_pending (
  observation_id INTEGER PRIMARY KEY REFERENCES observations (id) ON DELETE CASCADE
) STRICT;
INSERT INTO search_pending (observation_id) SELECT id FROM observations;
-- Grows with every answer that is removed, so that every program notices.
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL
) STRICT;
INSERT INTO search_state (id, removals) VALUES (1, 0);
CREATE TRIGGER search_forgets AFTER DELETE ON observations BEGIN
  DELETE FROM search_index WHERE rowid = old.id;
  UPDATE search_state SET removals = removals + 1;
END;

CREATE INDEX cells_without_answer ON cells (finished_at_ms DESC, id DESC) WHERE state IN ('failed', 'unknown');

CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  text TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE VIEW view_answers AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.state AS us_state, m.key AS market, o.sample, o.language, o.text_chars, o.source_count,
  o.credits_charged, o.latency_ms, o.driver, o.model, o.served_shape, o.country_honoured, o.request_id,
  r.uid AS run, o.payload_id
FROM observations o JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  JOIN runs r ON r.id = o.run_id;

CREATE VIEW view_sources AS
SELECT o.uid AS observation, datetime(o.received_at_ms / 1000.0, 'unixepoch') AS received_at_utc, q.text AS question,
  o.engine, m.country, m.key AS market, s.kind, s.position, u.url, d.name AS domain,
  CASE WHEN s.label_of_url = 1 THEN u.label ELSE s.label END AS label, s.redirect_link
FROM sources s JOIN observations o ON o.id = s.observation_id JOIN questions q ON q.id = o.question_id
  JOIN markets m ON m.id = o.market_id JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id;
`,
};
