import { expect, it } from 'vitest';
import type { Clock } from '#platform/clock.ts';
import { type AskedModel, startModelCore } from '#tests/support/analysisModel/modelServer.ts';
import { addConnection, type TestCore } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const minute = 60_000;

type Sent = { readonly segments: readonly { readonly id: string; readonly text: string }[] };
const inGerman = ({ text }: AskedModel) => ({
  segments: (JSON.parse(text) as Sent).segments.map((each) => ({
    ...each,
    text: `Auf Deutsch: ${each.text}`,
  })),
});

/** A core with a plan of one question, and an analysis model that translates. */
async function start(answer: (asked: AskedModel) => unknown = inGerman) {
  let now = Date.parse('2026-06-01T00:00:00Z');
  const clock: Clock & { pass: (ms: number) => void } = {
    now: () => now,
    wait: realClock.wait,
    pass: (ms) => {
      now += ms;
    },
  };
  const service = await startFaultyService(({ path }) =>
    path.startsWith('/v1/monitor/')
      ? { status: 200, body: JSON.parse(sampleBody('US')), headers: monitorHeaders() }
      : { status: 503, body: 'busy' },
  );
  const { core, server } = await startModelCore(answer, { clock });
  const { invoke } = core.router;
  const connectionId = await addConnection(core, service.baseUrl);
  const plan = {
    questions: [{ text: 'Which lock?' }],
    engines: [{ engine: 'assistant-a' as const }],
    markets: [{ country: 'US' }],
  };
  await invoke('plans.save', { name: 'Locks', plan });
  const schedule = { cron: '30 * * * *', timeZone: 'UTC' };
  const add = (translation: { readonly costLimit: number | null } | null) =>
    invoke('monitors.add', { name: 'Hourly', plan: 'locks', connectionId, schedule, translation });
  return { core, server, clock, add, invoke };
}

const setting = { to: 'de', with: 'model' } as const;

async function runNow(core: TestCore): Promise<string> {
  const { runId } = await core.router.invoke('monitors.runNow', { monitor: 'Hourly' });
  await core.use.runs.ended(runId);
  return runId;
}

const lastTime = async ({ router }: TestCore) =>
  (await router.invoke('monitors.times', { monitor: 'Hourly', limit: 1 })).times[0]?.translation;

it('translates what a monitor collects after each run: once, and only where it was chosen', async () => {
  const { core, server, add, invoke } = await start();
  await expect(add({ costLimit: null })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: [{ field: 'translation' }],
  });
  await invoke('translations.choose', { setting });
  await add(null);
  await runNow(core);
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  expect(await lastTime(core)).toBeNull();

  await invoke('monitors.edit', { monitor: 'Hourly', translation: { costLimit: null } });
  // What was collected before is left as it is.
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  const runId = await runNow(core);
  expect(await lastTime(core)).toMatchObject({ state: 'waiting' });
  expect(server.asked()).toEqual([]);
  expect(await invoke('monitors.translate', {})).toMatchObject({
    translated: [
      { monitor: 'Hourly', runId, translation: { state: 'completed', to: 'de', done: 1, total: 1 } },
    ],
  });
  expect(await lastTime(core)).toMatchObject({ state: 'completed', done: 1 });
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  expect(server.asked()).toHaveLength(1);
  const { cells } = await invoke('runs.get', { runId });
  const ids = cells.flatMap(({ observationId }) => observationId ?? []);
  const { translations } = await invoke('translations.get', { ids, to: 'de' });
  expect(translations[0]?.blocks[0]?.text).toMatch(/^Auf Deutsch: In US/);

  // Turned off while a run was going on.
  await runNow(core);
  await invoke('monitors.edit', { monitor: 'Hourly', translation: null });
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  expect(server.asked()).toHaveLength(1);
});

it('sends nothing whose price is not known where the monitor has a cost limit, and says so', async () => {
  const { core, add, invoke } = await start();
  const libre = await startFaultyService(() => ({ status: 200, body: [{ code: 'en', targets: ['de'] }] }));
  const { translation } = await invoke('settings.get', {});
  const libreTranslate = { address: libre.baseUrl };
  await invoke('settings.update', { translation: { ...translation, libreTranslate } });
  await invoke('translations.choose', { setting: { to: 'de', with: 'libretranslate' } });
  await add({ costLimit: 2 });
  await runNow(core);
  const [settled] = (await invoke('monitors.translate', {})).translated;
  expect(settled?.translation).toMatchObject({ state: 'limited', done: 0, total: 1 });
  expect(settled?.translation.reason).toMatch(/states no price, so the limit of 2 cannot be kept/);
  expect(libre.received.map(({ path }) => path)).toEqual(['/languages']);
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
});

it('tries again later when the translator fails, without a second program beside it, and ends at last', async () => {
  let fails = true;
  const { core, clock, add, invoke } = await start((asked) => (fails ? { segments: [] } : inGerman(asked)));
  await invoke('translations.choose', { setting });
  await add({ costLimit: null });
  await runNow(core);
  // Another program is at it.
  const lease = { leaseUntilMs: clock.now() + 5 * minute, nowMs: clock.now() };
  expect(await core.use.history.call('monitors.claimTranslation', lease)).toMatchObject({
    monitor: 'Hourly',
  });
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  // It died.
  clock.pass(5 * minute);
  expect(await invoke('monitors.translate', {})).toMatchObject({
    translated: [{ translation: { state: 'failed', attempts: 1 } }],
  });
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
  clock.pass(minute);
  fails = false;
  expect(await invoke('monitors.translate', {})).toMatchObject({
    translated: [{ translation: { state: 'completed', done: 1, attempts: 2, reason: null } }],
  });

  fails = true;
  await runNow(core);
  // The same text is translated from memory; another translator is not set up.
  await invoke('translations.choose', { setting: { to: 'de', with: 'deepl' } });
  expect(await invoke('monitors.translate', {})).toMatchObject({
    translated: [{ translation: { state: 'failed', reason: expect.stringContaining('DeepL needs a key') } }],
  });
  clock.pass(600 * minute);
  expect(await invoke('monitors.translate', {})).toEqual({ translated: [] });
});
