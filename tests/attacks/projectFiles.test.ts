import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyTasks } from '#main/history/maintenance/taskClient.ts';
import { importProject } from '#main/history/projectFiles/importProject.ts';
import { connectDatabase } from '#platform/sqlite/open.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { historyAndProject, tamperedCopy } from '#tests/support/history/hostileFiles.ts';
import { temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

const now = 1_790_000_000_000;
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Puts a body in the place of the first one, and calls it what the attack calls it. */
const body =
  (
    raw: Buffer,
    over: { readonly rawBytes?: number; readonly packed?: Buffer; readonly hash?: Buffer } = {},
  ) =>
  (db: Database.Database): void =>
    void db
      .prepare(
        `UPDATE payloads SET encoding = 'zstd', raw_bytes = ?, body = ?, sha256 = ?, dictionary_id = NULL
         WHERE id = (SELECT min(id) FROM payloads)`,
      )
      .run(over.rawBytes ?? raw.length, over.packed ?? zstdCompressSync(raw), over.hash ?? sha256(raw));

/** What was changed, and the words by which the refusal names it. */
const attacks: Readonly<Record<string, readonly [(db: Database.Database) => void, RegExp]>> = {
  'options that are no JSON': [
    (db) => db.exec(`UPDATE runs SET options = '{'`),
    /Row 1 of table runs .* options is not valid JSON/,
  ],
  'options that are a list': [
    (db) => db.exec(`UPDATE runs SET options = '[]'`),
    /options is not a JSON object/,
  ],
  'options nested 100,000 deep': [
    (db) => db.prepare('UPDATE runs SET options = ?').run(`{"a":${deep(100_000)}}`),
    /options is not valid JSON, or nested too deeply/,
  ],
  'a request body that is cut off': [
    (db) => db.exec(`UPDATE requests SET body = substr(body, 1, 5)`),
    /table requests .* body/,
  ],
  'headers that are a number': [
    (db) => db.exec('UPDATE header_sets SET headers = 5'),
    /header_sets .* headers is not a JSON object/,
  ],
  'JSON behind a zero byte': [
    (db) => db.prepare('UPDATE projects SET defaults = ?').run('{}\0{"engine":'),
    /projects .* defaults/,
  ],
  'project defaults of another kind': [
    (db) => db.exec(`UPDATE projects SET defaults = '{"markets":"everywhere"}'`),
    /projects .* defaults is not as Parallax writes it \(The markets/,
  ],
  'aliases that lead out of the service': [
    (db) => db.exec(`UPDATE connections SET engine_aliases = '{"assistant-a":{"path":"../../admin"}}'`),
    /connections .* engine_aliases is not as Parallax writes it/,
  ],
  'an address that is none': [
    (db) => db.exec(`UPDATE connections SET base_url = 'file:///etc/passwd'`),
    /connections .* base_url is no web address/,
  ],
  'drivers that are objects': [(db) => db.exec(`UPDATE runs SET drivers = '[{}]'`), /runs .* drivers/],
  'brand rules without brands': [
    (db) => db.exec(`UPDATE brand_rule_versions SET rules = '{"decisions":[]}'`),
    /brand_rule_versions .* rules .*brands/,
  ],
  'an engine that does not exist': [
    (db) => db.exec(`UPDATE cells SET engine = '__proto__'`),
    /cells .* engine names no engine/,
  ],
  'an id with a path in it': [(db) => db.exec(`UPDATE runs SET uid = '../../run'`), /runs .* uid is no id/],
  'an id of a megabyte': [
    (db) => db.exec(`UPDATE runs SET uid = hex(zeroblob(500000))`),
    /runs .* uid is no id/,
  ],
  'an empty id': [(db) => db.exec(`UPDATE runs SET uid = ''`), /runs .* uid is no id/],
  'a time no calendar has': [
    (db) => db.exec('UPDATE runs SET created_at_ms = 8640000000000001'),
    /runs .* created_at_ms is too large a number/,
  ],
  'a number no program can count to': [
    (db) => db.exec('UPDATE cells SET credits_charged = 9007199254740993, maximum_credits = 0'),
    /cells .* credits_charged is too large a number/,
  ],
  'text where a number belongs': [(db) => void text(db, 'runs', 'samples'), /damaged/],
  'a state that does not exist': [(db) => db.exec(`UPDATE cells SET state = 'won'`), /damaged/],
  'a cell of no run': [(db) => db.exec('UPDATE cells SET run_id = 77'), /cells .* refers to a row of runs/],
  'a market of no row': [
    (db) => db.exec('DELETE FROM markets'),
    /refers to a row of markets that does not exist/,
  ],
  'a text of 65 MiB': [
    (db) => db.exec(`UPDATE questions SET text = hex(zeroblob(${33 * 1024 ** 2}))`),
    /questions .* text is larger than 64 MiB/,
  ],
  'a body that is not what its hash says': [
    body(Buffer.from('{"a":1}'), { hash: sha256(Buffer.from('other')) }),
    /payload \d+\) is damaged/,
  ],
  'a body cut off in the middle': [
    body(Buffer.from('x'.repeat(5000)), {
      packed: zstdCompressSync(Buffer.from('xy'.repeat(5000))).subarray(0, 12),
    }),
    /payload \d+\) is damaged/,
  ],
  'a body that unpacks to more than it says': [
    body(Buffer.alloc(50 * 1024 ** 2), { rawBytes: 100 }),
    /payload \d+\) is damaged/,
  ],
  'a body that says it is larger than any': [
    body(Buffer.alloc(80 * 1024 ** 2), { rawBytes: 80 * 1024 ** 2 }),
    /payload \d+\) is damaged/,
  ],
  'bodies that unpack to terabytes': [
    body(Buffer.from('x'), { rawBytes: 4_000_000_000_000 }),
    /unpack to 4000000 MB/,
  ],
  'a hash that is none': [
    (db) => db.exec(`UPDATE payloads SET sha256 = x'00' WHERE id = 1`),
    /payloads .* sha256 is no SHA-256/,
  ],
  'two projects': [
    (db) => db.exec(`INSERT INTO projects (uid, name, created_at_ms) VALUES ('second', 'Second', 1)`),
    /whole history with 2 projects/,
  ],
  'no project': [
    (db) => db.exec(`DROP TRIGGER projects_stay; DELETE FROM projects`),
    /not built as|whole history with 0/,
  ],
};

/** Past the check of strict tables: written into the page itself. */
function text(db: Database.Database, table: string, column: string): void {
  const { sql } = db
    .prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?')
    .get(table) ?? { sql: '' };
  const set = db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name = ?`);
  set.run(sql.replace(/\) STRICT$/, ')').replace(`${column} INTEGER`, `${column} TEXT`), table);
  db.pragma('writable_schema = RESET');
  db.exec(`UPDATE ${table} SET ${column} = 'many'`);
  db.pragma('writable_schema = ON');
  set.run(sql, table);
}

const content = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a malicious project file is refused with the row, and nothing is changed:', () => {
  let files: Awaited<ReturnType<typeof historyAndProject>>;
  const folder = mkdtempSync(join(tmpdir(), 'parallax-'));
  beforeAll(async () => {
    files = await historyAndProject(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, [change, says]] of Object.entries(attacks)) {
    it(what, () => {
      const { history, project } = files;
      const before = content(history);
      const incoming = tamperedCopy(project, 'tampered', change);
      expect(() => importProject(history, incoming, now)).toThrow(says);
      expect(content(history)).toBe(before);
      expect(readdirSync(folder).filter((name) => name.includes('incoming'))).toEqual([]);
    });
  }

  it('a file larger than any, before it is copied', () => {
    const sparse = tamperedCopy(files.project, 'huge', () => undefined);
    truncateSync(sparse, 17 * 1024 ** 3);
    expect(() => importProject(files.history, sparse, now)).toThrow(/larger than 16 GiB/);
    rmSync(sparse);
  });

  it('an import is cancelled at every step, and each time the history is as before', () => {
    const there = join(folder, 'there', 'history.db');
    let steps = 0;
    const importUntil = (step: number): boolean => {
      let asked = 0;
      try {
        importProject(there, files.project, now, undefined, () => ++asked === step);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'CANCELLED' });
        return false;
      }
    };
    while (!importUntil(steps + 1)) {
      steps += 1;
      expect(rows(there)).toBe(0);
    }
    expect(steps).toBeGreaterThan(30);
    expect(rows(there)).toBe(1);
  });

  it('cancelling through the thread rejects after the history was left alone', async () => {
    const there = join(folder, 'thread', 'history.db');
    const cancel = new AbortController();
    const tasks = historyTasks(historyEntry, there);
    const importing = tasks.importProject(files.project, now, () => cancel.abort(), cancel.signal);
    await expect(importing).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(rows(there)).toBe(0);
    expect(await tasks.importProject(files.project, now)).toMatchObject({ runsAdded: 1 });
  });

  it('the first Ctrl+C reaches it', async () => {
    const dataFolder = join(folder, 'interrupted');
    const command = ['project', 'import', files.project];
    const said = await runParallax(command, { dataFolder, interrupted: AbortSignal.abort() });
    expect(said).toMatchObject({ code: 1, stderr: 'Cancelled. Nothing was changed.\n' });
    expect((await runParallax(command, { dataFolder })).stdout).toContain('1 run');
  });

  it('an invalid plan is not imported, but its runs are', async () => {
    const there = join(folder, 'plans', 'history.db');
    const incoming = tamperedCopy(files.project, 'plans', (db) =>
      db.exec(`DROP TRIGGER plan_versions_unchanged; UPDATE plan_versions SET content = '{"questions":5}';
        CREATE TRIGGER plan_versions_unchanged BEFORE UPDATE ON plan_versions BEGIN
  SELECT RAISE(ABORT, 'A version of a plan never changes.');
END`),
    );
    expect(importProject(there, incoming, now)).toMatchObject({ runsAdded: 1 });
    const history = await temporaryHistory({ file: there });
    expect(await history.call('plans.list', {})).toEqual({ plans: [] });
  });

  it('pages it says are waiting are not fetched', () => {
    const there = join(folder, 'pages', 'history.db');
    const incoming = tamperedCopy(files.project, 'pages', (db) =>
      db.exec(`INSERT INTO pages (uid, observation_id, ordinal, url, state)
        SELECT 'page', min(id), 0, 'http://169.254.169.254/latest', 'pending' FROM observations`),
    );
    importProject(there, incoming, now);
    const db = connectDatabase(there);
    expect(db.prepare('SELECT state FROM pages').pluck().all()).toEqual(['failed']);
    db.close();
  });
});

/** Runs in a history; none where there is no file yet. */
function rows(file: string): number {
  if (!existsSync(file)) return 0;
  const db = connectDatabase(file);
  const count = Number(db.prepare('SELECT count(*) FROM runs').pluck().get());
  db.close();
  return count;
}
