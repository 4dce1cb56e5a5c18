import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { deriveObservation } from '../store/derive/observation.ts';
import { resultOf } from '../store/derive/result.ts';
import { domainOf } from '../store/derive/sourceLists.ts';
import { newId } from '../store/ids.ts';
import { createDimensions } from '../store/operations/dimensions.ts';
import { createPayloadStore } from '../store/operations/payloads.ts';
import { createRowIdCache } from '../store/operations/rowIdCache.ts';
import { createSourceRows } from '../store/operations/sourceRows.ts';
import { inconsistencies, repairCounters, repairSearch, wrongSourceCount } from './consistency.ts';
import { plainTables, quoted } from './tables.ts';

/**
 * Makes a history consistent. Answers are kept whatever else is lost: their run, cell, question or market is
 * recreated in its simplest form. Other rows that refer to lost rows are deleted, and derived data is
 * recomputed from the answers.
 *
 * @returns what was done, in sentences
 */
export function repairConsistency(db: Database): readonly string[] {
  const done: string[] = [];
  db.pragma('foreign_keys = OFF');
  db.transaction(() => {
    done.push(...withoutParent(db));
    done.push(...forgotten(db));
    const areas = new Set(inconsistencies(db).map(({ area }) => area));
    if (areas.has('sources')) done.push(`Rebuilt the sources of ${deriveSources(db)} answers.`);
    if (areas.has('counters')) {
      repairCounters(db);
      done.push('Recounted the requests of all runs.');
    }
    if (areas.has('search')) {
      repairSearch(db);
      done.push('The search index is rebuilt in the background.');
    }
  })();
  db.pragma('foreign_keys = ON');
  return done;
}

/** Recreates the rows that an answer needs. */
function withoutParent(db: Database): readonly string[] {
  const done: string[] = [];
  const insert = (what: string, sql: string): void => {
    const { changes } = db.prepare(sql).run();
    if (changes > 0)
      done.push(`${changes} lost ${what} were rebuilt from the stored answers where possible.`);
  };
  const missing = (column: string, table: string, parent: string): string =>
    `SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p.id = ${table}.${column})`;
  db.function('parallax_uid', { deterministic: false }, () => newId());
  db.function('parallax_bytes', { deterministic: false }, () => randomBytes(32));
  db.function('parallax_host', (url) => domainOf(String(url)) || 'lost.invalid');
  for (const [table, column] of [
    ['observations', 'question_id'],
    ['cells', 'question_id'],
    ['runs', 'question_id'],
    ['observations', 'wording_id'],
    ['cells', 'wording_id'],
  ] as const)
    insert(
      'questions',
      `INSERT INTO questions (id, text) SELECT ${column}, 'Lost question ' || ${column}
       FROM (${missing(column, table, 'questions')})`,
    );
  for (const table of ['observations', 'cells'])
    insert(
      'markets',
      `INSERT INTO markets (id, key) SELECT market_id, 'lost-' || market_id
       FROM (${missing('market_id', table, 'markets')})`,
    );
  insert(
    'requests',
    `INSERT INTO requests (id, sha256, path, body) SELECT sent_request_id, parallax_bytes(), '', '{}'
     FROM (${missing('sent_request_id', 'observations', 'requests')})`,
  );
  insert(
    'connections',
    `INSERT INTO connections (id, uid, name, base_url, created_at_ms, removed_at_ms)
     SELECT connection_id, parallax_uid(), 'Lost connection ' || connection_id, '', 0, 0
     FROM (${missing('connection_id', 'runs', 'connections')})`,
  );
  for (const [table, at] of [
    ['observations', 'received_at_ms'],
    ['cells', 'ifnull(finished_at_ms, 0)'],
  ] as const)
    insert(
      'runs',
      `INSERT INTO runs (id, uid, question_id, engine, connection_id, state, created_at_ms)
       SELECT run_id, parallax_uid(), min(question_id), min(engine),
         (SELECT id FROM connections ORDER BY uid <> 'imported', id LIMIT 1), 'finished', min(${at})
       FROM ${table} WHERE run_id NOT IN (SELECT id FROM runs) GROUP BY run_id`,
    );
  insert(
    'cells',
    `INSERT INTO cells (id, run_id, ordinal, question_id, engine, market_id, sample, state, idempotency_key,
       finished_at_ms, credits_charged, request_id)
     SELECT o.cell_id, o.run_id, 10000000 + o.id, o.question_id, o.engine, o.market_id, o.sample, 'completed',
       'lost-' || o.uid, o.received_at_ms, o.credits_charged, o.request_id
     FROM observations o WHERE o.cell_id NOT IN (SELECT id FROM cells) GROUP BY o.cell_id`,
  );
  insert(
    'domains',
    `INSERT OR IGNORE INTO domains (name) SELECT parallax_host(url) FROM urls
     WHERE domain_id NOT IN (SELECT id FROM domains)`,
  );
  db.exec(`UPDATE urls SET domain_id = (SELECT id FROM domains WHERE name = parallax_host(urls.url))
    WHERE domain_id NOT IN (SELECT id FROM domains)`);
  return done;
}

type Reference = { readonly table: string; readonly from: string; readonly to: string | null };

/** Deletes rows with dangling references, until there are none. */
function forgotten(db: Database): readonly string[] {
  const done = new Map<string, number>();
  for (let round = 0; round < 10; round += 1) {
    let changed = 0;
    for (const table of plainTables(db)) {
      const columns = db
        .prepare<{ table: string }, { name: string; notnull: number; pk: number }>(
          'SELECT name, "notnull", pk FROM pragma_table_info(@table)',
        )
        .all({ table });
      const references = db
        .prepare<{ table: string }, Reference>(
          'SELECT "table", "from", "to" FROM pragma_foreign_key_list(@table)',
        )
        .all({ table });
      for (const { table: parent, from, to } of references) {
        const where = `${quoted(from)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quoted(parent)} p
          WHERE p.${quoted(to ?? 'id')} = ${quoted(table)}.${quoted(from)})`;
        const column = columns.find(({ name }) => name === from);
        const optional = column?.notnull === 0 && column.pk === 0;
        const sql = optional
          ? `UPDATE ${quoted(table)} SET ${quoted(from)} = NULL WHERE ${where}`
          : `DELETE FROM ${quoted(table)} WHERE ${where}`;
        const { changes } = db.prepare(sql).run();
        changed += changes;
        if (changes > 0 && !optional) done.set(table, (done.get(table) ?? 0) + changes);
      }
    }
    if (changed === 0) break;
  }
  db.exec(`UPDATE pages SET state = 'failed', error_message = 'Lost when the history was damaged.'
    WHERE state = 'stored' AND payload_id IS NULL`);
  return [...done].map(
    ([table, rows]) => `${rows} rows of ${table} that referred to missing rows were removed.`,
  );
}

/**
 * Recomputes sources of answers whose sources do not match their count. Returns the number of answers read
 * again.
 */
function deriveSources(db: Database): number {
  const payloads = createPayloadStore(db);
  const sources = createSourceRows(db, createDimensions(db, createRowIdCache(db)));
  const answers = db
    .prepare<[], { id: number; engine: Parameters<typeof deriveObservation>[0]; payload: number }>(
      `SELECT o.id, o.engine, o.payload_id AS payload FROM ${wrongSourceCount}`,
    )
    .all();
  const clear = db.prepare<{ id: number }>('DELETE FROM sources WHERE observation_id = @id');
  const note = db.prepare<{ id: number }>(
    'UPDATE observations SET source_count = (SELECT count(*) FROM sources WHERE observation_id = @id) WHERE id = @id',
  );
  for (const { id, engine, payload } of answers) {
    try {
      const derived = deriveObservation(engine, resultOf(payloads.get(payload).body));
      clear.run({ id });
      sources.put(id, derived.sources);
    } catch {
      // An unreadable answer keeps its remaining sources.
    }
    note.run({ id });
  }
  return answers.length;
}
