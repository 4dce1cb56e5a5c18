import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLazyStatements } from '#platform/sqlite/lazyStatements.ts';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  db.exec('CREATE TABLE t (a INTEGER, b TEXT)');
});
afterEach(() => void db.close());

describe('statements that are compiled late', () => {
  it('give what the connection itself would give, in every form', () => {
    const late = withLazyStatements(db);
    const add = late.prepare<{ a: number; b: string }>('INSERT INTO t VALUES (@a, @b)');
    const addBoth = late.transaction(() => [
      add.run({ a: 1, b: 'x' }).changes,
      add.run({ a: 2, b: 'y' }).changes,
    ]);
    expect(addBoth()).toEqual([1, 1]);
    const sql = 'SELECT a, b FROM t ORDER BY a';
    for (const form of [
      (on: Database.Database) => on.prepare(sql),
      (on: Database.Database) => on.prepare(sql).pluck(),
      (on: Database.Database) => on.prepare(sql).raw(),
      (on: Database.Database) => on.prepare(sql).raw(true),
      (on: Database.Database) => on.prepare(sql).pluck(false),
    ]) {
      expect(form(late).all()).toEqual(form(db).all());
      expect(form(late).get()).toEqual(form(db).get());
      expect([...form(late).iterate()]).toEqual([...form(db).iterate()]);
    }
  });

  it('are compiled by their first use', () => {
    const wrong = withLazyStatements(db).prepare('SELECT missing FROM t');
    expect(() => wrong.get()).toThrow('no such column: missing');
  });
});
