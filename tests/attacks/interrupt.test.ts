import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '#main/history/maintenance/check.ts';
import { type RunningCommand, startParallax } from '#tests/support/cli/parallax.ts';
import { startStuckProgram } from '#tests/support/faults/stuckProgram.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { countsOf, fillHistory } from '#tests/support/maintenance/filledHistory.ts';

const hint = 'Press Ctrl+C again to stop at once.';

/** Presses Ctrl+C, waits until the program says that it takes longer, and presses it once more. */
async function pressTwice({ child, said, finished }: RunningCommand, signal: NodeJS.Signals = 'SIGINT') {
  child.kill(signal);
  await said(hint);
  // It is stuck indeed: the first one has not ended it.
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill(signal);
  return finished;
}

/** Ends by itself, although a thread never will. Measured in wall time, on a machine that is busy with other tests. */
async function pressOnce({ child, finished }: RunningCommand, signal: NodeJS.Signals, withinMs: number) {
  const began = performance.now();
  child.kill(signal);
  expect(await finished).toMatchObject({ code: null, signal });
  expect(performance.now() - began).toBeLessThan(withinMs);
}

const result = JSON.stringify({
  engine: 'assistant-a',
  request: { prompt: 'Which locks?', country: 'DE' },
  receivedAt: '2026-11-01T10:00:00Z',
  response: JSON.parse(sampleBody('DE', { text: 'Those.', markdown: 'Those.' })),
});

/** A command that only reads has a second, another one five, to store what is paid for. */
const readerMs = 3000;
/** Cancelled work ends within a second. */
const cancelledMs = 2000;
const writerMs = 8000;

/** 600 MB of which no answer is a part, so that copying and checking takes seconds. */
function addBulk(file: string): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
    INSERT INTO payloads (sha256, encoding, raw_bytes, body)
    SELECT CAST(printf('%032d', n) AS BLOB), 'identity', 1000000, randomblob(1000000) FROM numbers`);
  db.close();
}

describe('the first signal ends', { timeout: 120_000 }, () => {
  it.each([
    ['a compaction', ['data', 'compact'], 'history.db.compacting'],
    ['a backup', ['backup', 'copy.db'], 'copy.db.unfinished'],
  ])('%s in a step of SQLite, and the history is whole', async (_, [command = '', given = ''], scratch) => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'history.db');
    fillHistory(dataFolder, { runs: 1, answersPerRun: 10 });
    addBulk(file);
    const before = countsOf(file);
    const args = [command, command === 'backup' ? join(dataFolder, given) : given];
    const running = startParallax(args, { dataFolder });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    const written = join(dataFolder, scratch);
    await expect.poll(() => existsSync(written), { timeout: 30_000, interval: 5 }).toBe(true);
    const began = performance.now();
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 1, stderr: expect.stringMatching(/cancelled/i) });
    expect(performance.now() - began).toBeLessThan(cancelledMs);
    expect(existsSync(written)).toBe(false);
    expect(existsSync(join(dataFolder, 'copy.db'))).toBe(false);
    expect(checkHistory(file, false, () => undefined).findings).toEqual([]);
    expect(countsOf(file)).toEqual(before);
  });

  it('a query without end', async () => {
    const dataFolder = temporaryFolder();
    const made = startParallax(['ask', 'Which locks?', '--countries', 'US'], { dataFolder });
    expect((await made.finished).code).toBe(0);
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c';
    const query = ['sql', `SELECT count(*) FROM (${endless})`];
    const running = startParallax(query, { dataFolder });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    // There while the file is open, and nothing else is done with it.
    await expect.poll(() => existsSync(join(dataFolder, 'history.db-shm')), { timeout: 30_000 }).toBe(true);
    await pressOnce(running, 'SIGTERM', readerMs);
    const limited = await startParallax([...query, '--timeout', '1'], { dataFolder }).finished;
    expect(limited).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ran longer than 1 second and'),
    });
    // A text of 100 MB for each number, one at a time.
    const large = endless.replace(
      'SELECT x FROM c',
      'SELECT sum(length(hex(zeroblob(50000000 + x)))) FROM c',
    );
    const needed = await startParallax(['sql', large, '--memory', '60'], { dataFolder }).finished;
    expect(needed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needed more than 60 MB of memory and was stopped.'),
    });
  });

  it.each([
    ['a list', 'runs.list', ['history'], readerMs],
    ['a search', 'search.run', ['history', '--search', 'lock'], readerMs],
    ['an import', 'imports.add', ['import', 'results.json'], writerMs],
  ] as const)('%s whose thread is stuck', async (_, stuckAt, args, withinMs) => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'results.json');
    writeFileSync(file, result);
    const given = args.map((arg) => (arg === 'results.json' ? file : arg));
    const running = startStuckProgram(stuckAt, given, dataFolder);
    await running.stuck();
    await pressOnce(running, 'SIGTERM', withinMs);
  });
});

describe('the second Ctrl+C ends at once', { timeout: 120_000 }, () => {
  it.each([
    ['an import', 'imports.add', ['import', 'results.json']],
    ['an export', 'exports.count', ['export']],
  ])('%s whose thread is stuck', async (_, stuckAt, [command = '', ...args]) => {
    const dataFolder = temporaryFolder();
    const file = join(dataFolder, 'results.json');
    writeFileSync(file, result);
    const given = args.map((arg) => (arg === 'results.json' ? file : arg));
    const running = startStuckProgram(stuckAt, [command, ...given], dataFolder);
    await running.stuck();
    expect(await pressTwice(running)).toMatchObject({ code: null, signal: 'SIGINT' });
  });

  it('the browser host whose history is stuck', async () => {
    const running = startStuckProgram('runs.list', ['web', '--no-open'], temporaryFolder());
    const { origin, hash } = new URL(await running.line());
    const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${origin}/bridge/${path}`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const opened = await ask('session', { code: hash.replace('#open=', '') });
    const { key } = (await opened.json()) as { key: string };
    const Cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const listed = ask(
      'invoke',
      { route: 'runs.list', input: {}, callId: 'a' },
      { Cookie, Authorization: `Bearer ${key}` },
    );
    listed.catch(() => undefined);
    await running.stuck();
    expect(await pressTwice(running, 'SIGTERM')).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  it('a service that is stuck while it stops', async () => {
    const running = startStuckProgram('stop', ['serve', '--port', '0'], temporaryFolder());
    await running.line();
    expect(await pressTwice(running)).toMatchObject({ code: null, signal: 'SIGINT' });
  });
});
