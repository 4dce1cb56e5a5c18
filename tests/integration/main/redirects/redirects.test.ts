import { expect, it } from 'vitest';
import { createRedirectLinks } from '#service/drivers/sandbox/redirectLinks.ts';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { memorySettings, startCore } from '#tests/support/core/testCore.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';

const question = 'Which lock?';
const destination = 'https://www.lock-lab.example/tests?utm_source=x';
const link = createRedirectLinks().to(destination);
const foreign = 'https://elsewhere.example/url?url=https%3A%2F%2Fa.example%2F';
const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };

const result = (country: string, url: string) => ({
  country,
  sample: 1,
  result: {
    text: 'The lab says so.',
    markdown: `The [lab](${url}) says so.`,
    sources: [
      { position: 1, url, label: 'Lock lab' },
      { position: 2, url: foreign, label: 'Elsewhere' },
    ],
    searchQueries: [],
  },
});

/** One market was given the redirect, the other one the address it leads to. */
const storeBoth = (data: string): Promise<string> =>
  storeRun(data, {
    question,
    engine: 'assistant-a',
    options: {},
    samples: 1,
    cells: [result('DE', link), result('FR', destination)],
  });

it('a redirect counts for its destination in search, views, exports and comparison, and both URLs are kept', async () => {
  const data = temporaryFolder();
  const runId = await storeBoth(data);
  const core = await startCore({ paths: { data }, workers });
  const { history } = core.use;
  while ((await history.call('history.index', { limit: 50 })).pending > 0);
  const citing = () =>
    history.call('search.run', { text: 'domain:lock-lab.example', limit: 10, after: null });
  expect((await citing()).total).toBe(1);

  const status = await core.router.invoke('redirects.resolve', {});
  expect(status).toMatchObject({ resolved: 1, waiting: 0, refused: 1, away: null });
  expect(status.lastFailure).toMatch(/redirect link/);

  expect((await citing()).total).toBe(2);
  const { cells } = await core.router.invoke('runs.get', { runId });
  const ids = cells.flatMap((cell) => cell.observationId ?? []);
  const [german] = (await history.call('observations.getMany', { ids })).observations;
  expect(german?.sources[0]).toMatchObject({ url: link, domain: 'lock-lab.example' });

  const samples = await history.call('observations.samples', { ids });
  const columns = samples.map((sample, at) => ({
    ...{ id: String(at), label: '', market: { country: 'US' }, engine: 'assistant-a' },
    ...{ prompt: question, samples: [sample] },
  }));
  const { sources } = compareObservations(columns, defaultOptions, createCompareMemory());
  const lab = sources.rows.find((row) => row.domain === 'lock-lab.example');
  expect(lab?.columns).toBe(2);
  expect(sources.rows.some((row) => row.domain.includes('sandbox'))).toBe(false);
  // Asking again changes nothing and asks for nothing.
  expect(await core.router.invoke('redirects.resolve', {})).toMatchObject({ resolved: 1, waiting: 0 });
});

it('an unreachable service does not count as a failure of the link, which is tried again', async () => {
  const data = temporaryFolder();
  await storeBoth(data);
  const refusing = new URL('../../../support/faults/serviceWorkerDouble.ts', import.meta.url);
  const core = await startCore({ paths: { data }, workers: { ...workers, service: refusing } });
  const status = await core.router.invoke('redirects.resolve', {});
  expect(status.away).not.toBeNull();
  expect(status).toMatchObject({ resolved: 0, waiting: 2, refused: 0, nextTryAtMs: 0 });
});

it('resolves in the background, unless that is turned off', async () => {
  const data = temporaryFolder();
  await storeBoth(data);
  const settings = memorySettings();
  settings.set('resolveRedirects', false);
  const off = await startCore({ paths: { data }, workers, host: 'browser', settings });
  expect(await off.router.invoke('redirects.status', {})).toMatchObject({ on: false, resolved: 0 });
  await off.stop();
  const on = await startCore({ paths: { data }, workers, host: 'browser' });
  await expect
    .poll(async () => (await on.router.invoke('redirects.status', {})).resolved, { timeout: 15_000 })
    .toBe(1);
});
