import { describe, expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';

const question = 'Which lock?';

function answerOf(provenance: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { result } = JSON.parse(sampleBody('DE')) as { result: { provenance: object } };
  return { ...result, provenance: { ...result.provenance, ...provenance } };
}

const stated = { amount: 0.004, currency: 'USD', source: 'stated' };
const computed = { amount: 0.01, currency: 'USD', source: 'computed', pricesOf: '2026-11-01' };

/** Six answers of DE: three whole, of which one states no cost, and three that are not whole. */
async function storeAnswers(folder: string): Promise<string> {
  const results = [
    { driver: 'dataforseo', surface: 'search-page', cost: stated, requestId: 'task-1' },
    { driver: 'openai', surface: 'model-api', stop: { kind: 'complete' }, cost: computed },
    { driver: 'openai', stop: { kind: 'cut', reason: 'max_output_tokens' }, cost: computed },
    { driver: 'openai', stop: { kind: 'refused' } },
    { driver: 'gemini', stop: { kind: 'blocked', reason: 'SAFETY' } },
    { driver: 'sandbox', stop: { kind: 'unheard of' }, cost: { amount: 1 } },
  ];
  return storeRun(folder, {
    question,
    engine: 'assistant-a',
    options: {},
    samples: results.length,
    cells: results.map((provenance, at) => ({
      country: 'DE',
      sample: at + 1,
      result: answerOf(provenance),
    })),
  });
}

describe('the provenance of an answer', () => {
  it('is read with the answer, and a cost without a currency is ignored', async () => {
    const data = temporaryFolder();
    const runId = await storeAnswers(data);
    const core = await startCore({ paths: { data } });
    const { cells } = await core.router.invoke('runs.get', { runId });
    const views = await Promise.all(
      cells.map(({ observationId }) => core.router.invoke('observations.get', { id: observationId ?? '' })),
    );
    expect(views[0]).toMatchObject({
      surface: 'search-page',
      stop: null,
      cost: 0.004,
      costCurrency: 'USD',
      costSource: 'stated',
      providerRequestId: 'task-1',
    });
    expect(views[2]).toMatchObject({ stop: 'cut', stopReason: 'max_output_tokens', costSource: 'computed' });
    expect(views[5]).toMatchObject({ stop: null, cost: null, costCurrency: null, costSource: null });
  });

  it('excludes incomplete answers from the figures of comparisons and trends', async () => {
    const data = temporaryFolder();
    const runId = await storeAnswers(data);
    const core = await startCore({
      paths: { data },
      workers: { history: historyEntry, service: serviceEntry, analysis: analysisEntry },
    });
    const { columns } = await core.router.invoke('comparisons.get', {
      runId,
      question: 0,
      engine: 'assistant-a',
    });
    expect(columns).toMatchObject([
      {
        samples: { valid: 3, failed: 3, total: 6 },
        error: {
          code: 'ANSWER_CUT',
          message:
            'The provider cut this answer short (max_output_tokens). It is kept, and counts in no figure.',
        },
      },
    ]);
    const { answers } = await core.router.invoke('trends.get', { metric: 'concentration' });
    expect(answers).toBe(3);
  });

  it('states the pooled surfaces in comparisons, reports and trends', async () => {
    const data = temporaryFolder();
    const runId = await storeAnswers(data);
    const pooled =
      'Figures pool answers from different surfaces: Search page (1), Model API (1), not stated (1)';
    const shown = async (...args: readonly string[]) =>
      (await runParallax(args, { dataFolder: data })).stdout;
    expect(await shown('compare', runId, '--tab', 'sources')).toContain(`${pooled}.`);
    expect(await shown('compare', runId, '--format', 'html')).toContain(`<li>${pooled}.</li>`);
    expect(JSON.parse(await shown('compare', runId, '--json'))).toMatchObject({
      columns: [{ surfaces: ['search-page', 'model-api'] }],
      dataQuality: {
        surfaces: [{ surface: 'search-page', answers: 1 }, { surface: 'model-api' }, { surface: null }],
        notes: expect.arrayContaining([`${pooled}.`]),
      },
    });
    expect(await shown('trend', 'concentration')).toContain(pooled);
    expect(JSON.parse(await shown('trend', 'concentration', '--json'))).toMatchObject({
      pooledSurfaces: pooled,
    });
    const file = await runParallax(['trend', 'concentration', '--format', 'csv'], { dataFolder: data });
    expect(file.stderr).toContain(pooled);
  });

  it('compares and exports the answers of one surface, and lists the available surfaces', async () => {
    const data = temporaryFolder();
    const runId = await storeAnswers(data);
    const run = (...args: readonly string[]) => runParallax(args, { dataFolder: data });
    const compared = JSON.parse((await run('compare', runId, '--surface', 'search-page', '--json')).stdout);
    expect(compared.columns).toMatchObject([{ samples: { valid: 1, total: 1 }, surfaces: ['search-page'] }]);
    expect(compared.dataQuality.surfaces).toEqual([{ surface: 'search-page', answers: 1 }]);
    const none = await run('compare', runId, '--surface', 'consumer-page');
    expect(none.stderr).toContain('No answers of the surface consumer-page. Surfaces here: search-page');
    const exported = await run('export', '--surface', 'none');
    expect(jsonLines(exported.stdout).map(({ surface }) => surface)).toEqual([null, null, null, null]);
  });

  it('adds up costs by provider, engine, project and month, in addition to the credits', async () => {
    const data = temporaryFolder();
    await storeAnswers(data);
    const core = await startCore({ paths: { data } });
    const costs = await core.use.history.call('costs.read', { connectionId: 'embedded', sinceMs: null });
    expect(costs).toHaveLength(5);
    expect(costs.every(({ month, projectName }) => month === '2026-09' && projectName !== '')).toBe(true);
    const of = (provider: string) =>
      costs
        .filter((line) => line.provider === provider)
        .map(({ answers, amount, source }) => ({ answers, amount, source }));
    expect(of('dataforseo')).toEqual([{ answers: 1, amount: 0.004, source: 'stated' }]);
    expect(of('openai')).toEqual(
      expect.arrayContaining([
        { answers: 2, amount: 0.02, source: 'computed' },
        { answers: 1, amount: null, source: null },
      ]),
    );
  });

  it('keeps costs in the totals when their run, or some of its answers, are deleted', async () => {
    const data = temporaryFolder();
    const runId = await storeAnswers(data);
    await storeAnswers(data);
    const core = await startCore({ paths: { data } });
    const costs = () => core.use.history.call('costs.read', { connectionId: 'embedded', sinceMs: null });
    const before = await costs();
    await core.router.invoke('runs.remove', { runId });
    expect(await costs()).toEqual(before);
    const rule = { pagesDays: null, runsMonths: 1, keepMarked: false, keepMonitors: false, automatic: false };
    const nowMs = Date.UTC(2030, 0, 1);
    await core.use.history.call('retention.set', { rule, nowMs });
    const { round } = await core.use.history.call('retention.begin', { nowMs });
    // Two cells at a time: the run stays until its last.
    const some = () => core.use.history.call('retention.deleteSome', { round, limit: 2, nowMs });
    while ((await some()).more) expect(await costs()).toEqual(before);
    const { answers } = await core.router.invoke('trends.get', { metric: 'concentration' });
    expect(answers).toBe(0);
    expect(await costs()).toEqual(before);
  });
});
