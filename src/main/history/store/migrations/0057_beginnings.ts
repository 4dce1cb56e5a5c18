import type { Migration } from './migration.ts';

/**
 * Which answers have words with a short beginning, kept apart from the full-text index, which would put the lists of
 * all such words together at each search. Answers that are in the index already are put into it once more.
 */
export const beginnings: Migration = {
  version: 57,
  name: 'beginnings',
  sql: `
-- Of each 2,048 answers in a row, by their ids. Block 0 has ids 0 to 2047.
CREATE TABLE search_beginnings (
  block INTEGER NOT NULL,
  -- The first two letters of words, or one character of a script without spaces; empty for the answers that are known here.
  beginning TEXT NOT NULL,
  -- 256 bytes: a bit for each answer of the block, the lowest first. Fewer: numbers of answers within the block, two
  -- bytes each, the lower byte first, ascending.
  answers BLOB NOT NULL,
  PRIMARY KEY (block, beginning)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO search_pending (observation_id) SELECT observation_id FROM search_facets;
`,
};
