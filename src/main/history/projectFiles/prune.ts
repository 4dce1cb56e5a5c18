import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { createSearchIndexOperations } from '../search/indexOperations.ts';
import { HistoryFailure } from '../store/failures.ts';
import { createPayloadStore, maxBodyBytes } from '../store/operations/payloads.ts';

/**
 * Selects what belongs to project @project, table by table, in the order in which the rest is deleted. A table
 * that is not listed here is emptied, so that nothing is exported by oversight.
 */
const kept: Readonly<Record<string, string>> = {
  projects: 'id = @project',
  runs: 'project_id = @project',
  cells: 'run_id IN (SELECT id FROM runs)',
  observations: 'run_id IN (SELECT id FROM runs)',
  response_headers: 'observation_id IN (SELECT id FROM observations)',
  header_sets: 'id IN (SELECT set_id FROM response_headers)',
  requests: 'id IN (SELECT sent_request_id FROM observations)',
  sources: 'observation_id IN (SELECT id FROM observations)',
  urls: 'id IN (SELECT url_id FROM sources)',
  redirects: 'url_id IN (SELECT id FROM urls)',
  domains: 'id IN (SELECT domain_id FROM urls)',
  pages: 'observation_id IN (SELECT id FROM observations)',
  payloads: 'id IN (SELECT payload_id FROM observations UNION SELECT payload_id FROM pages)',
  notes: 'observation_id IN (SELECT id FROM observations)',
  labels: 'observation_id IN (SELECT id FROM observations)',
  translations: 'observation_id IN (SELECT id FROM observations)',
  annotations: 'project_id = @project',
  claim_corrections: 'project_id = @project',
  claim_labels: 'project_id = @project',
  claim_aspects: 'project_id = @project',
  answer_claims: 'observation_id IN (SELECT id FROM observations)',
  question_tags: 'project_id = @project',
  question_tag_versions: 'project_id = @project',
  questions: `id IN (SELECT question_id FROM cells UNION SELECT question_id FROM runs
    UNION SELECT wording_id FROM cells UNION SELECT wording_id FROM observations)`,
  gap_decisions: 'project_id = @project',
  markets: 'id IN (SELECT market_id FROM cells)',
  brands: 'project_id = @project',
  brand_aliases: 'brand_id IN (SELECT id FROM brands)',
  brand_domains: 'project_id = @project',
  brand_excluded_forms: 'brand_id IN (SELECT id FROM brands)',
  brand_decisions: 'project_id = @project',
  brand_rule_versions: 'project_id = @project',
  plan_versions: `plan_id IN (SELECT id FROM plans WHERE project_id = @project)
    OR id IN (SELECT plan_version_id FROM runs)`,
  plans: 'id IN (SELECT plan_id FROM plan_versions)',
  // The monitor of its answers; the schedule is not exported.
  monitors: `plan_id IN (SELECT id FROM plans)
    AND id IN (SELECT monitor_id FROM monitor_times WHERE run_id IN (SELECT id FROM runs))`,
  monitor_times: `monitor_id IN (SELECT id FROM monitors) AND (run_id IS NULL OR run_id IN (SELECT id FROM runs))`,
  connections: `uid IN ('embedded', 'imported')
    OR id IN (SELECT connection_id FROM runs UNION SELECT connection_id FROM monitors)`,
  import_runs: 'run_id IN (SELECT id FROM runs)',
  imports: 'id IN (SELECT import_id FROM import_runs)',
  imported_results: 'observation_id IN (SELECT id FROM observations)',
  replays: `project_id = @project AND state IN ('current', 'previous')`,
  brand_searches: 'rules_version IN (SELECT rules_version FROM replays)',
  brand_mentions: 'rules_version IN (SELECT rules_version FROM replays)',
  brand_keys: 'id IN (SELECT brand_key FROM brand_mentions)',
  // Compressed bodies need them until they are compressed without a dictionary.
  payload_dictionaries: 'true',
  search_state: 'true',
};

/**
 * Reduces a copy of a history to one project, with id 1. Everything of other projects is deleted: rows, words
 * of the index, and dictionaries built from their answers. Payloads stay identical, byte for byte.
 */
export function leaveOneProject(db: Database, project: number): void {
  db.pragma('foreign_keys = OFF');
  const triggers = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
    removeOthers(db, project);
    becomeFirst(db, project);
    repackPayloads(db);
    db.exec(`
      DELETE FROM payload_dictionaries;
      INSERT INTO search_index (search_index) VALUES ('delete-all');
      INSERT INTO search_pending (observation_id) SELECT id FROM observations;`);
    for (const { sql } of triggers) db.exec(sql);
    const index = createSearchIndexOperations(db, createPayloadStore(db));
    while (index['history.index'].run({ limit: 500 }).pending > 0);
  })();
  // Pages of deleted rows still contain them until the file is rewritten.
  db.exec('VACUUM');
}

function removeOthers(db: Database, project: number): void {
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_index%'`,
    )
    .all()
    .map(({ name }) => name);
  for (const [table, condition] of Object.entries(kept))
    if (tables.includes(table))
      db.prepare(`DELETE FROM "${table}" WHERE (${condition}) IS NOT TRUE`).run(
        condition.includes('@project') ? { project } : {},
      );
  for (const table of tables) if (!(table in kept)) db.exec(`DELETE FROM "${table}"`);
}

function becomeFirst(db: Database, project: number): void {
  // Of another project's plan that a run here used, only the versions are kept.
  db.prepare('UPDATE plans SET removed_at_ms = created_at_ms WHERE project_id <> @project').run({ project });
  for (const { name } of tablesWithProject(db)) db.exec(`UPDATE "${name}" SET project_id = 1`);
  db.exec(`
    UPDATE projects SET id = 1;
    UPDATE monitors SET removed_at_ms = ifnull(removed_at_ms, handled_until_ms);
    UPDATE monitor_times SET judged_at_ms = ifnull(judged_at_ms, scheduled_at_ms);
    UPDATE runs SET session_id = NULL;
    UPDATE imports SET session_id = NULL;
    UPDATE connections SET key_last_four = NULL;`);
}

function tablesWithProject(db: Database): readonly { readonly name: string }[] {
  return db
    .prepare<[], { name: string }>(
      `SELECT s.name FROM sqlite_schema s, pragma_table_info(s.name) c
       WHERE s.type = 'table' AND c.name = 'project_id'`,
    )
    .all();
}

/** Compresses bodies without a dictionary that used one. */
export function repackPayloads(db: Database, stop: () => void = () => {}): void {
  const repack = db.prepare<{ body: Buffer; id: number }>(
    'UPDATE payloads SET body = @body, dictionary_id = NULL WHERE id = @id',
  );
  checkPayloads(db, stop, (id, raw) => repack.run({ body: zstdCompressSync(raw), id }));
}

/**
 * Checks every body against its hash, and yields those that need a dictionary.
 * @throws HistoryFailure HISTORY_CORRUPT
 */
function checkPayloads(db: Database, stop: () => void, dependent: (id: number, raw: Buffer) => void): void {
  const rows = db.prepare<
    { last: number },
    {
      id: number;
      sha256: Buffer;
      encoding: string;
      rawBytes: number;
      body: Buffer;
      dictionary: Buffer | null;
    }
  >(
    `SELECT p.id, p.sha256, p.encoding, p.raw_bytes AS rawBytes, p.body, d.body AS dictionary FROM payloads p
       LEFT JOIN payload_dictionaries d ON d.id = p.dictionary_id WHERE p.id > @last ORDER BY p.id LIMIT 20`,
  );
  let last = 0;
  for (let page = rows.all({ last }); page.length > 0; page = rows.all({ last })) {
    stop();
    for (const row of page) {
      const raw = bodyOf(row);
      if (raw === null || !createHash('sha256').update(raw).digest().equals(row.sha256))
        throw new HistoryFailure('HISTORY_CORRUPT', `A stored result (payload ${row.id}) is damaged.`);
      if (row.dictionary) dependent(row.id, raw);
      last = row.id;
    }
  }
}

/** Null if the length does not match: it is never decompressed beyond the stated length. */
function bodyOf(row: {
  readonly encoding: string;
  readonly rawBytes: number;
  readonly body: Buffer;
  readonly dictionary: Buffer | null;
}): Buffer | null {
  if (row.encoding === 'identity') return row.body;
  const maxOutputLength = Math.max(1, Math.min(row.rawBytes, maxBodyBytes));
  try {
    return zstdDecompressSync(
      row.body,
      row.dictionary ? { maxOutputLength, dictionary: row.dictionary } : { maxOutputLength },
    );
  } catch {
    return null;
  }
}
