import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreHistory } from '#main/history/maintenance/restore.ts';
import { alteredSchema } from '#main/history/maintenance/schema.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { classifyFailure } from '#main/history/store/failures.ts';
import { migrations, newestDeclarations } from '#main/history/store/migrations/list.ts';
import { openDatabase, openReader } from '#main/history/store/openDatabase.ts';
import { declarationsOf } from '#main/history/store/strangeObjects.ts';
import { isAsLeft, noteAsLeft } from '#platform/sqlite/fileFromElsewhere.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';
import { historyAndProject, tamperedCopy } from '#tests/support/history/hostileFiles.ts';

const now = 1_790_000_000_000;

/** Declares something under a name SQL would not allow. */
const declare = (db: Database.Database, type: string, name: string, table: string, sql: string): void => {
  db.prepare('INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, 0, ?)').run(
    type,
    name,
    table,
    sql,
  );
};
const redeclare = (db: Database.Database, table: string, change: (sql: string) => string): void => {
  const row = db
    .prepare<[string], { sql: string }>(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?`)
    .get(table);
  const sql = change(row?.sql ?? '');
  if (sql === row?.sql) throw new Error(`${table} was not changed.`);
  db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?`).run(sql, table);
};
/** Changes the rows of a table as if it were not strict; its declaration stays ours. */
const changeRows = (db: Database.Database, table: string, sql: string): void => {
  const declared = db
    .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  redeclare(db, table, (own) => own.replace(/\)\s*STRICT/, ')'));
  db.pragma('writable_schema = RESET');
  if (db.prepare(sql).run().changes === 0) throw new Error(`No row of ${table} was changed.`);
  db.pragma('writable_schema = ON');
  redeclare(db, table, () => declared ?? '');
};
const sendKeys = (name: string) =>
  `CREATE TRIGGER ${name} AFTER UPDATE ON connections BEGIN UPDATE connections SET base_url = 'https://attacker.example'; END`;

const attacks: Readonly<Record<string, (db: Database.Database) => void>> = {
  'a trigger that changes the address of connections': (db) => db.exec(sendKeys('steal')),
  'a trigger with the name of a table': (db) => db.exec(sendKeys('connections')),
  'a trigger under a name of the search index': (db) => db.exec(sendKeys('search_index_steal')),
  'a trigger under a name of SQLite': (db) =>
    declare(db, 'trigger', 'sqlite_steal', 'connections', sendKeys('sqlite_steal')),
  'a trigger of ours that does something else': (db) =>
    db.exec(`DROP TRIGGER notes_added;
      CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN DELETE FROM observations; END`),
  'a trigger of ours that is missing': (db) => db.exec('DROP TRIGGER cells_booked'),
  'a view in the place of a table': (db) =>
    db.exec(`ALTER TABLE domains RENAME TO d; DROP TABLE d;
      CREATE VIEW domains AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'x' AS name FROM n`),
  'one more view that never ends': (db) =>
    db.exec(
      'CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n',
    ),
  'a generated column': (db) =>
    redeclare(db, 'domains', (sql) =>
      sql.replace(
        'name TEXT NOT NULL UNIQUE',
        'name TEXT NOT NULL UNIQUE, evil TEXT AS (hex(zeroblob(500000000)))',
      ),
    ),
  'an index on an expression': (db) => db.exec('CREATE INDEX evil ON domains (upper(name))'),
  'an index of ours over other rows': (db) =>
    db.exec(
      'DROP INDEX runs_newest; CREATE INDEX runs_newest ON runs (created_at_ms DESC, id DESC) WHERE id < 0',
    ),
  'a check that never ends': (db) =>
    redeclare(db, 'domains', (sql) =>
      sql.replace('name TEXT', 'name TEXT CHECK (hex(zeroblob(900000000)) <> name)'),
    ),
  'a default with an expression': (db) =>
    redeclare(db, 'sessions', (sql) =>
      sql.replace('host TEXT NOT NULL', 'host TEXT NOT NULL DEFAULT (hex(randomblob(9)))'),
    ),
  'a column hidden in a comment': (db) =>
    redeclare(db, 'observations', (sql) => sql.replace('rules.\n  language', 'rules. language')),
  'a table that is not strict any more': (db) =>
    redeclare(db, 'domains', (sql) => sql.replace(/\)\s*STRICT/, ')')),
  'tables that are not strict any more, behind a NUL in a comment': (db) =>
    redeclare(db, 'domains', (sql) => sql.replace(/\)\s*STRICT/, ') --\0\n STRICT')),
  'bytes in a column of text': (db) => changeRows(db, 'brands', `UPDATE brands SET name = x'41ff'`),
  'text in a column of numbers': (db) => changeRows(db, 'runs', `UPDATE runs SET created_at_ms = 'now'`),
  'text in a column of bytes': (db) => changeRows(db, 'payloads', `UPDATE payloads SET body = 'none'`),
  'a virtual table': (db) => db.exec('CREATE VIRTUAL TABLE more USING fts5(a)'),
  'a virtual table in the place of the index': (db) =>
    redeclare(db, 'search_index', (sql) => sql.replace('fts5(', 'fts5(evil, ')),
  'a shadow table that is a view': (db) =>
    db
      .prepare(
        `UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = ? WHERE name = 'search_index_config'`,
      )
      .run("CREATE VIEW search_index_config AS SELECT 'version' AS k, 4 AS v"),
  'statistics that are computed': (db) =>
    db.exec(`CREATE TABLE statistics (tbl, idx, stat AS (hex(zeroblob(tbl))));
      UPDATE sqlite_schema SET name = 'sqlite_stat1', tbl_name = 'sqlite_stat1',
        sql = replace(sql, 'TABLE statistics', 'TABLE sqlite_stat1') WHERE name = 'statistics'`),
  'two thousand views': (db) => {
    db.exec('BEGIN');
    for (let number = 0; number < 2000; number += 1)
      declare(db, 'view', `v${number}`, `v${number}`, `CREATE VIEW v${number} AS SELECT 1`);
    db.exec('COMMIT');
  },
  'declarations that are no SQL': (db) => declare(db, 'table', 'broken', 'broken', 'CREATE TABLE broken ('),
  'no version': (db) => db.pragma('user_version = 0'),
  'a version before the first': (db) => db.pragma('user_version = -5'),
  'a version to come': (db) => db.pragma('user_version = 2000000000'),
  'the id of another program': (db) => db.pragma('application_id = 1'),
};

/** Of these, what is ours is made again when a data folder is opened. */
const replaced = new Set([
  'a trigger that changes the address of connections',
  'a trigger with the name of a table',
  'a trigger under a name of the search index',
  'a trigger under a name of SQLite',
  'a trigger of ours that does something else',
  'a trigger of ours that is missing',
]);

it('the hash of the newest tables is that of the migrations', () => {
  const db = connectDatabase(':memory:');
  for (const { sql } of migrations) db.exec(sql);
  expect(declarationsOf(db)).toBe(newestDeclarations);
  db.close();
});

const content = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a file from elsewhere whose tables are not ours is refused before it is read:', () => {
  let files: Awaited<ReturnType<typeof historyAndProject>>;
  const folder = mkdtempSync(join(tmpdir(), 'parallax-'));
  beforeAll(async () => {
    files = await historyAndProject(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, change] of Object.entries(attacks)) {
    it(`${what}: a backup is not restored, a project is not imported`, () => {
      const { history, project } = files;
      const before = content(history);
      const names = readdirSync(folder).filter((name) => !name.includes('.tampered.'));
      const refused = { code: expect.stringMatching(/^HISTORY_(CORRUPT|OLDER|NEWER)$/) };
      const backup = tamperedCopy(history, 'tampered', change);
      expect(() => restoreHistory(history, backup, now)).toThrow(expect.objectContaining(refused));
      const incoming = tamperedCopy(project, 'tampered', change);
      expect(() => importProject(history, incoming, now)).toThrow(expect.objectContaining(refused));
      expect(content(history)).toBe(before);
      expect(readdirSync(folder).filter((name) => !name.includes('.tampered.'))).toEqual(
        expect.arrayContaining(names),
      );
      expect(readdirSync(folder).filter((name) => /restoring|incoming/.test(name))).toEqual([]);
    });
  }

  it.each(Object.entries(attacks))('%s: a data folder that holds it runs nothing of it', (what, change) => {
    const { history } = files;
    const tampered = tamperedCopy(history, `folder-${what.replace(/\W+/g, '-')}`, change);
    // Triggers and views are made again; everything else in the place of ours is refused.
    if (replaced.has(what)) {
      const { db } = openDatabase(tampered, { backup: false });
      expect(alteredSchema(db)).toEqual([]);
      db.close();
      return;
    }
    const refused = { code: expect.stringMatching(/^HISTORY_(CORRUPT|OLDER|NEWER)$/) };
    const failure = (open: () => unknown) => {
      try {
        return open();
      } catch (error) {
        return classifyFailure(error, tampered);
      }
    };
    expect(failure(() => openDatabase(tampered, { backup: false }))).toMatchObject(refused);
    expect(failure(() => openReader(tampered))).toMatchObject(refused);
  });

  it('the same files unchanged are taken', () => {
    const { history, project } = files;
    const other = join(folder, 'other', 'history.db');
    expect(restoreHistory(other, history, now)).toMatchObject({ runs: 1, observations: 2, keptFile: null });
    expect(importProject(other, project, now)).toMatchObject({ runsAdded: 0, answersKnown: 2 });
  });
});

it('a history is read whole before it is opened only where it is not as this program left it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-'));
  const file = join(folder, 'history.db');
  openDatabase(file).db.close();
  expect(isAsLeft(file)).toBe(false);
  noteAsLeft(file);
  expect(isAsLeft(file)).toBe(true);
  // What somebody packed with its note and unpacked elsewhere.
  const elsewhere = mkdtempSync(join(tmpdir(), 'parallax-'));
  cpSync(folder, elsewhere, { recursive: true, preserveTimestamps: true });
  expect(isAsLeft(join(elsewhere, 'history.db'))).toBe(false);
  rmSync(elsewhere, { recursive: true });
  const db = connectDatabase(file);
  db.pragma('user_version = 1');
  expect(isAsLeft(file)).toBe(false);
  db.close();
  rmSync(folder, { recursive: true });
});

it.each<[string, (db: Database.Database) => void]>([
  [
    'a trigger that takes keys',
    (db) =>
      db.exec(
        'CREATE TRIGGER steal AFTER INSERT ON api_keys BEGIN INSERT INTO notices (name, value) VALUES (new.id, 1); END',
      ),
  ],
  ['a trigger of ours that is missing', (db) => db.exec('DROP TRIGGER ledger_rows_never_go')],
  ['one more view', (db) => db.exec('CREATE VIEW more AS SELECT 1')],
  [
    'a table that is not strict any more',
    (db) => redeclare(db, 'notices', (sql) => sql.replace(/\)\s*STRICT/, ')')),
  ],
  [
    'bytes in a column of text',
    (db) => {
      db.exec(`INSERT INTO notices (name, value) VALUES ('a', 'b')`);
      changeRows(db, 'notices', `UPDATE notices SET value = x'41ff'`);
    },
  ],
])('the service of a data folder from elsewhere is not started with %s', async (_, change) => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-'));
  await openSqliteStore({ dataFolder: folder }).close();
  const tampered = tamperedCopy(join(folder, 'service.db'), 'x', change);
  renameSync(tampered, join(folder, 'service.db'));
  expect(() => openSqliteStore({ dataFolder: folder })).toThrow(
    expect.objectContaining({ code: 'STORE_DAMAGED' }),
  );
  rmSync(folder, { recursive: true });
});

it('every connection to a database trusts no schema, checks cells, and keeps SQL from writing to the schema', () => {
  const db = connectDatabase(':memory:');
  expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
  expect(db.pragma('cell_size_check', { simple: true })).toBe(1);
  db.exec('CREATE TABLE t (a); PRAGMA writable_schema = ON');
  expect(() => db.exec(`UPDATE sqlite_schema SET sql = 'x'`)).toThrow(/may not be modified/);
  db.close();
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const opening = sources.filter((name) =>
    /new (Database|BetterSqlite3)\(/.test(readFileSync(join('src', name), 'utf8')),
  );
  expect(opening).toEqual([join('platform', 'sqlite', 'open.ts')]);
});
