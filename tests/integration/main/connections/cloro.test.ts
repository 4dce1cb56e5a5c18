import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '#client/webhook.ts';
import type { Core } from '#main/core.ts';
import type { RouteInput } from '#shared/bridge/routeTable.ts';
import { engines } from '#shared/interface/engines.ts';
import type { PlanInput } from '#shared/planning/plan.ts';
import { type CloroService, failed, startCloro } from '#tests/support/cloro/cloroService.ts';
import { ask, startCore } from '#tests/support/core/testCore.ts';

const key = 'clo-9f2.A_test~key';

async function connect(
  service: CloroService,
): Promise<{ readonly core: Core; readonly connectionId: string }> {
  const core = await startCore();
  const { id } = await core.router.invoke('connections.add', {
    name: 'cloro',
    baseUrl: service.baseUrl,
    deployment: 'cloro',
  });
  await core.router.invoke('connections.setKey', { id, key });
  return { core, connectionId: id };
}

const planOf = (over: Partial<PlanInput> = {}): PlanInput => ({
  questions: [{ text: 'Which lock is best?' }],
  engines: engines.map((engine) => ({ engine })),
  markets: ['US', 'DE', 'FR', 'JP', 'BR', 'IN', 'GB', 'ES'].map((country) => ({ country })),
  ...over,
});

async function runPlan(
  core: Core,
  connectionId: string,
  plan: PlanInput,
  how: { readonly mode: 'live' | 'queued'; readonly ceiling?: number },
) {
  await core.router.invoke('plans.save', { name: 'Locks', plan });
  const quote = await core.router.invoke('plans.price', { plan, connectionId, mode: how.mode });
  const { runId } = await core.router.invoke('plans.run', { plan: 'Locks', connectionId, ...how });
  await core.use.runs.ended(runId);
  return { quote, runId, run: await core.router.invoke('runs.status', { runId }) };
}

describe('a connection to cloro', () => {
  it.each(['live', 'queued'] as const)(
    'asks all eight engines in eight countries once, for the price that was said before: %s',
    async (mode) => {
      const service = await startCloro();
      const { core, connectionId } = await connect(service);
      const { quote, run } = await runPlan(core, connectionId, planOf(), { mode });
      expect(run).toMatchObject({ state: 'finished', counts: { total: 64, completed: 64 } });
      expect(service.ran).toHaveLength(64);
      expect(new Set(service.ran).size).toBe(64);
      expect(quote).toMatchObject({ ownTariff: true, maximumCredits: service.charged() });
      expect(run.creditsCharged).toBe(service.charged());
    },
  );

  it('says what a question costs: a synchronous call, a state, a further page, extra data', async () => {
    const service = await startCloro();
    const { core, connectionId } = await connect(service);
    const asked = {
      question: 'Which lock?',
      engine: 'assistant-a',
      markets: [{ country: 'US', state: 'CA' }],
      options: { include: { searchQueries: true } },
      connectionId,
    } satisfies RouteInput<'runs.start'>;
    const { maximumCredits } = await core.router.invoke('runs.preview', asked);
    expect(maximumCredits).toBe(5 + 2 + 2 + 2);
    const { runId } = await core.router.invoke('runs.start', asked);
    await core.use.runs.ended(runId);
    expect(service.charged()).toBe(11);
    const pages = {
      ...asked,
      engine: 'search',
      markets: [{ country: 'US' }],
      options: { pages: 3 },
    } satisfies RouteInput<'runs.start'>;
    expect(await core.router.invoke('runs.preview', pages)).toMatchObject({ maximumCredits: 3 + 2 + 4 });
  });

  it('asks for a country where the service does, before anything is sent', async () => {
    const service = await startCloro();
    const { core, connectionId } = await connect(service);
    const asked = {
      question: 'Which lock?',
      engine: 'search/news',
      markets: [{ country: null }],
      connectionId,
    } satisfies RouteInput<'runs.start'>;
    expect(await core.router.invoke('runs.preview', asked)).toMatchObject({
      problems: [{ field: 'markets.0', message: 'Google News at cloro needs a country.' }],
    });
    await expect(core.router.invoke('runs.start', asked)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(service.received.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each([
    { mode: 'live', dearer: 0, ceiling: 20 },
    { mode: 'queued', dearer: 0, ceiling: 20 },
    { mode: 'live', dearer: 3, ceiling: 20 },
    { mode: 'live', dearer: 13, ceiling: 40 },
    { mode: 'queued', dearer: 3, ceiling: 20 },
    { mode: 'queued', dearer: 20, ceiling: 60 },
    { mode: 'live', dearer: 50, ceiling: 60 },
    { mode: 'queued', dearer: 50, ceiling: 60 },
  ] as const)('keeps a credit limit to the credit, whatever the service charges: %o', async (each) => {
    const { mode, dearer, ceiling } = each;
    for (const asked of [engines.slice(0, 1), engines]) {
      const service = await startCloro({ dearer });
      const { core, connectionId } = await connect(service);
      const plan = planOf({ engines: asked.map((engine) => ({ engine })) });
      const { run } = await runPlan(core, connectionId, plan, { mode, ceiling });
      expect(run).toMatchObject({ state: 'paused', plan: { holdReason: 'ceiling-run' } });
      expect(service.charged()).toBeLessThanOrEqual(ceiling);
      // No further request fits: the dearest of the list costs 7, live.
      expect(service.charged() + 7 + dearer).toBeGreaterThan(ceiling);
      expect(run.creditsCharged).toBe(service.charged());
    }
  });

  it('keeps a credit limit after a run of another price list was deleted', async () => {
    const usual = await startCloro();
    const { core, connectionId } = await connect(usual);
    const plan = planOf({ engines: [{ engine: 'assistant-a' }] });
    const { runId } = await runPlan(core, connectionId, plan, { mode: 'live' });
    await core.router.invoke('runs.remove', { runId });
    const dear = await startCloro({ dearer: 13 });
    const { id } = await core.router.invoke('connections.add', {
      name: 'dear',
      baseUrl: dear.baseUrl,
      deployment: 'cloro',
    });
    await core.router.invoke('connections.setKey', { id, key });
    await runPlan(core, id, plan, { mode: 'live', ceiling: 25 });
    expect(dear.charged()).toBeLessThanOrEqual(25);
  });

  it.each(['live', 'queued'] as const)('counts a fraction of a credit as a whole one: %s', async (mode) => {
    const service = await startCloro({ dearer: 0.5 });
    const { core, connectionId } = await connect(service);
    const plan = planOf({ engines: [{ engine: 'assistant-a' }] });
    const { run } = await runPlan(core, connectionId, plan, { mode });
    expect(run).toMatchObject({ state: 'finished', counts: { completed: 8 } });
    expect(run.creditsCharged).toBe(Math.ceil(service.charged() / 8) * 8);
  });

  it('keeps the limits of a day with one country for every engine of a dearer service', async () => {
    for (const mode of ['live', 'queued'] as const) {
      const service = await startCloro({ dearer: 3 });
      const { core, connectionId } = await connect(service);
      await core.router.invoke('plans.setCeilings', { connectionId, day: 36 });
      await runPlan(core, connectionId, planOf({ markets: [{ country: 'DE' }] }), { mode });
      expect(service.charged()).toBeLessThanOrEqual(36);
      expect(service.charged()).toBeGreaterThan(36 - 11);
    }
  });

  it('waits when the service asks for a pause, learns its slots, and sends its names of flags', async () => {
    const service = await startCloro({
      instead: ({ path }, index) =>
        path.startsWith('/v1/monitor') && index < 3
          ? { ...failed(503, 'SERVICE_UNAVAILABLE', 'Busy'), headers: { 'Retry-After': '0' } }
          : undefined,
    });
    const { core, connectionId } = await connect(service);
    const { runId } = await core.router.invoke('runs.start', {
      question: 'Which lock?',
      engine: 'search-ai',
      markets: [{ country: 'DE' }],
      options: { include: { searchGoto: true } },
      connectionId,
    });
    await core.use.runs.ended(runId);
    expect(service.ran).toEqual(['aimode DE Which lock?']);
    const { connections } = await core.router.invoke('connections.list', {});
    expect(connections.find(({ id }) => id === connectionId)).toMatchObject({ slots: { limit: 2 } });
  });

  it('stores what was charged for an answer that cannot be read', async () => {
    const service = await startCloro({
      instead: ({ path }) =>
        path === '/v1/monitor/chatgpt'
          ? { status: 200, body: '<html>Busy</html>', headers: { 'X-Credits-Charged': '7' } }
          : undefined,
    });
    const { core, connectionId } = await connect(service);
    const { run } = await ask(core, connectionId, ['DE']);
    expect(run).toMatchObject({ counts: { failed: 1 }, creditsCharged: 7 });
  });

  it('sends no lost batch twice: a task that the service names is collected, any other is unknown', async () => {
    const plan = planOf({ engines: [{ engine: 'assistant-a' }] });
    for (const namesTasks of ['value', 'message', 'object'] as const) {
      const named = await startCloro({ loseBatches: 1, namesTasks });
      const first = await connect(named);
      const { run } = await runPlan(first.core, first.connectionId, plan, { mode: 'queued' });
      expect(run, namesTasks).toMatchObject({ counts: { completed: 8 } });
      expect(named.ran).toHaveLength(8);
    }
    const silent = await startCloro({ loseBatches: 1, otherwise: true });
    const second = await connect(silent);
    expect((await runPlan(second.core, second.connectionId, plan, { mode: 'queued' })).run).toMatchObject({
      counts: { unknown: 8 },
    });
    expect(silent.ran).toHaveLength(8);
  });

  it('reads a server that writes null for what is absent, and times with an offset', async () => {
    let asked = 0;
    const ready = (): boolean => {
      asked += 1;
      return asked > 8;
    };
    const service = await startCloro({ otherwise: true, ready });
    const { core, connectionId } = await connect(service);
    const { run } = await runPlan(core, connectionId, planOf({ markets: [{ country: 'JP' }] }), {
      mode: 'queued',
    });
    expect(run).toMatchObject({ counts: { completed: 8 }, creditsCharged: service.charged() });
  });

  it('takes any key without spaces, and refuses one with them', async () => {
    const { core, connectionId: id } = await connect(await startCloro());
    for (const wrong of ['', 'two words', 'line\nbreak', 'ключ'])
      await expect(core.router.invoke('connections.setKey', { id, key: wrong })).rejects.toMatchObject({
        code: 'INVALID_KEY_FORMAT',
      });
    expect(await core.router.invoke('connections.test', { id })).toMatchObject({ ok: true });
  });
});

describe('a webhook of cloro', () => {
  it('is verified by its own headers', async () => {
    const secret = 'whsec_made-up';
    const body = JSON.stringify({
      task: { id: '3f0b8a52-3f3c-4f3c-8f3c-3f0b8a523f3c', taskType: 'CHATGPT' },
    });
    const timestamp = '1764200000';
    const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = {
      'x-cloro-timestamp': timestamp,
      'x-cloro-signature': `v1=${digest}`,
      'x-cloro-webhook-id': 'a-1',
    };
    const received = { secret, body, headers, nowMs: Number(timestamp) * 1000 };
    expect(await verifyWebhook(received)).toMatchObject({ ok: true, deliveryId: 'a-1' });
    expect(await verifyWebhook({ ...received, body: `${body} ` })).toMatchObject({
      reason: 'wrong-signature',
    });
  });
});
