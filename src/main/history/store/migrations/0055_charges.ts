import type { Migration } from './migration.ts';

/** What was charged by day, project, run and engine, and when a connection's queue was cleared. */
export const charges: Migration = {
  version: 55,
  name: 'charges',
  sql: `
ALTER TABLE connections ADD COLUMN queue_cleared_at_ms INTEGER;

CREATE TABLE charges (
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  day INTEGER NOT NULL,
  run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
  project_id INTEGER NOT NULL,
  engine TEXT NOT NULL,
  answers INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  UNIQUE (connection_id, day, run_id, engine)
) STRICT;
CREATE INDEX charges_run ON charges (run_id) WHERE run_id IS NOT NULL;

INSERT INTO charges (connection_id, day, run_id, project_id, engine, answers, credits)
SELECT r.connection_id, coalesce(x.started_at_ms, x.finished_at_ms, 0) / 86400000, r.id, r.project_id, x.engine, count(*),
  sum(x.credits_charged)
FROM cells x JOIN runs r ON r.id = x.run_id WHERE x.credits_charged > 0
GROUP BY 1, 2, 3, 4, 5;

-- A charge counts on the day its cell was sent, as it does against the ceilings. A run that is removed leaves its
-- charges behind: they were spent.
CREATE TRIGGER cells_charged AFTER UPDATE OF credits_charged ON cells
WHEN ifnull(new.credits_charged, 0) <> ifnull(old.credits_charged, 0)
BEGIN
  INSERT INTO charges (connection_id, day, run_id, project_id, engine, answers, credits)
  SELECT r.connection_id, coalesce(new.started_at_ms, old.started_at_ms, new.finished_at_ms, 0) / 86400000, r.id,
    r.project_id, new.engine, (ifnull(new.credits_charged, 0) > 0) - (ifnull(old.credits_charged, 0) > 0),
    ifnull(new.credits_charged, 0) - ifnull(old.credits_charged, 0)
  FROM runs r WHERE r.id = new.run_id
  ON CONFLICT (connection_id, day, run_id, engine) DO UPDATE SET
    answers = answers + excluded.answers, credits = credits + excluded.credits;
END;
`,
};
