import type { Migration } from '#platform/sqlite/migrate.ts';

/** Which answers have text of their own, and which result pages show an AI Overview. */
export const answerKinds: Migration = {
  version: 111,
  name: 'kinds of answers',
  sql: `
-- Characters of the answer without a list of search results; null until it is computed.
ALTER TABLE observations ADD COLUMN answer_chars INTEGER;
-- 1 if the result page shows an AI Overview, 0 if not; null if none was asked for.
ALTER TABLE observations ADD COLUMN overview INTEGER CHECK (overview IN (0, 1));
UPDATE observations SET answer_chars = text_chars WHERE engine NOT IN ('search', 'search/news');
`,
};
