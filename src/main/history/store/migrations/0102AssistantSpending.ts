import type { Migration } from '#platform/sqlite/migrate.ts';

/** Spending of assistants: the limit applies across restarts and programs. */
export const assistantSpending: Migration = {
  version: 102,
  name: 'assistant spending',
  sql: `
CREATE TABLE assistant_spending (
  id INTEGER PRIMARY KEY,
  quote TEXT NOT NULL UNIQUE,
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  reserved_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX assistant_spending_run ON assistant_spending (run_id) WHERE run_id IS NOT NULL;
`,
};
