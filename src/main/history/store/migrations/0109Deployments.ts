import type { Migration } from '#platform/sqlite/migrate.ts';

/** Which known hosted service a connection leads to, and prices that are corrected while a run goes on. */
export const deployments: Migration = {
  version: 109,
  name: 'deployments',
  sql: `
ALTER TABLE connections ADD COLUMN deployment TEXT;

-- A charge above the estimate raises the estimate of the requests that are planned or under way.
CREATE TRIGGER cells_repriced AFTER UPDATE OF maximum_credits ON cells
WHEN old.maximum_credits <> new.maximum_credits
BEGIN
  UPDATE runs SET maximum_credits = maximum_credits + new.maximum_credits - old.maximum_credits,
    credits_held = credits_held
      + (new.maximum_credits - old.maximum_credits) * (new.state IN ('running', 'unknown'))
  WHERE id = new.run_id;
  INSERT INTO spending (connection_id, day, held, charged)
  SELECT r.connection_id, ifnull(new.started_at_ms, 0) / 86400000, new.maximum_credits - old.maximum_credits, 0
  FROM runs r WHERE r.id = new.run_id AND new.state IN ('running', 'unknown')
  ON CONFLICT (connection_id, day) DO UPDATE SET held = held + excluded.held;
END;
`,
};
