import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  createPrefixIndexReader,
  createPrefixIndexWriter,
  type IndexedAnswer,
} from '#main/history/search/prefixIndex.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import type { History } from '#main/history/threads/historyClient.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { parseSearch } from '#shared/search/query.ts';
import { standsIn } from '#shared/search/snippet.ts';
import { indexAll, storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
const words = [
  'stern',
  'Stahl',
  's',
  'sofa',
  'tür',
  'Übung',
  'の鍵',
  '鍵は',
  '自転車',
  '2026',
  '2 kg',
  'ñandú',
  'ст',
];
const searches = [
  ...['s*', 'st*', 'ste*', 'so*', 'u*', 'ub*', '2*', '20*', 'ст*', 'の', '鍵', 'は', '車', '自転'],
  ...[
    'st* so*',
    'st* -so*',
    'sofa -s*',
    's* -sofa',
    '鍵 -の',
    '-s* country:DE',
    '-sofa country:DE',
    '-sofa -ste* country:DE',
    '-2* -の -stern country:DE',
    's* -sofa -stern',
    'stern st*',
  ],
];

/** Texts by the answers' numbers; some numbers are not given. */
type Stored = Map<string, string>;

function random(seed: number) {
  const next = seededRandom(seed);
  return {
    below: (count: number): number => Math.floor(next() * count),
    text: (): string => words.filter(() => next() < 0.25).join(', ') || 'nichts',
  };
}

async function compare(history: History, stored: Stored): Promise<void> {
  for (const text of searches) {
    const { terms } = parseSearch(text);
    const expected = [...stored]
      .filter(([, answer]) => terms.every((term) => standsIn(answer, term) !== term.negated))
      .map(([id]) => id)
      .toSorted();
    const { hits, total } = await history.call('search.run', { text, limit: 100, after: null });
    expect(hits.map(({ observationId }) => observationId).toSorted(), text).toEqual(expected);
    expect(total, text).toBe(expected.length);
  }
}

/** A result of nothing but its text, so that only that can be found. */
const given = (text: string) => ({
  country: 'DE',
  atMs: now,
  question: '?',
  result: { text, markdown: text, sources: [], citationPills: [], searchQueries: [] },
});

it('finds answers by short prefixes after any addition, change and removal', async () => {
  const history = await temporaryHistory();
  const { below, text } = random(57);
  const stored: Stored = new Map();
  for (let round = 0; round < 4; round++) {
    const texts = Array.from({ length: 12 }, text);
    const ids = await storeAnswers(history, texts.map(given));
    for (const [at, id] of ids.entries()) stored.set(id, texts[at] ?? '');
    const [noted = ''] = [...stored.keys()].slice(below(stored.size));
    const note = text();
    await history.call('notes.add', { observationId: noted, text: note, nowMs: now });
    stored.set(noted, `${stored.get(noted)} · ${note}`);
    await indexAll(history);
    await compare(history, stored);
    // Also the newest: its number is given again.
    for (const id of [ids.at(-1) ?? '', [...stored.keys()][below(stored.size)] ?? '']) {
      const { runId } = await history.call('observations.get', { id });
      if (stored.delete(id)) await history.call('trash.add', { runId, nowMs: 0 });
    }
    await compare(history, stored);
  }
});

it('finds the same in a file without a prefix index: before, during and after it is rebuilt', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const filling = await temporaryHistory({ file });
  const { text } = random(56);
  const texts = Array.from({ length: 30 }, text);
  const ids = await storeAnswers(filling, texts.map(given));
  const stored: Stored = new Map(ids.map((id, at) => [id, texts[at] ?? '']));
  await filling.close();
  const db = new Database(file);
  db.exec(`DELETE FROM search_beginnings;
    INSERT OR IGNORE INTO search_pending (observation_id) SELECT observation_id FROM search_facets`);
  db.close();

  const history = await temporaryHistory({ file });
  await compare(history, stored);
  expect(await history.call('history.index', { limit: 12 })).toMatchObject({ indexed: 12, pending: 18 });
  await compare(history, stored);
  await indexAll(history);
  await compare(history, stored);
  await history.close();
  // Beginnings are not looked up in the full-text index any more.
  const emptied = new Database(file);
  emptied.exec("INSERT INTO search_index (search_index) VALUES ('delete-all')");
  emptied.close();
  const again = await temporaryHistory({ file });
  const found = await again.call('search.run', { text: 'st*', limit: 1, after: null });
  expect(found.total).toBe([...stored.values()].filter((answer) => /\bst/i.test(answer)).length);
  expect((await again.call('search.run', { text: 'sofa', limit: 1, after: null })).total).toBe(0);
});

it('adds answers to either format of a list, and reads no prefix that new answers do not have', () => {
  const file = join(temporaryFolder(), 'history.db');
  openDatabase(file).db.close();
  const executed: string[] = [];
  const db = new Database(file, { verbose: (sql) => executed.push(String(sql)) });
  const add = createPrefixIndexWriter(db);
  const beginnings = Array.from(
    { length: 40 },
    (_, at) => `${String.fromCharCode(97 + (at % 26))}${at % 10}`,
  );
  const { below } = random(58);
  const expected = new Map<number, readonly string[]>();
  const answer = (id: number): IndexedAnswer => {
    // The last ones are rare: their lists stay short.
    const own = beginnings.filter((_, at) => below(40) > at);
    expected.set(id, own);
    return { id, words: ['zz', ...own].join(' ') };
  };
  const answers = Array.from({ length: 360 }, (_, at) => at + 1900);
  const [first, second, before] = [answers.slice(100, 180), answers.slice(180), answers.slice(0, 100)];
  add(first.map(answer));
  for (let from = 0; from < second.length; from += 12) add(second.slice(from, from + 12).map(answer));
  // Of another program, or imported: not in the order of their ids.
  add(before.toReversed().map(answer));
  expect(executed.filter((sql) => /^SELECT.*search_beginnings/.test(sql))).not.toEqual([]);
  for (const sql of executed) if (sql.startsWith('SELECT')) expect(sql).toContain('beginning = ');

  const lengths = db.prepare<[], number>('SELECT length(answers) FROM search_beginnings').pluck().all();
  expect(lengths).toContain(256);
  expect(Math.min(...lengths)).toBeLessThan(20);
  const check = (): void => {
    const reader = createPrefixIndexReader(db);
    for (const beginning of ['zz', ...beginnings]) {
      const having = reader.having(beginning, 2300);
      const found = answers.filter((id) => having.has(id));
      expect(found, beginning).toEqual(
        answers.filter((id) => beginning === 'zz' || expected.get(id)?.includes(beginning)),
      );
    }
  };
  check();
  add([answers.at(-1) ?? 0, answers[0] ?? 0].map(answer));
  check();
  db.close();
});
