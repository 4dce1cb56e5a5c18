import type { Migration } from '#platform/sqlite/migrate.ts';

/** The sign of a trade mark was read as letters of its name: all answers are indexed again in the background. */
export const searchTradeMarks: Migration = {
  version: 120,
  name: 'search trade marks',
  sql: 'INSERT OR IGNORE INTO search_pending (observation_id) SELECT id FROM observations;',
};
