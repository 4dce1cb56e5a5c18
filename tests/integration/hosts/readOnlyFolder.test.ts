import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { startParallax } from '#tests/support/cli/parallax.ts';
import { doubleServiceEntry, startCore } from '#tests/support/core/testCore.ts';
import { storeComparedRun } from '#tests/support/history/comparedRun.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { analysisEntry, historyEntry } from '#tests/support/programs.ts';

const stored = preparedFolder(storeComparedRun);

const run = (args: readonly string[], dataFolder: string) =>
  startParallax(args, { dataFolder, obeysModes: true }).finished;

it('reads a history in a folder that nobody can write, and refuses what would change it', async () => {
  const { dataFolder, facts: runId } = await stored();
  const before = readdirSync(dataFolder);
  chmodSync(join(dataFolder, 'history.db'), 0o444);
  chmodSync(dataFolder, 0o555);
  onTestFinished(() => chmodSync(dataFolder, 0o755));

  const listed = await run(['history'], dataFolder);
  expect(listed.stdout).toContain(runId);
  expect(listed.stderr).toContain(`${dataFolder} is not writable: its history is read`);
  // The run has a failed market, which its comparison says by its exit code.
  for (const [wanted, ...args] of [
    [0, 'show', runId],
    [1, 'compare', runId, '--tab', 'brands'],
    [0, 'export', runId, '--format', 'csv'],
    [0, 'report', runId, '--out', join(temporaryFolder(), 'report.html')],
  ] as const) {
    const { code, stdout, stderr } = await run(args, dataFolder);
    expect([code, stdout.length > (args[0] === 'report' ? 10 : 100)], `${args.join(' ')}: ${stderr}`).toEqual(
      [wanted, true],
    );
  }
  const refused = await run(['brands', 'add', 'Quillon'], dataFolder);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/open read-only/);
  // A fresh service would have the balance of a new account.
  for (const args of [['credits'], ['queue']]) {
    const { code, stdout, stderr } = await run(args, dataFolder);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('balance and queue are not known'),
    ]);
  }
  expect(readdirSync(dataFolder)).toEqual(before);
});

it('of a killed run is exported as a project, searched, queried and opened in the browser, and not changed', async () => {
  const { dataFolder } = await stored();
  const asking = startParallax(['ask', 'Which lock?', '--countries', 'US,DE,FR,JP,GB,IT'], { dataFolder });
  // From then on it has written to the history.
  await asking.said('completed (1 of 6)');
  asking.child.kill('SIGKILL');
  await asking.finished;
  expect(existsSync(join(dataFolder, 'history.db-wal'))).toBe(true);
  const before = readdirSync(dataFolder);
  for (const name of before.filter((each) => each.startsWith('history.db')))
    chmodSync(join(dataFolder, name), 0o444);
  chmodSync(dataFolder, 0o555);
  onTestFinished(() => chmodSync(dataFolder, 0o755));
  const project = join(temporaryFolder(), 'killed.parallax');
  for (const [args, expected] of [
    [['history', '--search', 'lock'], 'lock'],
    [['sql', 'SELECT count(*) AS runs FROM runs'], '2'],
    [['project', 'export', 'First project', project], 'First project'],
  ] as const) {
    const { code, stdout, stderr } = await run(args, dataFolder);
    expect([code, stdout], `${args.join(' ')}: ${stderr}`).toEqual([0, expect.stringContaining(expected)]);
  }
  const imported = await run(['project', 'import', project], join(temporaryFolder(), 'data'));
  expect(imported.code, imported.stderr).toBe(0);

  const web = startParallax(['web', '--no-open', '--port', '0'], { dataFolder, obeysModes: true });
  expect(await web.line()).toContain('http://127.0.0.1');
  await web.said(`${dataFolder} is not writable: its history is read`);
  web.child.kill('SIGTERM');
  await web.finished;
  expect(readdirSync(dataFolder)).toEqual(before);
});

it('lets a window write files from a history that is only read', async () => {
  const { dataFolder, facts: runId } = await stored();
  const core = await startCore({
    paths: { data: dataFolder },
    onlyReads: true,
    workers: { history: historyEntry, service: doubleServiceEntry, analysis: analysisEntry },
  });
  const backup = join(temporaryFolder(), 'backup.db');
  for (const [route, input] of [
    ['exports.make', { format: 'csv', selection: { filter: {} } }],
    ['reports.make', { format: 'html', runId, settings: {} }],
    ['projects.export', { project: 'First project' }],
    ['data.check', { full: false }],
    ['data.backup', { file: backup }],
  ] as const)
    expect({ route, ...(await core.router.call(route, input)) }).toMatchObject({ route, ok: true });
  expect(await core.router.call('runs.remove', { runId })).toMatchObject({
    error: { code: 'HISTORY_READ_ONLY' },
  });
});

/** A backup that a killed program left half changed, with the journal that undoes it. */
function halfChanged(dataFolder: string): string {
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.db');
  const backup = join(folder, 'history.backup.db');
  const db = new Database(join(dataFolder, 'history.db'));
  db.prepare('VACUUM INTO ?').run(whole);
  db.close();
  const changing = new Database(whole);
  changing.pragma('cache_size = 2');
  changing.exec(
    'BEGIN; UPDATE payloads SET body = zeroblob(9000); DELETE FROM runs; CREATE TABLE half (done ANY) STRICT',
  );
  copyFileSync(whole, backup);
  copyFileSync(`${whole}-journal`, `${backup}-journal`);
  changing.close();
  return backup;
}

it('reads and restores a backup that a killed program left half changed as it was before', async () => {
  const { dataFolder, facts: runId } = await stored();
  const backup = halfChanged(dataFolder);
  const [bytes, journal] = [readFileSync(backup), readFileSync(`${backup}-journal`)];
  const read = await run(['history'], backup);
  expect(read.stdout, read.stderr).toContain(runId);
  const into = join(temporaryFolder(), 'data');
  for (const args of [['restore', backup], ['data', 'check', '--full'], ['history']]) {
    const { code, stderr } = await run(args, into);
    expect([args, code], stderr).toEqual([args, 0]);
  }
  expect(readFileSync(backup).equals(bytes)).toBe(true);
  expect(readFileSync(`${backup}-journal`).equals(journal)).toBe(true);
});

it.each([
  ['restore', /is a pipe or device, not a Parallax history/],
  ['project import', /is a pipe or device, not a Parallax history/],
])('%s does not wait for what comes out of a pipe', async (command, said) => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { code, stderr } = await run([...command.split(' '), pipe], join(folder, 'data'));
  expect(code).not.toBe(0);
  expect(stderr).toMatch(said);
});
