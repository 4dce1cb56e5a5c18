import { expect, it } from 'vitest';
import { startModelCore } from '#tests/support/analysisModel/modelServer.ts';
import { storeClaims } from '#tests/support/history/claimStory.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Asked = {
  readonly brands: readonly string[];
  readonly aspects: readonly string[];
  readonly answer: string;
};

/** Rates the last words of each answer, invents a quote, and names a brand that was not asked for. */
function rating(text: string) {
  const { brands, answer } = JSON.parse(text) as Asked;
  const quote = answer.slice(-25);
  const claim = { brand: brands[0] ?? '', aspect: 'price', tone: 'positive', confidence: 'high', quote };
  return { claims: [claim, { ...claim, quote: 'Not in the answer.' }, { ...claim, brand: 'Nobody' }] };
}

it('says how far it is, and keeps what was rated when it is cancelled', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(({ text }) => rating(text), { paths: { data } });
  const { invoke } = core.router;
  await invoke('brands.save', { name: 'Acme', kind: 'own', aliases: [], domains: [] });
  const unsubscribe = core.subscribe((event) => {
    if (event.name !== 'analysis.changed') return;
    const [job] = event.payload.jobs;
    if (job?.done === 1) invoke('analysisModel.cancel', { id: job.id }).catch(() => {});
  });
  await expect(invoke('claims.rate', { runId })).rejects.toMatchObject({ code: 'CANCELLED' });
  unsubscribe();
  const jobs = core.seen.flatMap((event) => (event.name === 'analysis.changed' ? [event.payload.jobs] : []));
  expect(jobs[0]).toMatchObject([{ purpose: 'claims', runId, done: 0, total: 6 }]);
  expect(await invoke('analysisModel.jobs', {})).toEqual({ jobs: [] });
  await expect(invoke('analysisModel.cancel', { id: jobs[0]?.[0]?.id ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const { answers } = await invoke('claims.estimate', { runId });
  expect(answers).toBeLessThan(6);
  // Nothing that was answered is asked for again.
  const asked = server.asked().length;
  await invoke('claims.rate', { runId });
  expect(server.asked().length - asked).toBeLessThanOrEqual(answers);
  expect((await invoke('claims.estimate', { runId })).answers).toBe(0);
});

it('rates the answers of a run once, keeps what it can verify, and forgets it with the answer', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(({ text }) => rating(text), { paths: { data } });
  const { invoke } = core.router;
  await invoke('brands.save', { name: 'Acme', kind: 'own', aliases: [], domains: [] });
  await invoke('claims.setAspects', { aspects: ['price', 'charm'] });
  const estimate = await invoke('claims.estimate', { runId });
  expect(estimate).toMatchObject({ answers: 6, requests: 6, amount: 0 });
  expect((await invoke('comparisons.get', { runId, baseline: null })).claims.available).toBe(false);

  const done = await invoke('claims.rate', { runId });
  expect(done).toMatchObject({ rated: 6, claims: 6, discarded: 12, failed: [], amount: 0 });
  expect(JSON.parse(server.asked()[0]?.text ?? '{}')).toMatchObject({ aspects: ['price', 'charm'] });
  const { claims } = await invoke('comparisons.get', { runId, baseline: null });
  expect(claims).toMatchObject({
    rater: 'openai-compatible, judge, claims 1',
    rated: 6,
    answers: 6,
    discarded: 12,
  });
  expect(claims.rows.length).toBe(1);
  expect((await invoke('claims.estimate', { runId })).answers).toBe(0);
  expect(await invoke('claims.rate', { runId })).toMatchObject({ rated: 0 });
  expect(server.asked().length).toBe(6);

  const [first] = claims.rows[0]?.claims ?? [];
  await invoke('claims.label', {
    ...{ rater: claims.rater ?? '', claim: first?.id ?? '', language: 'en' },
    ...{ rated: 'positive', label: 'positive' },
  });
  const labelled = await invoke('comparisons.get', { runId, baseline: null });
  expect(labelled.claims.languages.find(({ code }) => code === 'en')?.agreement.n).toBe(1);

  // Another model is another rater: its claims never stand beside the old ones.
  await invoke('analysisModel.choose', {
    choice: { driver: 'openai-compatible', model: 'second', monthlyLimit: null },
  });
  expect((await invoke('claims.estimate', { runId })).answers).toBe(6);
});
