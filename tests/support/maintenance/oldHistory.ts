import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { migrations } from '#main/history/store/migrations/list.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const atMs = 1_790_000_000_000;
export const oldCountries = ['DE', 'FR', 'JP', 'EG'];

/** A history as the program of an earlier version left it, filled by the statements of that version. */
export function makeOldHistory(file: string, version: number, runs = 2): void {
  const { db } = openDatabase(file, { steps: migrations.filter((step) => step.version <= version) });
  db.transaction(() => {
    for (let run = 1; run <= runs; run += 1) addRun(db, run);
    addRest(db);
  })();
  db.close();
}

const has = (db: Database, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;

function addRun(db: Database, run: number): void {
  const insert = (table: string, row: Readonly<Record<string, unknown>>): number => {
    const names = Object.keys(row);
    return Number(
      db
        .prepare(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
        )
        .run(row).lastInsertRowid,
    );
  };
  const idOf = (
    table: string,
    column: string,
    value: string,
    rest: Readonly<Record<string, unknown>> = {},
  ): number =>
    (db.prepare(`SELECT id FROM ${table} WHERE ${column} = ?`).pluck().get(value) as number | undefined) ??
    insert(table, { [column]: value, ...rest });
  const question = idOf('questions', 'text', `Which lock ${run}?`);
  const runId = insert('runs', {
    uid: `run${run}`,
    question_id: question,
    engine: 'assistant-a',
    connection_id: 1,
    state: 'finished',
    created_at_ms: atMs + run,
    finished_at_ms: atMs + run,
    completed: oldCountries.length,
    failed: 1,
    credits_charged: 5 * oldCountries.length,
    drivers: '["sandbox"]',
  });
  const cell = (ordinal: number, country: string, state: string): number =>
    insert('cells', {
      run_id: runId,
      ordinal,
      question_id: question,
      engine: 'assistant-a',
      market_id: idOf('markets', 'key', country, { country }),
      state,
      idempotency_key: `run${run}-${ordinal}-1`,
      attempts: 1,
      started_at_ms: atMs + run,
      finished_at_ms: atMs + run,
      credits_charged: state === 'completed' ? 5 : 0,
      request_id: `req-${run}-${ordinal}`,
      ...(state === 'failed' ? { error_code: 'X', error_message: 'It failed.' } : {}),
    });
  cell(oldCountries.length, 'BR', 'failed');
  const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
  for (const [ordinal, country] of oldCountries.entries()) {
    const body = sampleBody(country, { run });
    const request = JSON.stringify({ prompt: `Which lock ${run}?`, country });
    const observation = insert('observations', {
      uid: `obs${run}${country}`,
      cell_id: cell(ordinal, country, 'completed'),
      run_id: runId,
      question_id: question,
      engine: 'assistant-a',
      market_id: idOf('markets', 'key', country, { country }),
      sample: 1,
      received_at_ms: atMs + run,
      round_trip_ms: 800,
      credits_charged: 5,
      request_id: `req-${run}-${ordinal}`,
      payload_id: insert('payloads', {
        sha256: sha(body),
        encoding: 'identity',
        raw_bytes: Buffer.byteLength(body),
        body: Buffer.from(body),
      }),
      sent_request_id: insert('requests', {
        sha256: sha(request),
        path: '/v1/monitor/assistant-a',
        body: request,
      }),
      language: 'en',
      text_chars: 100,
      source_count: 2,
      driver: 'sandbox',
      rule_version: 1,
    });
    insert('response_headers', { observation_id: observation, status: 200, headers: '{"x-request-id":"a"}' });
    if (has(db, 'observation_texts'))
      insert('observation_texts', { observation_id: observation, text: 'The Foldmaster', rule_version: 1 });
    if (has(db, 'search_pending')) insert('search_pending', { observation_id: observation });
    const addresses = [
      [`https://www.locks-${country.toLowerCase()}.example/test`, `locks-${country.toLowerCase()}.example`],
      ['https://forum.example/t/88', 'forum.example'],
    ] as const;
    for (const [place, [url, domain]] of addresses.entries())
      insert('sources', {
        observation_id: observation,
        ordinal: place,
        kind: 'cited',
        position: place + 1,
        url_id: idOf('urls', 'url', url, { domain_id: idOf('domains', 'name', domain) }),
        label: 'Locks tested',
        rule_version: 1,
      });
    insert('pages', {
      uid: `page${run}${country}`,
      observation_id: observation,
      ordinal: 0,
      url: 'https://p.example',
    });
  }
}

/** One row of what later versions brought, where this one has it. */
function addRest(db: Database): void {
  const rows: readonly (readonly [table: string, sql: string])[] = [
    [
      'imported_results',
      `INSERT INTO imports (uid, started_at_ms) VALUES ('import1', 0);
       INSERT INTO imported_results VALUES ((SELECT min(id) FROM observations), zeroblob(32), 'file 1', 0)`,
    ],
    [
      'brands',
      `INSERT INTO brands (uid, ordinal, name, kind) VALUES ('brand1', 0, 'Foldmaster', 'own');
       INSERT INTO brand_aliases (brand_id, ordinal, text) VALUES (1, 0, 'FM');
       INSERT INTO brand_domains (domain, brand_id, ordinal) VALUES ('fold.example', 1, 0);
       INSERT INTO brand_decisions (uid, kind, detail, made_at_ms) VALUES ('d1', 'dismiss', '{"name":"x"}', 0);
       INSERT INTO brand_rule_versions (version, made_at_ms, rules) VALUES (1, 0, '{"brands":[],"decisions":[]}')`,
    ],
    [
      'saved_searches',
      `INSERT INTO saved_searches (uid, name, text, created_at_ms) VALUES ('s1', 'S', 'lock', 0)`,
    ],
    [
      'plans',
      `INSERT INTO plans (uid, name, created_at_ms) VALUES ('plan1', 'Plan', 0);
       INSERT INTO plan_versions (plan_id, number, content, cells, created_at_ms) VALUES (1, 1, '{}', 1, 0);
       INSERT INTO ceilings VALUES (1, 'day', 500)`,
    ],
    [
      'monitors',
      `INSERT INTO monitors (uid, name, plan_id, connection_id, schedule, mode, handled_until_ms, created_at_ms)
         VALUES ('mon1', 'Monitor', 1, 1, '{}', 'live', 0, 0);
       INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id) VALUES (1, 0, 'run', 1)`,
    ],
    ['notes', `INSERT INTO notes (uid, observation_id, text, created_at_ms) VALUES ('note1', 1, 'Look', 0)`],
  ];
  for (const [table, sql] of rows) if (has(db, table)) db.exec(sql);
}
