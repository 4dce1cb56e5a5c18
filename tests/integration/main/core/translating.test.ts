import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AskedModel, startModelCore } from '#tests/support/analysisModel/modelServer.ts';
import type { TestCore } from '#tests/support/core/testCore.ts';
import { storeClaims } from '#tests/support/history/claimStory.ts';
import { temporaryFolder, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

type Sent = {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly segments: readonly { readonly id: string; readonly text: string }[];
};

/** Puts two words before every sentence, so that nothing in it is lost. */
const translated = ({ text }: AskedModel) => {
  const { segments } = JSON.parse(text) as Sent;
  return { segments: segments.map((segment) => ({ ...segment, text: `In English: ${segment.text}` })) };
};

async function translate(core: TestCore, input: Parameters<typeof start>[1]) {
  const { id } = await start(core, input);
  return core.router.invoke('translations.finish', { id });
}

const start = (
  core: TestCore,
  input: {
    readonly runId?: string;
    readonly ids?: string[];
    readonly again?: boolean;
  },
) => core.router.invoke('translations.start', { to: 'en', with: 'model', ...input });

/** What was paid beside the answers themselves. */
const costsOf = async (core: TestCore) =>
  (await core.router.invoke('credits.get', { connectionId: 'embedded', period: 'all' })).costs.filter(
    ({ engine }) => engine === 'analysis' || engine === 'translation',
  );

it('translates with the analysis model: one request an answer, names listed, paid for once', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(translated, { paths: { data } });
  const { invoke } = core.router;
  await invoke('brands.save', { name: 'Acme', kind: 'own', aliases: [], domains: [] });
  const quote = await invoke('translations.quote', { runId, to: 'en', with: 'model' });
  expect(quote).toMatchObject({ answers: 4, known: 2, label: 'judge', problems: [] });
  expect(server.asked()).toEqual([]);

  expect(await translate(core, { runId })).toMatchObject({ state: 'completed', done: 4, total: 4 });
  expect(server.asked().length).toBe(4);
  const sent = server.asked().map(({ text }) => JSON.parse(text) as Sent);
  expect(sent.map(({ from, to }) => `${from}-${to}`).sort()).toEqual(
    ['Arabic', 'French', 'German', 'Japanese'].map((from) => `${from}-English`),
  );
  expect(sent.every(({ names }) => names.includes('Acme'))).toBe(true);
  const { cells } = await invoke('runs.get', { runId });
  const german = cells.find(({ marketKey }) => marketKey === 'DE')?.observationId ?? '';
  const { translations } = await invoke('translations.get', { ids: [german], to: 'en' });
  expect(translations[0]).toMatchObject({ translator: 'model', model: 'judge-1', version: 'translation 1' });
  expect(translations[0]?.blocks[0]?.text).toMatch(/^In English: Acme ist eine günstige Marke/);

  // The same question is not asked again, and the account has the requests and no other line for them.
  expect(await translate(core, { ids: [german], again: true })).toMatchObject({ done: 1, cost: 0 });
  expect(server.asked().length).toBe(4);
  expect(await costsOf(core)).toMatchObject([
    { engine: 'analysis', provider: 'openai-compatible', answers: 4 },
  ]);
});

it('translates what a search finds and the answers of a plan, by one of them at a time', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(translated, { paths: { data } });
  const { invoke } = core.router;
  const quote = (input: object) => invoke('translations.quote', { to: 'en', with: 'model', ...input });
  expect(await quote({ search: 'Kundendienst' })).toMatchObject({ answers: 1, known: 0 });
  await expect(quote({ search: 'country:"' })).rejects.toThrow('The search cannot be read');
  await expect(quote({ search: 'country:de', runId })).rejects.toThrow('Name one of');
  await expect(quote({})).rejects.toThrow('Name one of');
  await expect(quote({ plan: 'Nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const question = 'Which lock? [[sandbox words=40]]';
  await invoke('plans.save', {
    name: 'Locks',
    plan: {
      questions: [{ text: question }],
      engines: [{ engine: 'assistant-a' }],
      markets: [{ country: 'US' }, { country: 'DE' }],
      samples: 1,
    },
  });
  expect(await quote({ plan: 'Locks' })).toMatchObject({ answers: 0 });
  const planned = await invoke('plans.run', { plan: 'Locks', connectionId: 'embedded', mode: 'live' });
  await core.use.runs.ended(planned.runId);
  expect(await quote({ plan: 'Locks' })).toMatchObject({ answers: 1, known: 1 });
  expect(server.asked()).toEqual([]);
});

it('keeps what was translated before it is cancelled, and the next job does the rest', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  let jobId = '';
  let cancelled: Promise<unknown> | null = null;
  const { core, server } = await startModelCore(
    (asked) => {
      if (server.asked().length === 3) cancelled ??= core.router.invoke('translations.cancel', { id: jobId });
      return translated(asked);
    },
    { paths: { data } },
  );
  jobId = (await start(core, { runId })).id;
  const job = await core.router.invoke('translations.finish', { id: jobId });
  await cancelled;
  expect(job).toMatchObject({ state: 'cancelled', total: 4 });
  expect(job.done).toBeGreaterThanOrEqual(2);
  expect(job.done).toBeLessThan(4);
  const rest = await translate(core, { runId });
  expect(rest).toMatchObject({ state: 'completed', done: 4 - job.done, total: 4 - job.done });
  const texts = server.asked().map(({ text }) => text);
  // At most the one that was under way is asked again.
  expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(1);
});

it('stores nothing of an answer whose sentences do not all come back, and says why', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core } = await startModelCore((asked) => ({ segments: translated(asked).segments.slice(1) }), {
    paths: { data },
  });
  const { cells } = await core.router.invoke('runs.get', { runId });
  const ids = cells.flatMap(({ observationId }) => observationId ?? []);
  const job = await translate(core, { ids });
  expect(job).toMatchObject({ state: 'failed', done: 0 });
  expect(job.reason).toMatch(/not every sentence came back once/);
  expect((await core.router.invoke('translations.get', { ids, to: 'en' })).translations).toEqual([]);
});

it('keeps what a translator was paid: once, when it is replaced, and when its answer is deleted', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core } = await startModelCore(translated, { paths: { data } });
  const { invoke } = core.router;
  const { cells } = await invoke('runs.get', { runId });
  const [observationId = ''] = cells.flatMap((cell) => cell.observationId ?? []);
  const { currentId: projectId } = await invoke('projects.list', {});
  const history = await temporaryHistory({ file: join(data, 'history.db') });
  const paid = {
    observationId,
    projectId,
    source: 'de',
    target: 'en',
    translator: 'deepl',
    model: '',
    version: 'v2',
    rules: '1',
    madeAtMs: Date.now(),
    characters: 500,
    credits: null,
    cost: 0.01,
    currency: 'EUR',
    blocks: [],
  } as const;
  await history.call('translations.store', paid);
  await history.call('translations.store', { ...paid, cost: 0.02 });
  await history.call('translations.store', { ...paid, target: 'fr', translator: 'model', cost: 5 });
  const account = [
    {
      engine: 'translation',
      provider: 'deepl',
      answers: 2,
      amount: 0.03,
      currency: 'EUR',
      source: 'computed',
    },
  ];
  expect(await costsOf(core)).toMatchObject(account);
  await invoke('runs.remove', { runId });
  await invoke('trash.empty', {});
  expect(await costsOf(core)).toMatchObject(account);
});
