import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { packPending } from '#main/history/maintenance/backgroundCompression.ts';
import { indexPending } from '#main/history/search/backgroundIndexing.ts';
import type { TakenCell } from '#main/history/store/operations/cells.ts';
import { createDerivationPool } from '#main/history/threads/derivation/derivationPool.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { allAnswers } from '#tests/support/history/storedAnswers.ts';
import {
  createRun,
  openSession,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';

const now = 1_790_000_000_000;
const count = 240;

const textOf = (at: number): string => `Answer n${at}: the lock weighs ${at} grams and costs ${at * 3} €.`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function settling(cell: TakenCell, at: number) {
  const answer = sampleAnswer('DE', { body: sampleBody('DE', { text: textOf(at) }), requestId: `req-${at}` });
  return {
    cellId: cell.id,
    engine: cell.engine,
    outcome: { kind: 'completed' as const, answer },
    nowMs: now,
  };
}

it('many concurrent answers are stored byte for byte and found, and a refused one affects none of them', async () => {
  const file = join(temporaryFolder(), 'history.db');
  let history = await temporaryHistory({ file });
  const countries = Array.from({ length: count }, () => 'DE');
  const runId = await createRun(history, await openSession(history), countries);
  const cells = await history.call('cells.take', { runId, limit: count, nowMs: now });
  const [first, ...rest] = cells;
  if (!first) throw new Error('nothing was claimed');

  // Two waves: with the second one the thread that prepares answers has had time to start.
  const half = rest.length / 2;
  const nowhere = { ...first, id: '000000000000.1' };
  const refused: Promise<unknown>[] = [];
  for (const wave of [rest.slice(0, half), rest.slice(half)]) {
    const stored = wave.map((cell) => history.call('cells.settle', settling(cell, cell.ordinal)));
    refused.push(history.call('cells.settle', settling(nowhere, 0)).catch((error: unknown) => error));
    const settled = await Promise.all(stored);
    expect(settled.every(({ cell, observationId }) => cell.state === 'completed' && observationId)).toBe(
      true,
    );
  }
  for (const error of await Promise.all(refused)) expect(error).toMatchObject({ code: 'NOT_FOUND' });

  // Closed while it is on its way, an answer is stored all the same.
  const last = history.call('cells.settle', settling(first, first.ordinal));
  await history.close();
  expect((await last).cell.state).toBe('completed');

  history = await temporaryHistory({ file });
  const pool = createDerivationPool({ entry: historyEntry, file });
  const { signal } = new AbortController();
  const indexing = indexPending(history, pool, signal);
  expect(await packPending(history, pool, signal)).toBe(count);
  expect(await indexing).toMatchObject({ pending: 0 });
  await pool.close();

  const observations = await allAnswers(history);
  const { counts } = (await history.call('runs.get', { runId })).run;
  expect(counts).toMatchObject({ total: count, completed: count });
  expect(new Set(observations.map(({ text }) => text))).toEqual(
    new Set(cells.map(({ ordinal }) => textOf(ordinal))),
  );
  for (const at of [0, 1, count - 1]) {
    const { hits } = await history.call('search.run', { text: `n${at}`, limit: 5, after: null });
    expect(hits).toHaveLength(1);
    const { payloadSha256 } = await history.call('observations.get', { id: hits[0]?.observationId ?? '' });
    expect(payloadSha256).toBe(sha256(sampleBody('DE', { text: textOf(at) })));
  }
  expect(await history.call('maintenance.integrity', {})).toEqual([]);
});

it('URLs that another program changes between two batches of answers are looked up again', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const history = await temporaryHistory({ file });
  const runId = await createRun(history, await openSession(history), ['DE', 'DE', 'DE', 'DE']);
  const cells = await history.call('cells.take', { runId, limit: 4, nowMs: now });
  const store = async (wave: readonly TakenCell[]): Promise<void> => {
    await Promise.all(wave.map((cell) => history.call('cells.settle', settling(cell, cell.ordinal))));
  };
  const other = new Database(file);
  const addresses = other
    .prepare<[number], string>(
      `SELECT group_concat(u.url, ' ' ORDER BY s.ordinal) FROM sources s JOIN urls u ON u.id = s.url_id
       WHERE s.observation_id = ?`,
    )
    .pluck();
  await store(cells.slice(0, 2));
  const cited = addresses.get(1);
  expect(cited).toMatch(/^https:/);

  other.exec("UPDATE urls SET url = url || '#moved'");
  await store(cells.slice(2));
  expect(addresses.get(1)).not.toBe(cited);
  expect([addresses.get(3), addresses.get(4)]).toEqual([cited, cited]);
  other.close();
});
