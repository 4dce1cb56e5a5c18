import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommit } from '#platform/sqlite/groupCommit.ts';
import { createCommitQueue } from '#service/store/sqlite/commitQueue.ts';

const nothing = { begin: () => undefined, writeBack: () => undefined, forget: () => undefined };
let folder: string;
let db: Database.Database;
let beside: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-commits-'));
  db = new Database(join(folder, 'a.db'));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT');
  beside = new Database(join(folder, 'a.db'), { readonly: true });
});
afterEach(() => {
  db.close();
  beside.close();
  rmSync(folder, { recursive: true });
});

const stored = (): unknown[] => beside.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();

describe('group commit', () => {
  it('puts what is asked in one turn into one transaction and answers only when it is there for others', async () => {
    let began = 0;
    const { write } = createCommitQueue(
      createGroupCommit(db, {
        ...nothing,
        begin: () => {
          began += 1;
        },
      }),
    );
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const seen: unknown[][] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (text) => {
        await write(() => void insert.run(text));
        seen.push(stored());
      }),
    );
    expect(began).toBe(1);
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('undoes the operation that throws and keeps its neighbours', async () => {
    const { write } = createCommitQueue(createGroupCommit(db, nothing));
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const outcomes = await Promise.allSettled([
      write(() => insert.run('a').changes),
      write(() => {
        insert.run('half');
        throw new Error('changed its mind');
      }),
      write(() => insert.run('a').changes),
      write(() => insert.run('b').changes),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(stored()).toEqual(['a', 'b']);
  });

  it('rejects everything and keeps nothing when the commit itself fails', async () => {
    const { write } = createCommitQueue(
      createGroupCommit(db, {
        ...nothing,
        writeBack: () => {
          throw new Error('the disk is full');
        },
      }),
    );
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const outcomes = await Promise.allSettled([write(() => insert.run('a')), write(() => insert.run('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(stored()).toEqual([]);
  });

  it('commits pending operations when it closes and rejects later ones', async () => {
    const queue = createCommitQueue(createGroupCommit(db, nothing));
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    const waiting = queue.write(() => void insert.run('last'));
    queue.close();
    await waiting;
    expect(stored()).toEqual(['last']);
    await expect(queue.write(() => undefined)).rejects.toThrow(/closed/);
  });

  it('waits for a file that another program has locked, and leaves the thread to others meanwhile', async () => {
    db.pragma('busy_timeout = 20');
    const other = new Database(join(folder, 'a.db'));
    const queue = createCommitQueue(createGroupCommit(db, nothing));
    const insert = db.prepare('INSERT INTO notes VALUES (?)');
    other.exec('BEGIN IMMEDIATE');
    const writes = ['a', 'b'].map((text) => queue.write(() => void insert.run(text)));
    await delay(60);
    expect(stored()).toEqual([]);
    const last = queue.write(() => void insert.run('c'));
    await delay(60);
    other.exec('COMMIT');
    await Promise.all([...writes, last]);
    expect(stored()).toEqual(['a', 'b', 'c']);
    other.exec('BEGIN IMMEDIATE');
    const refused = queue.write(() => void insert.run('d'));
    queue.close();
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    other.close();
  });
});
