import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-opening-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the service’s database', () => {
  it('is made in strict tables, in write-ahead mode, at the newest version', async () => {
    const store = openSqliteStore({ dataFolder: join(folder, 'new', 'place') });
    await store.ensureAccount({ name: 'a', plan: 'free', now: 0 });
    await store.close();
    const db = new Database(join(folder, 'new', 'place', 'service.db'), { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(2);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    const loose = db.prepare(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    );
    expect(loose.pluck().all()).toEqual([]);
    db.close();
  });

  it('is refused when a newer program made it, and left as it is', async () => {
    await openSqliteStore({ dataFolder: folder }).close();
    const db = new Database(join(folder, 'service.db'));
    db.pragma('user_version = 99');
    db.close();
    expect(() => openSqliteStore({ dataFolder: folder })).toThrow(
      expect.objectContaining({ code: 'STORE_NEWER' }),
    );
  });

  it('is refused with its name when it is not a database', () => {
    writeFileSync(join(folder, 'service.db'), 'something else entirely'.repeat(100));
    expect(() => openSqliteStore({ dataFolder: folder })).toThrow(
      expect.objectContaining({ code: 'STORE_DAMAGED', message: expect.stringContaining('service.db') }),
    );
  });

  it('is refused untouched when it is the database of another program', () => {
    const db = new Database(join(folder, 'service.db'));
    db.exec('CREATE TABLE recipes (id INTEGER)');
    db.close();
    expect(() => openSqliteStore({ dataFolder: folder })).toThrow(
      expect.objectContaining({ code: 'STORE_DAMAGED', message: expect.stringContaining('another program') }),
    );
    const left = new Database(join(folder, 'service.db'), { readonly: true });
    expect(left.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['recipes']);
    expect(left.pragma('journal_mode', { simple: true })).toBe('delete');
    left.close();
  });

  it('shows one connection what another has changed, once', async () => {
    const service = openSqliteStore({ dataFolder: folder });
    const operator = openSqliteStore({ dataFolder: folder, ownsQueue: false });
    const { id } = await service.ensureAccount({ name: 'a', plan: 'free', now: 0 });
    expect(await service.changedElsewhere()).toBe(false);
    await operator.grantCredits({ accountId: id, credits: 7, note: null, now: 0 });
    expect(await service.changedElsewhere()).toBe(true);
    expect(await service.changedElsewhere()).toBe(false);
    const settled = await service.grantCredits({ accountId: id, credits: 1, note: null, now: 0 });
    expect(settled.balance).toBe(508);
    await operator.close();
    await service.close();
  });
});
