import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sampleAnswer, sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { allAnswers } from '#tests/support/history/storedAnswers.ts';
import {
  createRun,
  openSession,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;

describe('a run in the history', () => {
  it('stores every request from planning on, with its idempotency key', async () => {
    const history = await temporaryHistory();
    const runId = await createRun(history, await openSession(history), ['US', 'DE', 'JP']);
    const claimed = await history.call('cells.take', { runId, limit: 2, nowMs: now });
    expect(claimed.map((cell) => [cell.ordinal, cell.market.country, cell.attempt])).toEqual([
      [0, 'US', 1],
      [1, 'DE', 1],
    ]);
    expect(new Set(claimed.map((cell) => cell.idempotencyKey)).size).toBe(2);
    const { counts } = await history.call('runs.status', { runId });
    expect(counts).toMatchObject({ total: 3, planned: 1, running: 2 });
  });

  it('is listed with its first twenty markets, each with pending and failed requests', async () => {
    const history = await temporaryHistory();
    const thirty = Array.from({ length: 30 }, (_, index) => `A${String.fromCharCode(65 + index)}`);
    const runId = await createRun(history, await openSession(history), [...thirty, ...thirty]);
    const [first] = await history.call('cells.take', { runId, limit: 31, nowMs: now });
    const outcome = { kind: 'completed' as const, answer: sampleAnswer('AA') };
    await history.call('cells.settle', { cellId: first?.id ?? '', outcome, nowMs: now });
    const { strip, markets } = await history.call('runs.status', { runId });
    expect(markets).toBe(30);
    expect(strip).toEqual(
      thirty.slice(0, 20).map((country) => ({ market: country, country, state: 'running' })),
    );
    expect((await history.call('runs.list', { limit: 1 })).runs[0]?.strip).toEqual(strip);
  });

  it.each([
    ['runs.cancel', { nowMs: now }],
    ['runs.pause', { reason: 'person' }],
  ] as const)(
    'after %s is settled once the program that waited for its calls has died',
    async (change, input) => {
      const file = join(temporaryFolder(), 'history.db');
      const dying = await temporaryHistory({ file });
      const runId = await createRun(dying, await openSession(dying), ['US', 'DE']);
      await dying.call('cells.take', { runId, limit: 2, nowMs: now });
      await dying.call(change, { runId, ...input } as never);
      const next = await temporaryHistory({ file });
      const running = async () => (await next.call('runs.status', { runId })).counts;
      await openSession(next);
      // The first program lives and waits for its calls.
      expect(await running()).toMatchObject({ running: 2, unknown: 0 });
      await dying.close();
      const { unknownCells } = await next.call('sessions.sweep', { nowMs: now });
      expect(unknownCells).toBe(2);
      expect(await running()).toMatchObject({ running: 0, unknown: 2 });
    },
  );

  it('never assigns one request to two claims', async () => {
    const history = await temporaryHistory();
    const countries = Array.from({ length: 100 }, (_, index) => `A${String.fromCharCode(65 + (index % 26))}`);
    const runId = await createRun(history, await openSession(history), countries);
    const claims = await Promise.all(
      Array.from({ length: 40 }, () => history.call('cells.take', { runId, limit: 3, nowMs: now })),
    );
    const ids = claims.flat().map((cell) => cell.id);
    expect(ids).toHaveLength(100);
    expect(new Set(ids).size).toBe(100);
  });

  it('claims no further request before earlier answers are on disk', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file });
    const countries = Array.from({ length: 301 }, (_, index) => `A${String.fromCharCode(65 + (index % 26))}`);
    const runId = await createRun(history, await openSession(history), countries);
    const cells = await history.call('cells.take', { runId, limit: 300, nowMs: now });
    const settled = cells.map(({ id }, index) => {
      const outcome = { kind: 'completed' as const, answer: sampleAnswer(`D${index}`) };
      // With its engine an answer is prepared on a thread of its own, beside those that are stored.
      return history.call('cells.settle', { cellId: id, engine: 'assistant-a', outcome, nowMs: now });
    });
    const next = await history.call('cells.take', { runId, limit: 5, nowMs: now });
    expect(next.map(({ ordinal }) => ordinal)).toEqual([300]);
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM observations').get()).toEqual({ n: 300 });
    db.close();
    await Promise.all(settled);
  });

  it('stores answer, status and charge together and reads back exactly what was received', async () => {
    const history = await temporaryHistory();
    const runId = await createRun(history, await openSession(history), ['DE']);
    const [cell] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    const answer = sampleAnswer('DE');
    const settled = await history.call('cells.settle', {
      cellId: cell?.id ?? '',
      outcome: { kind: 'completed', answer },
      nowMs: now + 900,
    });
    expect(settled.cell).toMatchObject({ state: 'completed', creditsCharged: 5 });
    // The same cell as a list of the run shows, although it is not read again.
    expect((await history.call('runs.get', { runId })).cells).toEqual([settled.cell]);
    expect(await history.call('runs.finish', { runId, nowMs: now + 900 })).toBe(true);
    const run = await history.call('runs.status', { runId });
    expect(run).toMatchObject({ state: 'finished', creditsCharged: 5, drivers: ['sandbox'] });
    const detail = await history.call('observations.get', { id: settled.observationId ?? '' });
    expect(detail).toMatchObject({
      language: 'en',
      driver: 'sandbox',
      servedShape: 'default',
      countryHonoured: 'parameter',
      requestId: 'req-DE',
      searchQueries: ['best folding bike lock'],
      request: { path: '/v1/monitor/assistant-a', body: { prompt: 'Which lock?', country: 'DE' } },
      responseHeaders: { 'x-request-id': 'req-DE' },
    });
    expect(detail.result).toEqual(JSON.parse(answer.body).result);
    expect(detail.sources.map((source) => source.domain)).toEqual(['locks-de.example', 'forum.example']);
  });

  it('stores equal payloads once', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file });
    const runId = await createRun(history, await openSession(history), ['DE', 'AT']);
    for (const cell of await history.call('cells.take', { runId, limit: 2, nowMs: now })) {
      const answer = sampleAnswer('DE', { body: sampleBody('DE') });
      await history.call('cells.settle', {
        cellId: cell.id,
        outcome: { kind: 'completed', answer },
        nowMs: now,
      });
    }
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM payloads').get()).toEqual({ n: 1 });
    expect(db.prepare('SELECT count(*) AS n FROM observations').get()).toEqual({ n: 2 });
    db.close();
  });

  it('stores a failure per request and never shows it as an answer', async () => {
    const history = await temporaryHistory();
    const runId = await createRun(history, await openSession(history), ['DE']);
    const [cell] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    await history.call('cells.settle', {
      cellId: cell?.id ?? '',
      outcome: {
        kind: 'failed',
        failure: { code: 'EXTERNAL_SERVICE_ERROR', message: 'No', status: 502, requestId: 'r1', body: '{}' },
      },
      nowMs: now,
    });
    const { run, cells } = await history.call('runs.get', { runId });
    expect(run.counts).toMatchObject({ failed: 1, completed: 0 });
    expect(cells[0]).toMatchObject({
      observationId: null,
      creditsCharged: 0,
      error: { code: 'EXTERNAL_SERVICE_ERROR', requestId: 'r1' },
    });
    expect(await allAnswers(history)).toEqual([]);
  });

  it('ignores a second outcome of a completed request', async () => {
    const history = await temporaryHistory();
    const runId = await createRun(history, await openSession(history), ['DE']);
    const [cell] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    const settle = () =>
      history.call('cells.settle', {
        cellId: cell?.id ?? '',
        outcome: { kind: 'completed', answer: sampleAnswer('DE') },
        nowMs: now,
      });
    await Promise.all([settle(), settle()]);
    const { run } = await history.call('runs.get', { runId });
    expect(run.creditsCharged).toBe(5);
    expect(await allAnswers(history)).toHaveLength(1);
  });

  it('lists newest first and pages back without gaps or repeats', async () => {
    const history = await temporaryHistory();
    const session = await openSession(history);
    const made: string[] = [];
    for (let index = 0; index < 7; index++) {
      made.push(
        await createRun(history, session, ['US'], {
          question: `Question 10% ${index}`,
          nowMs: now + Math.floor(index / 2),
        }),
      );
    }
    const seen: string[] = [];
    let before: { createdAtMs: number; id: string } | undefined;
    for (let more = true; more; ) {
      const page = await history.call('runs.list', { limit: 3, before, text: '10%' });
      seen.push(...page.runs.map((run) => run.id));
      const last = page.runs.at(-1);
      before = last && { createdAtMs: last.createdAtMs, id: last.id };
      more = page.more;
    }
    expect(seen).toEqual(made.toReversed());
    expect((await history.call('runs.list', { limit: 3, text: '100' })).runs).toEqual([]);
  });

  it('is removed with everything that belongs to it', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file });
    const runId = await createRun(history, await openSession(history), ['DE']);
    const [cell] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    const answer = sampleAnswer('DE', { body: sampleBody('DE', { html: 'https://files.example/1.html' }) });
    const settled = await history.call('cells.settle', {
      cellId: cell?.id ?? '',
      outcome: { kind: 'completed', answer },
      nowMs: now,
    });
    await history.call('pages.store', { id: settled.pages[0]?.id ?? '', html: '<p>x', nowMs: now });
    await history.call('runs.finish', { runId, nowMs: now });
    expect(await history.call('trash.add', { runId, nowMs: 0 })).toEqual({ removed: true });
    const db = new Database(file, { readonly: true });
    for (const table of [
      'runs',
      'cells',
      'observations',
      'search_pending',
      'search_facets',
      'sources',
      'pages',
      'payloads',
    ])
      expect(db.prepare(`SELECT count(*) AS n FROM ${table}`).get(), table).toEqual({ n: 0 });
    db.close();
  });

  it('gives a retried request a new idempotency key', async () => {
    const history = await temporaryHistory();
    const sessionId = await openSession(history);
    const runId = await createRun(history, sessionId, ['DE']);
    const [first] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    const failure = { code: 'X', message: 'x', status: 500, requestId: null, body: null };
    await history.call('cells.settle', {
      cellId: first?.id ?? '',
      outcome: { kind: 'failed', failure },
      nowMs: now,
    });
    await history.call('runs.finish', { runId, nowMs: now });
    const plan = await history.call('runs.replan', { runId, sessionId, failed: true, unknown: false });
    expect(plan.ready).toBe(1);
    const [second] = await history.call('cells.take', { runId, limit: 1, nowMs: now });
    expect(second?.id).toBe(first?.id);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });
});
