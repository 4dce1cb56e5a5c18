import type { Migration } from '#platform/sqlite/migrate.ts';

/** Answers are found by more spellings of their words: all are indexed again in the background. */
export const searchSpellings: Migration = {
  version: 115,
  name: 'search spellings',
  sql: 'INSERT OR IGNORE INTO search_pending (observation_id) SELECT id FROM observations;',
};
