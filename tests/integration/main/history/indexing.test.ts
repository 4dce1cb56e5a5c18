import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { allAnswers } from '#tests/support/history/storedAnswers.ts';
import {
  createRun,
  openSession,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;

/** A history with this many answers, none of them in the index. */
async function stored(file: string, count: number): Promise<void> {
  const history = await temporaryHistory({ file });
  const countries = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'DE' : 'FR'));
  const runId = await createRun(history, await openSession(history), countries);
  const cells = await history.call('cells.take', { runId, limit: count, nowMs: now });
  await Promise.all(
    cells.map((cell, at) => {
      const body = sampleBody('DE', { text: `Answer number n${at} about folding locks.` });
      const answer = sampleAnswer('DE', { body });
      return history.call('cells.settle', {
        cellId: cell.id,
        outcome: { kind: 'completed', answer },
        nowMs: now,
      });
    }),
  );
  await history.close();
}

it('a program killed while indexing answers omits none and indexes none twice', async () => {
  const file = join(temporaryFolder(), 'history.db');
  const count = 300;
  await stored(file, count);
  const program = new URL('../../../support/faults/indexingProgram.ts', import.meta.url);
  for (const step of [1, 4, 9]) {
    const child = fork(program, [file], { stdio: 'ignore' });
    for (let seen = 0; seen < step; seen++) await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const history = await temporaryHistory({ file });
  const before = await history.call('search.waiting', {});
  expect(before.pending).toBeGreaterThan(0);
  expect(before.pending).toBeLessThan(count);
  while ((await history.call('history.index', { limit: 100 })).pending > 0);
  const all = await history.call('search.run', { text: 'folding locks', limit: 40, after: null });
  expect(all.total).toBe(count);
  for (const at of [0, 7, 150, count - 1]) {
    const one = await history.call('search.run', { text: `n${at}`, limit: 40, after: null });
    expect(one.hits).toHaveLength(1);
  }
  expect(await history.call('maintenance.integrity', {})).toEqual([]);
});

it('dictionaries and shared headers restore exactly what was stored, byte for byte', async () => {
  const file = join(temporaryFolder(), 'history.db');
  await stored(file, 120);
  const packing = await temporaryHistory({ file });
  while ((await packing.call('maintenance.compressSome', { limit: 50 })) > 0);
  await packing.close();
  const db = new Database(file, { readonly: true });
  const packed = db.prepare('SELECT count(*) AS n FROM payloads WHERE dictionary_id IS NOT NULL').get();
  const sets = db.prepare('SELECT count(*) AS n FROM header_sets').get();
  db.close();
  expect(packed).toEqual({ n: 120 });
  expect(sets).toEqual({ n: 1 });
  const history = await temporaryHistory({ file });
  const observations = await allAnswers(history);
  expect(observations.map(({ text }) => text).toSorted()).toEqual(
    Array.from({ length: 120 }, (_, at) => `Answer number n${at} about folding locks.`).toSorted(),
  );
  const detail = await history.call('observations.get', { id: observations[0]?.id ?? '' });
  expect(detail.responseHeaders).toEqual({ 'x-request-id': 'req-DE' });
});
