import type { Database } from 'better-sqlite3';
import type { DataFinding } from '#shared/model/maintenance.ts';

const countedStates = ['planned', 'running', 'completed', 'failed', 'cancelled', 'unknown'] as const;

/** Counters of runs computed from their cells, and as stored. */
const countedOver = `SELECT r.id, ${countedStates.map((state) => `ifnull(c.${state}, 0) AS ${state}`).join(', ')},
    ifnull(c.credits, 0) AS credits
  FROM runs r LEFT JOIN (
    SELECT run_id, ${countedStates.map((state) => `sum(state = '${state}') AS ${state}`).join(', ')},
      ifnull(sum(credits_charged), 0) AS credits
    FROM cells GROUP BY run_id) c ON c.run_id = r.id`;
const differs = [
  ...countedStates.map((state) => `r.${state} <> n.${state}`),
  'r.credits_charged <> n.credits',
];

const withoutIndex = `observations o
  WHERE NOT EXISTS (SELECT 1 FROM search_facets f WHERE f.observation_id = o.id)
    AND NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.observation_id = o.id)`;
const indexApart = `(SELECT observation_id AS id FROM search_facets EXCEPT SELECT id FROM search_index_docsize
  UNION ALL SELECT * FROM (SELECT id FROM search_index_docsize EXCEPT SELECT observation_id FROM search_facets))`;

export const wrongSourceCount = `observations o
  WHERE o.source_count <> (SELECT count(*) FROM sources s WHERE s.observation_id = o.id)`;

/** Inconsistencies in a file that SQLite can read. */
export function inconsistencies(db: Database): readonly DataFinding[] {
  const count = (sql: string): number =>
    db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()?.n ?? 0;
  const found: DataFinding[] = [];
  const note = (area: DataFinding['area'], n: number, message: string): void => {
    if (n > 0) found.push({ area, count: n, message, repairable: true });
  };
  const dangling = db.pragma('foreign_key_check') as readonly { readonly table: string }[];
  note(
    'references',
    dangling.length,
    `${dangling.length} rows refer to missing rows (${[...new Set(dangling.map(({ table }) => table))].join(', ')}).`,
  );
  const runs = count(`runs r JOIN (${countedOver}) n ON n.id = r.id WHERE ${differs.join(' OR ')}`);
  note('counters', runs, `${runs} runs have wrong request counts.`);
  const missing = count(withoutIndex);
  note('search', missing, `${missing} answers are missing from the search index.`);
  const apart = count(indexApart);
  note('search', apart, `${apart} entries of the search index and its filters do not match.`);
  const sources = count(wrongSourceCount);
  note('sources', sources, `${sources} answers have a wrong source count.`);
  return found;
}

export function repairCounters(db: Database): void {
  db.exec(`UPDATE runs SET ${countedStates.map((state) => `${state} = n.${state}`).join(', ')}, credits_charged = n.credits
    FROM (${countedOver}) n WHERE n.id = runs.id`);
}

/** Empties the index; the background rebuilds it from the answers. */
export function repairSearch(db: Database): void {
  db.exec(`INSERT INTO search_index (search_index) VALUES ('delete-all');
    DELETE FROM search_facets;
    DELETE FROM search_beginnings;
    INSERT OR IGNORE INTO search_pending (observation_id) SELECT id FROM observations;
    UPDATE search_state SET removals = removals + 1`);
}
