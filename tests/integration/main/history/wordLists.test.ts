import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createWordLists } from '#main/history/search/wordLists.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const vocabulary = ['the', 'then', 'th', 'tür', '自転', 'a'.repeat(40), 'zz', '2026', 'st', 'steel'].concat(
  Array.from({ length: 300 }, (_, at) => `word${at}`),
);

/** What SQLite itself finds for each word. */
function assertSame(db: Database): void {
  const listsOf = createWordLists(db);
  const match = db
    .prepare<[string], number>('SELECT rowid FROM search_index WHERE search_index MATCH ?')
    .pluck();
  for (const word of [...vocabulary, 'absent', '0', 'zzz', 'word3000']) {
    const lists = listsOf(word);
    const ids = lists?.flatMap((list) => [...list]).toSorted((left, right) => left - right);
    expect(ids, word).toEqual(match.all(`"${word}"`));
  }
}

it.each([
  { pageSize: 64, rows: 300 },
  { pageSize: 1000, rows: 1500 },
])('reads the results of a query from pages of $pageSize bytes, after any change', ({ pageSize, rows }) => {
  const next = seededRandom(pageSize);
  const { db } = openDatabase(join(temporaryFolder(), 'history.db'), { backup: false });
  const told = (what: string, value: number) =>
    db.prepare('INSERT INTO search_index (search_index, rank) VALUES (?, ?)').run(what, BigInt(value));
  const remove = db.prepare('DELETE FROM search_index WHERE rowid = ?');
  const insert = db.prepare('INSERT INTO search_index (rowid, words) VALUES (?, ?)');
  const write = (id: number): void => {
    // Words as common as most, and as rare as one in a hundred.
    const words = vocabulary.filter((_, at) => next() < (at < 10 ? 0.9 / (at + 1) : 0.01));
    insert.run(id, words.join(' '));
  };
  told('pgsz', pageSize);
  const ids: number[] = [];
  for (let round = 0; round < 5; round++) {
    db.transaction(() => {
      for (let added = 0; added < rows / 5; added++) {
        // Gaps among the numbers, some wider than a byte can say.
        const id = (ids.at(-1) ?? 0) + 1 + (next() < 0.02 ? Math.floor(next() * 100_000) : 0);
        ids.push(id);
        write(id);
      }
    })();
    assertSame(db);
    db.transaction(() => {
      for (const id of ids.filter(() => next() < 0.1)) {
        remove.run(id);
        if (next() < 0.6) write(id);
        else ids.splice(ids.indexOf(id), 1);
      }
    })();
    assertSame(db);
    told('merge', 8);
    assertSame(db);
  }
  db.exec("INSERT INTO search_index (search_index) VALUES ('optimize')");
  assertSame(db);
  db.exec("INSERT INTO search_index (search_index) VALUES ('delete-all')");
  assertSame(db);
  db.close();
});

it('falls back to a query if a page of the index is missing, truncated or random', () => {
  const { db } = openDatabase(join(temporaryFolder(), 'history.db'), { backup: false });
  const insert = db.prepare('INSERT INTO search_index (rowid, words) VALUES (?, ?)');
  db.transaction(() => {
    for (let id = 1; id <= 3000; id++) insert.run(id, 'the');
  })();
  db.exec("INSERT INTO search_index (search_index) VALUES ('optimize')");
  db.unsafeMode();
  const first = 'id = (SELECT min(id) FROM search_index_data WHERE id > 10)';
  for (const damage of [
    `DELETE FROM search_index_data WHERE ${first}`,
    `UPDATE search_index_data SET block = substr(block, 1, 3) WHERE ${first}`,
    `UPDATE search_index_data SET block = unhex('ffffffff') WHERE ${first}`,
    'UPDATE search_index_data SET block = substr(block, 1, 9) WHERE id = 10',
    "UPDATE search_index_data SET block = unhex('00000000ff000001ffffffffffffffffff') WHERE id = 10",
    'DELETE FROM search_index_data WHERE id = 10',
  ]) {
    db.exec(`SAVEPOINT sound; ${damage}`);
    expect(createWordLists(db)('the'), damage).toBeNull();
    db.exec('ROLLBACK TO sound');
  }
  expect(createWordLists(db)('the')?.flat()).toEqual([Int32Array.from({ length: 3000 }, (_, at) => at + 1)]);
  db.close();
});

it('falls back to a query for an index in another format', () => {
  const { db } = openDatabase(join(temporaryFolder(), 'history.db'), { backup: false });
  db.exec(`DROP TABLE search_index; CREATE VIRTUAL TABLE search_index USING fts5(words, tokenize='ascii');
    INSERT INTO search_index (rowid, words) VALUES (7, 'the')`);
  expect(createWordLists(db)('the')).toBeNull();
  db.close();
});
