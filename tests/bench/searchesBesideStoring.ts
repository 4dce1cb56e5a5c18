// What searches take from storing, of a history that is filled once and can be used again:
//   node tests/bench/searchesBesideStoring.ts [--count 200000] [--folder FOLDER] [--stored 24000]
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { indexPending } from '#main/history/search/backgroundIndexing.ts';
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { fill } from './history/fill.ts';
import { madeUpWorld } from './history/madeUpAnswers.ts';
import { searchesOf } from './history/searching.ts';
import { besideRows, storeBesideSearches } from './history/storingBesideSearches.ts';
import { printRows } from './service/row.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200000' },
    stored: { type: 'string', default: '24000' },
    folder: { type: 'string' },
  },
});
const count = Number(values.count);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'parallax-bench-'));
mkdirSync(folder, { recursive: true });
const file = join(folder, 'history.db');
/** Written when the history is filled; says how many answers were stored in it by then. */
const note = join(folder, `filled-${count}`);
const world = madeUpWorld(2026);
const history = await openHistory({ entry: historyEntry, log: silent, file });
try {
  if (!existsSync(note)) {
    const pool = createDerivationPool({ entry: historyEntry, file });
    const { signal } = new AbortController();
    await fill(history, world, count, async () => {
      await indexPending(history, pool, signal);
    });
    await pool.close();
    writeFileSync(note, '');
  }
  const load = loadavg()[0] ?? 0;
  const db = new Database(file, { readonly: true });
  const runs = db.prepare<[], number>('SELECT count(*) FROM runs').pluck().get() ?? 0;
  db.close();
  const beside = await storeBesideSearches(history, world, searchesOf(world), Number(values.stored), runs);
  console.log(`${count} answers, load ${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`);
  printRows(besideRows(beside));
} finally {
  await history.close();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
