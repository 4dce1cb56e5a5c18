// What the history costs, each figure as a ratio to a baseline measured in the same run:
//   node tests/bench/history.ts [--count 200000] [--answer-bytes 20000] [--quick|--smoke] [--replay] [--no-packing]
//     [--folder kept] [--runs-together 20]
// The largest form takes hours and goes on where it was stopped if it is started again:
//   node tests/bench/history.ts --count 10000000 --answer-bytes 2000 --folder kept
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { packPending } from '#main/history/maintenance/backgroundCompression.ts';
import { indexPending } from '#main/history/search/backgroundIndexing.ts';
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { removeDatabase } from '#platform/sqlite/open.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { byForm } from './form.ts';
import { bareInserts } from './history/bareInserts.ts';
import { fill, runsTogether } from './history/fill.ts';
import { madeUpWorld, usualBytes } from './history/madeUpAnswers.ts';
import { namesIn, recomputeAll } from './history/recomputing.ts';
import { plainSearch, searchesOf, timeSearches, timesOf } from './history/searching.ts';
import { besideRows, storeBesideSearches } from './history/storingBesideSearches.ts';
import { atLeast, atMost, printRows, type Row, whole } from './service/row.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    'answer-bytes': { type: 'string', default: String(usualBytes) },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
    replay: { type: 'boolean', default: false },
    // Answers stay as they were stored: a million is made sooner.
    packing: { type: 'boolean', default: true },
    // The history is made here and stays. One that is there already is filled up to the count.
    folder: { type: 'string' },
    // Runs of 275 answers that are stored before anything is indexed and compressed for good.
    'runs-together': { type: 'string', default: String(runsTogether) },
  },
  allowNegative: true,
});
const count = Number(values.count ?? byForm({ full: 20_000, quick: 4000, smoke: 200 }));
if (!Number.isInteger(count) || count < 200) throw new Error('--count is a whole number from 200 on');

const answerBytes = Number(values['answer-bytes']);
if (!(answerBytes >= 1000 && answerBytes <= 200_000)) throw new Error('--answer-bytes is 1000 to 200000');

const together = Number(values['runs-together']);
if (!Number.isInteger(together) || together < 1)
  throw new Error('--runs-together is a whole number from 1 on');

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'parallax-bench-'));
mkdirSync(folder, { recursive: true });
const file = join(folder, 'history.db');
const world = madeUpWorld(2026, answerBytes);
const open = () => openHistory({ entry: historyEntry, log: silent, file });
const rows: Row[] = [];

/** What a history has; of its answers every hundredth. */
function storedIn(path: string) {
  const db = new Database(path, { readonly: true });
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const stored = {
    answers: count('SELECT count(*) FROM observations'),
    runs: count('SELECT count(*) FROM runs'),
    rawBytes: count('SELECT sum(raw_bytes) FROM payloads'),
    ids: db.prepare<[], string>('SELECT uid FROM observations WHERE id % 100 = 1').pluck().all(),
  };
  db.close();
  return stored;
}

try {
  let history = await open();
  const pool = createDerivationPool({ entry: historyEntry, file });
  const { signal } = new AbortController();
  const spent = { indexing: 0, packing: 0 };
  const kept = storedIn(file);
  const betweenRuns = async (): Promise<void> => {
    // Side by side, as the program does.
    const started = performance.now();
    await Promise.all([
      indexPending(history, pool, signal).then(() => {
        spent.indexing += performance.now() - started;
      }),
      values.packing
        ? packPending(history, pool, signal).then(() => {
            spent.packing += performance.now() - started;
          })
        : null,
    ]);
  };
  // What was stored before it was stopped.
  if (kept.answers > 0) await betweenRuns();
  const filled = await fill(history, world, count - kept.answers, betweenRuns, kept.runs, together);
  const added = filled.observationIds.length;
  const rate = added / filled.storingSeconds;
  const indexRate = (added / spent.indexing) * 1000;
  const packRate = (added / spent.packing) * 1000;
  await pool.close();
  await history.close();

  const bare = (tablesAs: 'stored' | 'heap') =>
    bareInserts(file, join(folder, 'bare.db'), Math.min(count, 20_000), tablesAs);
  const [sameTables, heaps] = [bare('stored'), bare('heap')];
  const { answers, ids, rawBytes } = storedIn(file);
  rows.push(
    { figure: 'answers stored', value: whole(answers) },
    { figure: 'of these in this run', value: whole(added) },
    { figure: 'mean raw size, bytes', value: whole(rawBytes / answers) },
    ...(added === 0
      ? []
      : [
          atLeast('stored per second, each committed before it is answered', rate, 2000, ''),
          {
            figure: 'bare inserts of the same rows into the same tables per second',
            value: whole(sameTables),
          },
          atLeast('stored per second to bare inserts', rate / sameTables, 0.5),
          { figure: 'bare inserts into tables without keys and indexes per second', value: whole(heaps) },
          { figure: 'stored per second to those', value: `${(rate / heaps).toFixed(2)}x` },
          { figure: 'made searchable per second, while others are packed', value: whole(indexRate) },
          { figure: 'packed tightly per second, while others are made searchable', value: whole(packRate) },
        ]),
    answerBytes === usualBytes
      ? atMost('bytes on disk to raw JSON, index included', statSync(file).size / rawBytes, 0.35)
      : { figure: 'bytes on disk an answer', value: whole(statSync(file).size / answers) },
  );

  const starting = performance.now();
  history = await open();
  await history.call('runs.list', { limit: 60 });
  rows.push(atMost('start to the list of runs, seconds', (performance.now() - starting) / 1000, 1.5, ''));
  const first = performance.now();
  await history.call('search.run', { text: 'the', limit: 40, after: null });
  rows.push({ figure: 'the first search after a start, ms', value: (performance.now() - first).toFixed(0) });

  const firstPages: number[] = [];
  for (let at = 0; at < byForm({ full: 100, quick: 50, smoke: 5 }); at++) {
    const asked = performance.now();
    await history.call('runs.list', { limit: 60 });
    firstPages.push(performance.now() - asked);
  }
  rows.push(atMost('first page of the history, p95 ms', timesOf(firstPages).p95, 50, ''));
  const texts = searchesOf(world);
  const searched = timesOf(await timeSearches(history, texts, byForm({ full: 3, quick: 3, smoke: 1 })));
  const common = timesOf(await timeSearches(history, ['the', 'and', 'は', 'for'], 5));
  rows.push(
    { figure: 'first page of a search with facet counts, median ms', value: searched.p50.toFixed(1) },
    atMost('first page of a search with facet counts, p95 ms', searched.p95, 80, ''),
    atMost('the same for words that stand in most answers, p95 ms', common.p95, 80, ''),
  );
  const plainCount = Math.min(count, 50_000);
  const plainFile = join(folder, 'plain.db');
  removeDatabase(plainFile);
  const plain = plainSearch(plainFile, world.plainTexts(plainCount));
  const baseline = timesOf([1, 2, 3].flatMap(() => plain.time(['the', 'and', 'for'])));
  plain.close();
  rows.push(
    {
      figure: `plain FTS5 query for such words over ${plainCount}, by time with snippets, p95 ms`,
      value: baseline.p95.toFixed(0),
    },
    atMost('search to plain query, words in most answers', common.p95 / baseline.p95, 1),
  );

  const opened: number[] = [];
  for (let at = 0; at < byForm({ full: 200, quick: 200, smoke: 20 }); at++) {
    const id = ids[(at * 7919) % ids.length] ?? '';
    const started = performance.now();
    await history.call('observations.get', { id });
    opened.push(performance.now() - started);
  }
  rows.push(atMost('opening an answer, p95 ms', timesOf(opened).p95, 15, ''));
  if (values.replay) {
    const names = await namesIn(history, ids.slice(0, 40));
    const replayed = await recomputeAll(history, names);
    rows.push(
      { figure: `brand facts per second, ${names.length} brands`, value: whole(count / replayed.seconds) },
      { figure: 'mentions found per answer', value: (replayed.mentions / count).toFixed(1) },
      count === 200_000
        ? atMost('replay over 200,000 answers, seconds', replayed.seconds, 60, '')
        : {
            figure: 'replay over 200,000 answers, seconds, extrapolated',
            value: ((replayed.seconds * 200_000) / count).toFixed(0),
          },
      { figure: 'longest block of the history thread in it, ms', value: replayed.maxBlockMs.toFixed(0) },
    );
    const [reading = 0, ...withBrands] = await timeSearches(history, ['', 'the', 'and', 'は', 'for'], 5);
    rows.push(
      { figure: 'the first search after it, which reads who is named where, ms', value: reading.toFixed(0) },
      atMost('words in most answers, brands counted too, p95 ms', timesOf(withBrands).p95, 80, ''),
    );
  }
  const beside = await storeBesideSearches(history, world, texts, Math.min(count, 16_000), filled.nextRun);
  rows.push(...besideRows(beside));
  await history.close();
} finally {
  // Also what was measured before something went wrong.
  printRows(rows);
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
