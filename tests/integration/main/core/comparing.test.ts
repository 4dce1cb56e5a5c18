import { describe, expect, it } from 'vitest';
import { readTexts } from '#shared/model/comparison/comparisonParts.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { ask, startCore } from '#tests/support/core/testCore.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';

const start = () =>
  startCore({ workers: { history: historyEntry, service: serviceEntry, analysis: analysisEntry } });
const question = 'Which locks do people trust? [[sandbox latency=0]]';
const options = { include: { markdown: true, searchQueries: true } };

describe('comparing the answers of a run', () => {
  it('has a column for every market in plan order, and equal figures on every request', async () => {
    const core = await start();
    const { run } = await ask(core, embeddedConnectionId, ['US', 'DE', 'JP', 'AR'], { question, options });
    const first = await core.router.invoke('comparisons.get', { runId: run.id });
    expect(first.columns.map((column) => [column.id, column.state])).toEqual([
      ['US', 'answered'],
      ['DE', 'answered'],
      ['JP', 'answered'],
      ['AR', 'answered'],
    ]);
    expect(first.answer.rows.length).toBeGreaterThan(3);
    expect(first.sources.rows.length).toBeGreaterThan(0);
    expect(await core.router.invoke('comparisons.get', { runId: run.id })).toEqual(first);
  });

  it('returns parts equal to those of the whole, also after a rule changed', async () => {
    const core = await start();
    const { run } = await ask(core, embeddedConnectionId, ['US', 'DE', 'JP'], { question, options });
    const parts = async () =>
      readTexts(
        await core.router.invoke('comparisons.parts', { runId: run.id, parts: ['sources', 'brands'] }),
      );
    const some = await parts();
    const { key, ruleVersion, columns, dataQuality, baseline, alignedRows, sources, brands } =
      await core.router.invoke('comparisons.get', { runId: run.id });
    expect(some).toEqual({ key, ruleVersion, columns, dataQuality, baseline, alignedRows, sources, brands });
    expect(await parts()).toEqual(some);
    await core.router.invoke('brands.decide', {
      decision: { kind: 'accept', name: 'A brand of its own', as: 'own' },
    });
    const after = await parts();
    expect(after.key).not.toBe(some.key);
    expect(after.brands).toEqual((await core.router.invoke('comparisons.get', { runId: run.id })).brands);
  });

  it('uses the requested markets and baseline, and names a market that the run does not have', async () => {
    const core = await start();
    const { run } = await ask(core, embeddedConnectionId, ['US', 'DE', 'JP'], { question, options });
    const some = await core.router.invoke('comparisons.get', {
      runId: run.id,
      markets: ['JP', 'US'],
      baseline: 'US',
    });
    expect(some.columns.map((column) => column.id)).toEqual(['JP', 'US']);
    expect(some.answer.baseline).toBe(1);
    const wrong = await core.call(
      'comparisons.get',
      { runId: run.id, baseline: 'FR' },
      { callId: 'c', signal: new AbortController().signal },
    );
    expect(wrong).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', fields: [{ field: 'baseline' }] },
    });
  });

  it('shows a failed market as failed, never as one that lacks something', async () => {
    const core = await start();
    const failing = `${question.replace('latency=0', 'latency=0 outcome=fatal')}`;
    const { run } = await ask(core, embeddedConnectionId, ['US', 'DE'], { question: failing, options });
    const comparison = await core.router.invoke('comparisons.get', { runId: run.id });
    expect(comparison.columns.map((column) => column.state)).toEqual(['failed', 'failed']);
    expect(comparison.columns.map(({ samples }) => samples)).toMatchObject([
      { valid: 0, failed: 1 },
      { valid: 0, failed: 1 },
    ]);
  });
});
