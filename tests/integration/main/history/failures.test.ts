import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from '#main/history/store/migrations/list.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { type History, openHistory } from '#main/history/threads/historyClient.ts';
import { canMount, smallDisk } from '#tests/support/faults/smallDisk.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import {
  createRun,
  openSession,
  silent,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;

/** A closed history with some runs in it. */
async function filledFile(folder = temporaryFolder(), answers = 20): Promise<string> {
  const file = join(folder, 'history.db');
  const history = await temporaryHistory({ file });
  await answer(history, answers);
  await history.close();
  return file;
}

async function answer(history: History, count: number): Promise<string> {
  const sessionId = await openSession(history);
  const countries = Array.from({ length: count }, (_, index) => `${String.fromCharCode(65 + (index % 26))}X`);
  const runId = await createRun(history, sessionId, countries);
  for (const cell of await history.call('cells.take', { runId, limit: count, nowMs: now })) {
    const filler = createHash('sha512').update(cell.id).digest('hex').repeat(1);
    const body = sampleBody(cell.id, {
      filler: Array.from({ length: 40 }, (_, i) =>
        createHash('sha512')
          .update(filler + i)
          .digest('hex'),
      ),
    });
    await history.call('cells.settle', {
      cellId: cell.id,
      outcome: { kind: 'completed', answer: sampleAnswer('DE', { body }) },
      nowMs: now,
    });
  }
  await history.call('runs.finish', { runId, nowMs: now });
  return runId;
}

const contents = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a history that cannot be opened', () => {
  it('is refused unchanged if a newer program wrote it', async () => {
    const file = await filledFile();
    const db = new Database(file);
    db.pragma('user_version = 9990');
    db.close();
    const before = contents(file);
    await expect(temporaryHistory({ file })).rejects.toMatchObject({
      code: 'HISTORY_NEWER',
      message: expect.stringMatching(/history\.db.*newer version.*Update Parallax/s),
    });
    expect(contents(file)).toBe(before);
  });

  it('is refused unchanged if it is not a database', async () => {
    const file = join(temporaryFolder(), 'history.db');
    writeFileSync(file, 'Dear diary, '.repeat(1000));
    const before = contents(file);
    await expect(temporaryHistory({ file })).rejects.toMatchObject({
      code: 'HISTORY_CORRUPT',
      message: expect.stringContaining(file),
    });
    expect(contents(file)).toBe(before);
  });

  it('is refused unchanged if it belongs to another program', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const db = new Database(file);
    db.exec('CREATE TABLE recipes (id INTEGER)');
    db.close();
    const before = contents(file);
    await expect(temporaryHistory({ file })).rejects.toMatchObject({
      code: 'HISTORY_CORRUPT',
      message: expect.stringContaining('another program'),
    });
    expect(contents(file)).toBe(before);
  });

  it('is refused unchanged if it is truncated', async () => {
    const file = await filledFile();
    truncateSync(file, Math.floor(statSync(file).size / 2));
    const before = contents(file);
    await expect(temporaryHistory({ file })).rejects.toMatchObject({ code: 'HISTORY_CORRUPT' });
    expect(contents(file)).toBe(before);
  });

  it('is reported as locked while another program holds it, and opens afterwards', async () => {
    const file = await filledFile();
    const other = new Database(file);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    await expect(temporaryHistory({ file, busyTimeoutMs: 50 })).rejects.toMatchObject({
      code: 'HISTORY_LOCKED',
      retryable: true,
      message: expect.stringMatching(/history\.db is locked by another program.*try again/s),
    });
    other.exec('ROLLBACK');
    other.close();
    const history = await temporaryHistory({ file });
    expect((await history.call('runs.list', { limit: 5 })).runs).toHaveLength(1);
  });

  it('is reported as inaccessible if it is a folder', async () => {
    const file = join(temporaryFolder(), 'history.db');
    mkdirSync(file);
    await expect(temporaryHistory({ file })).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' });
  });

  it.skipIf(!canMount)('is reported as read-only on a disk that is not writable', async () => {
    const disk = smallDisk('5m');
    const file = await filledFile(disk.folder);
    disk.makeReadOnly();
    await expect(temporaryHistory({ file })).rejects.toMatchObject({
      code: 'HISTORY_READ_ONLY',
      message: expect.stringContaining(file),
    });
  });
});

describe('a history in use', () => {
  it('reports damage that is found later and reads what is readable', async () => {
    const file = await filledFile();
    const db = new Database(file, { readonly: true });
    const page = db
      .prepare<[], { rootpage: number }>(`SELECT rootpage FROM sqlite_schema WHERE name = 'payloads'`)
      .get();
    const size = Number(db.pragma('page_size', { simple: true }));
    const id = db.prepare<[], string>('SELECT uid FROM observations').pluck().get() ?? '';
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, ((page?.rootpage ?? 1) - 1) * size);
    const history = await temporaryHistory({ file });
    await expect(history.call('observations.get', { id })).rejects.toMatchObject({
      code: 'HISTORY_CORRUPT',
    });
    expect((await history.call('runs.list', { limit: 5 })).runs).toHaveLength(1);
    expect((await history.call('maintenance.integrity', {})).length).toBeGreaterThan(0);
  });

  it.skipIf(!canMount)('reports a full disk, keeps its data, and continues once there is space', async () => {
    const disk = smallDisk('5m');
    const history = await temporaryHistory({ file: join(disk.folder, 'history.db') });
    const kept = await answer(history, 20);
    const full = await (async () => {
      for (;;) await answer(history, 50);
    })().catch((error: unknown) => error);
    expect(full).toMatchObject({
      code: 'DISK_FULL',
      retryable: true,
      message: expect.stringContaining('full'),
    });
    expect((await history.call('runs.get', { runId: kept })).run.counts.completed).toBe(20);
    disk.resize('16m');
    await answer(history, 20);
    expect(await history.call('maintenance.integrity', {})).toEqual([]);
  });

  it('answers running and later calls with a reason if its worker dies', async () => {
    const entry = new URL('../../../support/faults/dyingHistoryWorker.ts', import.meta.url);
    const history = await openHistory({ entry, file: '/nowhere', log: silent });
    const calls = [1, 2, 3].map(() => history.call('runs.list', { limit: 1 }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      Array(3).fill('HISTORY_UNAVAILABLE'),
    );
    await expect(history.call('runs.list', { limit: 1 })).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
      message: expect.stringContaining('Try again'),
    });
    await history.close();
  });

  it.each([4_000, 100_000])(
    'refuses to return an answer nested %i deep, and returns the others',
    async (depth) => {
      const history = await temporaryHistory();
      const sessionId = await openSession(history);
      const runId = await createRun(history, sessionId, ['DE', 'FR']);
      const stored: string[] = [];
      for (const cell of await history.call('cells.take', { runId, limit: 2, nowMs: now })) {
        const nested = stored.length === 0 ? `${'['.repeat(depth)}${']'.repeat(depth)}` : '[]';
        const body = sampleBody(cell.id).replace(/\}\s*\}$/, `,"nested":${nested}}}`);
        const { observationId } = await history.call('cells.settle', {
          cellId: cell.id,
          outcome: { kind: 'completed', answer: sampleAnswer('DE', { body }) },
          nowMs: now,
        });
        stored.push(observationId ?? '');
      }
      const [deep = '', plain = ''] = stored;
      await expect(history.call('observations.get', { id: deep })).rejects.toMatchObject({
        code: 'INTERNAL',
      });
      expect((await history.call('observations.get', { id: plain })).result).toMatchObject({ nested: [] });
    },
  );

  it('accepts no calls while it is being closed', async () => {
    const history = await temporaryHistory();
    const closing = history.close();
    await expect(history.call('runs.list', { limit: 1 })).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await closing;
  });

  it('can be opened by a second program at the same time', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const [one, other] = await Promise.all([temporaryHistory({ file }), temporaryHistory({ file })]);
    await Promise.all([answer(one, 30), answer(other, 30)]);
    const { runs } = await one.call('runs.list', { limit: 10 });
    expect(runs.map((run) => run.counts.completed)).toEqual([30, 30]);
  });

  it('is waited for while a second program creates the same file', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const second = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const db = require('better-sqlite3')(workerData);
       db.exec('BEGIN IMMEDIATE');
       parentPort.postMessage('locked');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
       db.exec('ROLLBACK');
       db.close();`,
      { eval: true, workerData: file },
    );
    await once(second, 'message');
    openDatabase(file).db.close();
    await once(second, 'exit');
  });
});

describe('migrations', () => {
  it('with missing or unordered numbers are refused before the file is changed', () => {
    const file = join(temporaryFolder(), 'history.db');
    const [first] = migrations;
    if (!first) throw new Error('There is no first schema.');
    for (const version of [first.version + 2, first.version, first.version - 1])
      expect(() => openDatabase(file, { steps: [first, { ...next, version }] })).toThrow(
        `after version ${first.version} comes ${first.version + 1}`,
      );
    expect(existsSync(file)).toBe(false);
  });

  const newest = migrations.at(-1)?.version ?? 0;

  const next = {
    version: newest + 1,
    name: 'next',
    sql: 'CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT;',
  };

  it('back up the file before they change it', async () => {
    const file = await filledFile();
    const opened = openDatabase(file, { steps: [...migrations, next] });
    expect(opened).toMatchObject({ fromVersion: newest, version: newest + 1 });
    opened.db.close();
    const backup = new Database(opened.backupFile ?? '', { readonly: true });
    expect(backup.pragma('user_version', { simple: true })).toBe(newest);
    expect(backup.prepare('SELECT count(*) AS n FROM observations').get()).toEqual({ n: 20 });
    backup.close();
  });

  it('restore the file if one of them fails', async () => {
    const file = await filledFile();
    const broken = {
      ...next,
      sql: 'CREATE TABLE added (id INTEGER) STRICT; CREATE TABLE added (id INTEGER);',
    };
    expect(() => openDatabase(file, { steps: [...migrations, broken] })).toThrow('added');
    const { db, version } = openDatabase(file);
    expect(version).toBe(newest);
    expect(db.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name = 'added'`).get()).toEqual({
      n: 0,
    });
    db.close();
  });

  it('make no backup of a file they do not change', async () => {
    const file = await filledFile();
    openDatabase(file).db.close();
    expect(existsSync(file.replace('.db', `.v${newest}.backup.db`))).toBe(false);
  });
});
