import type { Migration } from '#platform/sqlite/migrate.ts';

/** Names without their signs, and names before Korean particles, are new words: all answers are indexed again in the background. */
export const searchNames: Migration = {
  version: 121,
  name: 'search names',
  sql: 'INSERT OR IGNORE INTO search_pending (observation_id) SELECT id FROM observations;',
};
