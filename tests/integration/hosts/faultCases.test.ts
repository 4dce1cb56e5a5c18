import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { hasForbiddenSign, openArchive } from '#tests/support/exports/openArchive.ts';
import { historyAndProject, tamperedCopy } from '#tests/support/history/hostileFiles.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const hasFaketime = spawnSync('faketime', ['--version']).error === undefined;
if (process.env.CI !== undefined && !hasFaketime) throw new Error('faketime is not installed.');

/** Runs the program in a process of its own, at the time that its clock shows. */
const at = (dataFolder: string, clock: string | undefined, ...args: string[]) =>
  startParallax(args, { dataFolder, ...(clock === undefined ? {} : { clock }) }).finished;

describe.skipIf(!hasFaketime)('a wrong clock', () => {
  it('20 years ahead for one start: the next credits still come within a month', async () => {
    const dataFolder = temporaryFolder();
    expect((await at(dataFolder, undefined, 'ask', 'one', '--countries', 'US')).code).toBe(0);
    expect((await at(dataFolder, '+20y', 'ask', 'two', '--countries', 'US')).code).toBe(0);
    const { stdout } = await at(dataFolder, undefined, 'credits');
    const next = Date.parse(/next cycle ([\d-]+)/.exec(stdout)?.[1] ?? '');
    expect(next).toBeGreaterThan(Date.now() - 86_400_000);
    expect(next).toBeLessThan(Date.now() + 32 * 86_400_000);
  });

  it('in 2020 for one start: a monitor runs for no time before it existed', async () => {
    const dataFolder = temporaryFolder();
    const run = (...args: string[]) => runParallax(args, { dataFolder });
    await run('plan', 'create', 'p', '--question', 'x?', '--countries', 'US');
    const schedule = ['--cron', '0 7 * * *', '--time-zone', 'Europe/Berlin', '--missed', 'all'];
    expect((await run('monitor', 'create', 'all', '--plan', 'p', ...schedule, '--no-alert-rules')).code).toBe(
      0,
    );
    expect((await at(dataFolder, '@2020-01-01 00:00:00', 'monitor', 'run')).code).toBe(0);
    for (const clock of ['+0.1d', '+0.2d', '+0.3d']) await at(dataFolder, clock, 'monitor', 'run');
    const history = jsonLines((await run('history', '--format', 'json')).stdout) as { at: string }[];
    // At most the 7 o'clock that the last start passed.
    expect(history.length).toBeLessThanOrEqual(1);
  });
});

const files = preparedFolder((folder) => historyAndProject(folder));
const trigger = `CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN UPDATE questions SET text = 'changed by a trigger'; END`;
const endless = `DROP VIEW view_runs; ALTER TABLE connections RENAME TO c2;
  CREATE VIEW connections AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS id, 'u' AS uid, 'n' AS name, '' AS base_url, 0 AS embedded, '{}' AS engine_aliases,
      NULL AS key_last_four, NULL AS slot_limit, 1 AS created_at_ms, NULL AS removed_at_ms, NULL AS queue_cleared_at_ms FROM n`;

/** The command ends by itself, says why in one sentence, and shows no stack. */
async function refused(args: readonly string[], dataFolder: string): Promise<void> {
  const running = startParallax(args, { dataFolder });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const { code, stderr } = await running.finished;
  expect({ args, code, stderr }).toMatchObject({
    code: expect.toSatisfy((one) => one !== 0 && one !== null),
    stderr: expect.stringMatching(/ is not built as Parallax | is damaged \(| is open read-only: /),
  });
  expect(stderr).not.toMatch(/^\s+at |unfinished/m);
}

describe('a file from elsewhere', { timeout: 120_000 }, () => {
  it('with a trigger, opened read-only: the trigger never runs', async () => {
    const { facts } = await files();
    const project = tamperedCopy(facts.project, 'trigger', (db) => db.exec(trigger));
    const { stdout, stderr } = await runParallax(['history'], { dataFolder: project });
    expect(stdout + stderr).not.toContain('changed by a trigger');
  });

  it.each([
    ['with an endless view in the place of a table', (db: Database.Database) => void db.exec(endless)],
    [
      'whose texts are bytes behind a NUL in its tables',
      (db: Database.Database) => {
        db.exec(`UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ') --' || char(0) || char(10) || ' STRICT')
          WHERE type = 'table' AND sql LIKE '%) STRICT'`);
      },
    ],
  ])('%s is refused by everything that opens one', async (_, change) => {
    const { facts } = await files();
    const project = tamperedCopy(facts.project, 'opened', change);
    const backup = tamperedCopy(facts.history, 'restored', change);
    const dataFolder = temporaryFolder();
    const folder = temporaryFolder();
    copyFileSync(backup, join(folder, 'history.db'));
    for (const [args, data] of [
      [['history'], folder],
      [['sql', 'SELECT 1'], folder],
      [['backup', join(temporaryFolder(), 'copy.db')], folder],
      [['history'], project],
      [['sql', 'SELECT 1'], project],
      [['serve', '--mcp', '--port', '0'], project],
      [['mcp'], project],
      [['web', '--no-open'], project],
      [['web', '--no-open', '--open', project], dataFolder],
      [['restore', backup], dataFolder],
      [['project', 'import', project], dataFolder],
    ] as const) {
      const began = performance.now();
      await refused(args, data);
      expect(performance.now() - began).toBeLessThan(60_000);
    }
    expect(jsonLines((await runParallax(['history', '--format', 'json'], { dataFolder })).stdout)).toEqual(
      [],
    );
  });

  it('with bytes in a column of texts, and tables like ours, is refused', async () => {
    const { facts } = await files();
    const strict = (on: boolean) => (db: Database.Database) => {
      const [from, to] = on ? [') /**/', ') STRICT'] : [') STRICT', ') /**/'];
      db.exec(`UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'projects'`);
    };
    const loose = tamperedCopy(facts.project, 'loose', strict(false));
    const filled = tamperedCopy(loose, 'filled', (db) => db.exec(`UPDATE projects SET name = x'00ff'`));
    const file = tamperedCopy(filled, 'bytes', strict(true));
    for (const args of [
      ['project', 'list'],
      ['serve', '--mcp', '--port', '0'],
      ['web', '--no-open'],
    ]) {
      await refused(args, file);
    }
    expect((await runParallax(['restore', file], { dataFolder: temporaryFolder() })).code).not.toBe(0);
  });
});

it('a question with the line break of Word: no slide has a character that XML has not', async () => {
  const dataFolder = temporaryFolder();
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const odd = 'shoes\u000bboots \ufffe\u0001 & <b>';
  expect((await run('ask', odd, '--countries', 'US')).code).toBe(0);
  const [{ runId } = {}] = jsonLines((await run('history', '--format', 'json')).stdout);
  const out = join(dataFolder, 'r.pptx');
  expect((await run('report', String(runId), '--out', out)).code).toBe(0);
  const parts = [...openArchive(readFileSync(out))].filter(([name]) => /\.(xml|rels)$/.test(name));
  expect(parts.length).toBeGreaterThan(5);
  for (const [name, text] of parts) expect([name, hasForbiddenSign(text)]).toEqual([name, false]);
});

it('a killed run does not keep its project from being exported', async () => {
  const dataFolder = temporaryFolder();
  const question = 'Which lock? [[sandbox latency=600000]]';
  const asking = startParallax(['ask', question, '--countries', 'US', '--json'], { dataFolder });
  const states = 'SELECT state FROM runs';
  const running = async () => (await runParallax(['sql', states], { dataFolder })).stdout.includes('running');
  await expect.poll(running, { timeout: 30_000 }).toBe(true);
  const exported = (name: string) =>
    runParallax(['project', 'export', 'First project', join(dataFolder, name)], { dataFolder });
  // While its program lives, it does.
  expect((await exported('early.parallax')).stderr).toContain('is in progress');
  asking.child.kill('SIGKILL');
  await asking.finished;
  const { code, stderr } = await exported('late.parallax');
  expect([code, stderr]).toEqual([0, '']);
});

it('a flipped bit that forbids writing is named as damage, and repaired', async () => {
  const dataFolder = temporaryFolder();
  const add = () => runParallax(['brands', 'add', 'Quillon'], { dataFolder });
  await runParallax(['project', 'list'], { dataFolder });
  const file = join(dataFolder, 'history.db');
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(18) ^ 1, 18);
  writeFileSync(file, bytes);
  expect((await add()).stderr).toContain('is damaged. Repair it with "parallax data repair"');
  expect((await runParallax(['data', 'repair'], { dataFolder })).code).toBe(0);
  expect((await add()).code).toBe(0);
});

it('a device, which may have no end, is no file to import', async () => {
  const { code, stderr } = await runParallax(['import', '/dev/zero'], { dataFolder: temporaryFolder() });
  expect([code, stderr]).toEqual([2, '"/dev/zero" is a device. Choose a file or a folder.\n']);
});
