import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import type { History } from '#main/history/threads/historyClient.ts';
import type { MadeUpWorld } from './madeUpAnswers.ts';

export type Times = { readonly p50: number; readonly p95: number };

export function timesOf(milliseconds: readonly number[]): Times {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Words that stand in most answers, in many, in some and in hardly any; of several scripts. */
export function searchesOf(world: MadeUpWorld): readonly string[] {
  const words = new Set<string>();
  for (const [place, question] of world.questions.entries())
    if (place < 12) for (const word of question.split(/[\s?]+/)) if (word !== '') words.add(word);
  return [...words].slice(0, 36).concat(['the', 'and', 'der', 'は', '自転', 'st*', 'the and', 'of -and']);
}

/** Milliseconds of the first page with snippets and all facet counts; every search is another one than the last. */
export async function timeSearches(
  history: History,
  texts: readonly string[],
  rounds: number,
): Promise<readonly number[]> {
  const spent: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const text of texts) {
      const started = performance.now();
      await history.call('search.run', { text, limit: 40, after: null });
      spent.push(performance.now() - started);
    }
  return spent;
}

/** The named baseline: full text kept in FTS5, found, ordered by time, snippets made on the way, nothing counted. */
export function plainSearch(file: string, texts: Iterable<readonly [atMs: number, text: string]>) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec(
    `CREATE VIRTUAL TABLE plain USING fts5(text, at_ms UNINDEXED, tokenize='unicode61 remove_diacritics 2')`,
  );
  const insert = db.prepare('INSERT INTO plain (text, at_ms) VALUES (?, ?)');
  db.transaction(() => {
    for (const [atMs, text] of texts) insert.run(text, atMs);
  })();
  const query = db.prepare(
    `SELECT rowid, snippet(plain, 0, '[', ']', '…', 24) AS snippet FROM plain WHERE plain MATCH ?
     ORDER BY at_ms DESC LIMIT 40`,
  );
  return {
    time(words: readonly string[]): readonly number[] {
      return words.map((word) => {
        const started = performance.now();
        query.all(`"${word}"`);
        return performance.now() - started;
      });
    },
    close: () => db.close(),
  };
}
