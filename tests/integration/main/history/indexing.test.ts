import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrations } from '#main/history/store/migrations/list.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
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
  const cells = await history.call('cells.claim', { runId, limit: count, nowMs: now });
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

it('a program killed while it makes answers searchable leaves none out and none in twice', async () => {
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
  const before = await history.call('search.progress', {});
  expect(before.pending).toBeGreaterThan(0);
  expect(before.pending).toBeLessThan(count);
  while ((await history.call('search.indexSome', { limit: 100 })).pending > 0);
  const all = await history.call('search.run', { text: 'folding locks', limit: 40, after: null });
  expect(all.total).toBe(count);
  for (const at of [0, 7, 150, count - 1]) {
    const one = await history.call('search.run', { text: `n${at}`, limit: 40, after: null });
    expect(one.hits).toHaveLength(1);
  }
  expect(await history.call('upkeep.integrity', {})).toEqual([]);
});

it('dictionaries and shared headers give back exactly what was stored, byte for byte', async () => {
  const file = join(temporaryFolder(), 'history.db');
  await stored(file, 120);
  const packing = await temporaryHistory({ file });
  while ((await packing.call('upkeep.packSome', { limit: 50 })) > 0);
  await packing.close();
  const db = new Database(file, { readonly: true });
  const packed = db.prepare('SELECT count(*) AS n FROM payloads WHERE dictionary_id IS NOT NULL').get();
  const sets = db.prepare('SELECT count(*) AS n FROM header_sets').get();
  db.close();
  expect(packed).toEqual({ n: 120 });
  expect(sets).toEqual({ n: 1 });
  const history = await temporaryHistory({ file });
  const { observations } = await history.call('observations.list', { limit: 120 });
  expect(observations.map(({ text }) => text).toSorted()).toEqual(
    Array.from({ length: 120 }, (_, at) => `Answer number n${at} about folding locks.`).toSorted(),
  );
  const detail = await history.call('observations.get', { id: observations[0]?.id ?? '' });
  expect(detail.responseHeaders).toEqual({ 'x-request-id': 'req-DE' });
});

it.each(migrations.map(({ version }) => version))(
  'a file of version %i keeps everything and becomes searchable',
  async (version) => {
    const file = join(temporaryFolder(), 'history.db');
    const { db } = openDatabase(file, { steps: migrations.filter((step) => step.version <= version) });
    db.exec(
      `
      INSERT INTO questions (id, text) VALUES (1, 'Which lock?');
      INSERT INTO markets (id, key, country) VALUES (1, 'DE', 'DE');
      INSERT INTO runs (id, uid, question_id, engine, connection_id, created_at_ms, completed, state)
        VALUES (1, 'run000000000', 1, 'assistant-a', 1, ${now}, 1, 'finished');
      INSERT INTO cells (id, run_id, ordinal, question_id, engine, market_id, state, idempotency_key)
        VALUES (1, 1, 0, 1, 'assistant-a', 1, 'completed', 'run-0-1');
      INSERT INTO requests (id, sha256, path, body) VALUES (1, x'01', '/v1/monitor/assistant-a', '{}');
      INSERT INTO observations (id, uid, cell_id, run_id, question_id, engine, market_id, sample, received_at_ms,
        round_trip_ms, payload_id, sent_request_id, rule_version)
        VALUES (1, 'obs000000000', 1, 1, 1, 'assistant-a', 1, 1, ${now}, 5, 1, 1, 1);
      INSERT INTO response_headers (observation_id, status, headers) VALUES (1, 200, '{"x-request-id":"r"}');
      INSERT INTO domains (id, name) VALUES (1, 'forum.example');
      INSERT INTO urls (id, url, domain_id) VALUES (1, 'https://forum.example/t/88', 1);
      INSERT INTO sources (observation_id, ordinal, kind, position, url_id, label, rule_version)
        VALUES (1, 0, 'cited', 1, 1, 'Lock thread', 1);`.replace(
        /INSERT INTO observations[^;]*;/,
        (insert) => {
          const body = sampleBody('DE');
          db.prepare(
            "INSERT INTO payloads (id, sha256, encoding, raw_bytes, body) VALUES (1, ?, 'identity', ?, ?)",
          ).run(createHash('sha256').update(body).digest(), body.length, Buffer.from(body));
          return insert;
        },
      ),
    );
    if (version < 30)
      db.exec(`INSERT INTO observation_texts (observation_id, text, rule_version) VALUES (1, 'x', 1)`);
    else db.exec('INSERT INTO search_pending (observation_id) VALUES (1)');
    db.close();

    const history = await temporaryHistory({ file });
    expect(history.opened).toMatchObject({ fromVersion: version, version: migrations.at(-1)?.version });
    await history.call('search.indexSome', { limit: 10 });
    const { hits } = await history.call('search.run', { text: 'foldmaster', limit: 5, after: null });
    expect(hits).toMatchObject([{ observationId: 'obs000000000', market: { country: 'DE' } }]);
    const detail = await history.call('observations.get', { id: 'obs000000000' });
    expect(detail.responseHeaders).toEqual({ 'x-request-id': 'r' });
    await history.close();
    const read = new Database(file, { readonly: true });
    expect(read.prepare('SELECT label, domain FROM view_sources').all()).toEqual([
      { label: 'Lock thread', domain: 'forum.example' },
    ]);
    read.close();
  },
);
