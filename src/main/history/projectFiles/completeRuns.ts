import type { Database } from 'better-sqlite3';

/**
 * Cells of the file whose outcome and answer are imported: all of new runs, and those missing in known runs.
 */
export const taken = 'IN (SELECT cell FROM temp.taken_cells)';

/** Rank of an outcome: an answer above everything, and any outcome above none. */
const worth = (state: string): string =>
  `CASE ${state} WHEN 'completed' THEN 3 WHEN 'failed' THEN 2 WHEN 'unknown' THEN 2 WHEN 'cancelled' THEN 1 ELSE 0 END`;

const known = `incoming.cells f JOIN incoming.runs fr ON fr.id = f.run_id JOIN main.runs t ON t.uid = fr.uid
  JOIN main.cells x ON x.run_id = t.id AND x.ordinal = f.ordinal
  WHERE fr.uid NOT IN (SELECT uid FROM temp.new_runs)`;

/**
 * Updates cells of known runs with the file's outcome if it ranks higher than the existing one. Runs in
 * progress here, and cells in progress, do not change. Call after copying the runs and cells of new runs,
 * before their answers.
 * @returns the number of known runs that get answers
 */
export function completeKnownRuns(db: Database, columns: readonly string[]): number {
  const own = ['id', 'run_id', 'ordinal', 'question_id', 'wording_id', 'market_id', 'sample', 'engine'];
  const outcome = columns.filter((name) => !own.includes(name));
  db.exec(`
    CREATE TEMP TABLE taken_cells AS SELECT f.id AS cell, NULL AS here, NULL AS run, 0 AS answer
      FROM incoming.cells f JOIN incoming.runs fr ON fr.id = f.run_id
      WHERE fr.uid IN (SELECT uid FROM temp.new_runs);
    INSERT INTO temp.taken_cells SELECT f.id, x.id, t.id, f.state = 'completed' FROM ${known}
      AND t.state <> 'running' AND x.state <> 'running' AND f.state <> 'running'
      AND ${worth('f.state')} > ${worth('x.state')};
    CREATE TEMP TABLE spent_before AS SELECT connection_id, day, charged FROM main.spending;
    CREATE TEMP TABLE charged_before AS SELECT rowid AS id, answers, credits FROM main.charges
      WHERE run_id IN (SELECT run FROM temp.taken_cells);
    UPDATE main.cells SET (${outcome.join(', ')}) = (
        SELECT ${outcome.map((name) => `f.${name}`).join(', ')} FROM temp.taken_cells k
        JOIN incoming.cells f ON f.id = k.cell WHERE k.here = cells.id)
      WHERE id IN (SELECT here FROM temp.taken_cells WHERE here IS NOT NULL);
    -- What another program was charged stands in its run, and not in the charges and ceilings of this one.
    DELETE FROM main.charges WHERE run_id IN (SELECT run FROM temp.taken_cells)
      AND rowid NOT IN (SELECT id FROM temp.charged_before);
    UPDATE main.charges SET answers = b.answers, credits = b.credits
      FROM temp.charged_before b WHERE b.id = charges.rowid;
    DROP TABLE temp.charged_before;
    UPDATE main.spending SET charged = ifnull((SELECT b.charged FROM temp.spent_before b
      WHERE b.connection_id = spending.connection_id AND b.day = spending.day), 0);
    DROP TABLE temp.spent_before;`);
  return (
    db
      .prepare<[], { n: number }>('SELECT count(DISTINCT run) AS n FROM temp.taken_cells WHERE answer = 1')
      .get()?.n ?? 0
  );
}

/**
 * Known runs that got outcomes have the drivers of both, and are finished if the file's are and no cell is
 * open.
 */
export function endKnownRuns(db: Database): void {
  db.exec(`
    UPDATE main.runs SET
        drivers = (SELECT json_group_array(value) FROM (
          SELECT value FROM json_each(runs.drivers) UNION SELECT value FROM json_each(s.drivers))),
        state = CASE WHEN planned + running = 0 THEN s.state ELSE runs.state END,
        hold_reason = CASE WHEN planned + running = 0 THEN NULL ELSE runs.hold_reason END,
        finished_at_ms = CASE WHEN planned + running = 0 THEN s.finished_at_ms ELSE runs.finished_at_ms END
      FROM (SELECT uid, state, finished_at_ms, drivers FROM incoming.runs) s
      WHERE s.uid = runs.uid AND runs.id IN (SELECT run FROM temp.taken_cells WHERE run IS NOT NULL);
    DROP TABLE temp.taken_cells;`);
}
