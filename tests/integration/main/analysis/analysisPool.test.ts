import { afterEach, describe, expect, it } from 'vitest';
import {
  type AnalysisPool,
  type AnalysisPoolOptions,
  createAnalysisPool,
} from '#main/analysis/analysisPool.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { column } from '#tests/support/analysis/columns.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';
import { analysisEntry } from '#tests/support/programs.ts';

const pools: AnalysisPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const failing = new URL('../../../support/analysis/failingWorker.ts', import.meta.url);

function open(entry: URL, extra: Partial<AnalysisPoolOptions> = {}): AnalysisPool {
  const pool = createAnalysisPool({ entry, log: () => undefined, size: 1, ...extra });
  pools.push(pool);
  return pool;
}
const ask = (pool: AnalysisPool, id: string, signal?: AbortSignal) =>
  pool.compareTexts([column(id, 'x')], defaultOptions, signal);

describe('analysis pool', () => {
  it('returns exactly the result of the pure function', async () => {
    const columns = corpus({ markets: 4, words: 200, languages: 2 });
    const options = { ...defaultOptions, baseline: columns[0]?.id ?? null };
    const pool = open(analysisEntry);
    const compared = (how: typeof options) => JSON.parse(JSON.stringify(compareObservations(columns, how)));
    expect(await pool.compare(columns, options)).toEqual(compared(options));
    // A second baseline reuses the alignment and must not show it.
    const second = { ...defaultOptions, baseline: columns[1]?.id ?? null };
    expect(await pool.compare(columns, second)).toEqual(compared(second));
  });

  it('answers a repeated question from its cache, and computes concurrent ones once', async () => {
    const pool = open(failing);
    const [one, two] = await Promise.all([ask(pool, 'a'), ask(pool, 'a')]);
    expect(one).toBe(two);
    await expect(ask(pool, 'exit')).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await ask(pool, 'a')).toBe(one);
  });

  it.each(['throw', 'exit'])(
    'rejects the call of a lost worker and continues with another (%s)',
    async (way) => {
      const pool = open(failing);
      const lost = ask(pool, way);
      const waiting = ask(pool, 'next');
      await expect(lost).rejects.toMatchObject({ code: 'INTERNAL', retryable: true });
      expect(JSON.parse((await waiting).head)).toEqual({ answered: 'next' });
    },
  );

  it('aborts a comparison that does not end and continues with another worker', async () => {
    const pool = open(failing, { timeoutMs: 3000 });
    const hanging = ask(pool, 'hang');
    const waiting = ask(pool, 'next');
    await expect(hanging).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(JSON.parse((await waiting).head)).toEqual({ answered: 'next' });
  });

  it('refuses a comparison that needs too much memory, and computes the next', async () => {
    const pool = open(failing, { memoryMb: 24 });
    const tooLarge = ask(pool, 'fillMemory');
    const waiting = ask(pool, 'next');
    await expect(tooLarge).rejects.toMatchObject({ code: 'INTERNAL', retryable: false });
    expect(JSON.parse((await waiting).head)).toEqual({ answered: 'next' });
  });

  it('reports a failure without losing the worker', async () => {
    const pool = open(failing);
    await expect(ask(pool, 'refuse')).rejects.toMatchObject({ code: 'INTERNAL', retryable: false });
    expect(JSON.parse((await ask(pool, 'b')).head)).toEqual({ answered: 'b' });
  });

  it('stops waiting immediately when aborted, queued or running', async () => {
    const pool = open(failing, { timeoutMs: 60_000 });
    const running = new AbortController();
    const queued = new AbortController();
    const one = ask(pool, 'hang', running.signal);
    const two = ask(pool, 'b', queued.signal);
    queued.abort();
    running.abort();
    await expect(one).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(two).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(ask(pool, 'c', AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('rejects all waiting calls when it closes', async () => {
    const pool = open(failing);
    const running = ask(pool, 'hang');
    const queued = ask(pool, 'b');
    const both = Promise.allSettled([running, queued]);
    await pool.close();
    expect((await both).map((result) => (result.status === 'rejected' ? result.reason.code : ''))).toEqual([
      'SHUTTING_DOWN',
      'SHUTTING_DOWN',
    ]);
    await expect(ask(pool, 'c')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });
});
