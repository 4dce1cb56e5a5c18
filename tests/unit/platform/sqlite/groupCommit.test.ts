import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommit } from '#platform/sqlite/groupCommit.ts';

let folder: string;
let db: Database.Database;
let beside: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-commits-'));
  db = new Database(join(folder, 'a.db'), { timeout: 0 });
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT');
  beside = new Database(join(folder, 'a.db'), { timeout: 0 });
});
afterEach(() => {
  db.close();
  beside.close();
  rmSync(folder, { recursive: true });
});

const stored = (): unknown[] => beside.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();

describe.each(['together', 'apart'] as const)('operations committed %s', (way) => {
  it('are kept exactly where they did not throw, whichever of them did', () => {
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const commits = createGroupCommit(db);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (sound) => {
        db.exec('DELETE FROM notes');
        const outcomes = commits[way](
          sound.map((ok, index) => () => {
            insert.run(`${index}`);
            if (!ok) throw new Error(`no ${index}`);
            return index;
          }),
        );
        expect(outcomes.map(({ ok }) => ok)).toEqual(sound);
        expect(stored()).toEqual(sound.flatMap((ok, index) => (ok ? [`${index}`] : [])));
        expect(db.inTransaction).toBe(false);
      }),
    );
  });

  it('do not run at all when another program holds the write lock', () => {
    beside.exec('BEGIN IMMEDIATE');
    let runs = 0;
    const outcomes = createGroupCommit(db)[way]([1, 2].map(() => () => (runs += 1)));
    const locked = { ok: false, error: expect.objectContaining({ code: 'SQLITE_BUSY' }) };
    expect(outcomes).toEqual([locked, locked]);
    expect(runs).toBe(0);
    beside.exec('ROLLBACK');
  });

  it('all fail with the reason when one of them makes SQLite drop the transaction', () => {
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const outcomes = createGroupCommit(db)[way]([
      () => insert.run('a').changes,
      () => {
        db.exec('ROLLBACK');
        throw new Error('the disk is full');
      },
      () => insert.run('b').changes,
    ]);
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ ok: false, error: new Error('the disk is full') })));
    expect(stored()).toEqual([]);
  });
});

it('what is held in memory is written back before each commit and forgotten with what was undone', () => {
  const told: string[] = [];
  const commits = createGroupCommit(db, {
    begin: () => told.push('begin'),
    writeBack: () => told.push('write back'),
    forget: () => told.push('forget'),
  });
  commits.together([() => 1, () => 2]);
  expect(told.splice(0)).toEqual(['begin', 'write back']);
  const fails = (): never => {
    throw new Error('no');
  };
  commits.apart([() => 1, fails, () => 3]);
  expect(told).toEqual(['begin', 'write back', 'forget', 'begin', 'write back']);
});
