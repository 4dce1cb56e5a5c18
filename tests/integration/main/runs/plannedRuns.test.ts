import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '#main/core.ts';
import { countries as everyCountry } from '#shared/geo/countries.ts';
import { engines } from '#shared/interface/engines.ts';
import { cellKey } from '#shared/planning/cells.ts';
import type { PlanInput } from '#shared/planning/plan.ts';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';
import { directOperator } from '#tests/support/service/directOperator.ts';
import { startServiceProcess } from '#tests/support/service/serviceProcess.ts';

const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };
const countries = ['US', 'DE', 'FR', 'JP', 'BR', 'IN'];

const planOf = (over: Partial<PlanInput> = {}): PlanInput => ({
  questions: [{ text: 'Which {thing} lock? [[sandbox latency=5 words=20]]' }],
  variables: { thing: ['bike', 'door'] },
  engines: [{ engine: 'assistant-a', options: { include: { searchQueries: true } } }, { engine: 'search' }],
  markets: [{ country: 'US' }, { country: 'DE' }, { country: 'JP' }],
  ...over,
});

async function run(
  core: Core,
  over: { readonly mode?: 'live' | 'queued'; readonly ceiling?: number; readonly connectionId?: string } = {},
): Promise<string> {
  const { runId } = await core.router.invoke('plans.run', {
    plan: 'Locks',
    connectionId: 'embedded',
    mode: 'live',
    ...over,
  });
  return runId;
}

const save = (core: Core, plan: PlanInput) => core.router.invoke('plans.save', { name: 'Locks', plan });
const status = (core: Core, runId: string) => core.router.invoke('runs.status', { runId });

describe('a plan', () => {
  it('is renamed with its versions, but not to the name of another one', async () => {
    const core = await startCore();
    await save(core, planOf());
    await core.router.invoke('plans.save', { name: 'Doors', plan: planOf() });
    const rename = (plan: string, name: string) => core.router.invoke('plans.rename', { plan, name });
    await expect(rename('Locks', 'doors')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await rename('Locks', 'Bike locks')).toMatchObject({ name: 'Bike locks', version: 1 });
    expect(await rename('bike locks', 'Bike Locks')).toMatchObject({ name: 'Bike Locks' });
    await expect(core.router.invoke('plans.get', { plan: 'Locks' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is stored in versions that never change; an equal plan creates none', async () => {
    const core = await startCore();
    expect(await save(core, planOf())).toMatchObject({ version: 1, cells: 12, created: true });
    expect(await save(core, planOf())).toMatchObject({ version: 1, created: false });
    expect(await save(core, planOf({ samples: 2 }))).toMatchObject({ version: 2, cells: 24, created: true });
    const first = await core.router.invoke('plans.get', { plan: 'locks', version: 1 });
    expect(first.plan.samples).toBe(1);
    const { plans } = await core.router.invoke('plans.list', {});
    expect(plans).toMatchObject([{ name: 'Locks', version: 2, questions: 2, markets: 3, cells: 24 }]);
  });

  it('reports every problem with its field: a variable without values, an engine named twice', async () => {
    const core = await startCore();
    const wrong = planOf({ variables: {}, engines: [{ engine: 'search' }, { engine: 'search' }] });
    await expect(save(core, wrong)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'variables.thing' }, { field: 'engines' }],
    });
  });

  it('starts no run with a request that its engine would reject, and says why', async () => {
    const core = await startCore();
    await save(core, planOf({ engines: [{ engine: 'assistant-a' }], markets: [{ country: 'CN' }] }));
    await expect(run(core)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^assistant-a would reject "Which bike lock\?.*": country "CN" is not available on assistant-a\. Exclude such requests, or change the plan\.$/,
      ),
    });
    expect((await core.router.invoke('runs.list', {})).runs).toEqual([]);
  });

  it('is estimated by engine, market and add-on before anything is sent', async () => {
    const core = await startCore();
    const quote = await core.router.invoke('plans.price', {
      plan: planOf({ samples: 2 }),
      connectionId: 'embedded',
    });
    expect(quote).toMatchObject({
      cells: 24,
      maximumCredits: 12 * 7 + 12 * 3,
      byEngine: {
        'assistant-a': { cells: 12, maximumCredits: 84 },
        search: { cells: 12, maximumCredits: 36 },
      },
      byMarket: { US: { cells: 8, maximumCredits: 40 } },
      addOns: { cells: 12, maximumCredits: 24 },
      estimatedSeconds: null,
    });
  });

  it('estimates 80,000 requests, and plans a run with all that no engine refuses; a limit of zero holds it', async () => {
    const core = await startCore();
    const plan: PlanInput = {
      questions: Array.from({ length: 40 }, (_, index) => ({ text: `Question ${index}?` })),
      engines: engines.map((engine) => ({ engine })),
      markets: everyCountry.map(({ code }) => ({ country: code })),
    };
    const saved = await save(core, plan);
    expect(saved.cells).toBe(80_000);
    const quote = await core.router.invoke('plans.price', { plan, connectionId: 'embedded' });
    // Some engines are not there in some countries.
    expect(quote).toMatchObject({ cells: 79_040, maximumCredits: 315_720, refusedGroups: 960 });
    await save(core, { ...plan, excluded: [...quote.refusedCells] });
    const runId = await run(core, { ceiling: 0 });
    await core.use.runs.ended(runId);
    expect(await status(core, runId)).toMatchObject({
      state: 'paused',
      creditsCharged: 0,
      markets: 250,
      counts: { total: 79_040, planned: 79_040 },
      plan: { holdReason: 'ceiling-run' },
    });
  });
});

describe('a run of a plan', () => {
  it.each(['live', 'queued'] as const)(
    'asks every question once with the options of its engine: %s',
    async (mode) => {
      const core = await startCore({ workers });
      await save(core, planOf({ excluded: [cellKey(questionAbout('door'), 'search', { country: 'JP' })] }));
      const runId = await run(core, { mode });
      await core.use.runs.ended(runId);
      const after = await status(core, runId);
      expect(after).toMatchObject({
        state: 'finished',
        creditsCharged: 6 * 7 + 5 * 3,
        counts: { total: 11, completed: 11 },
        plan: { name: 'Locks', version: 1, mode, questions: 2, maximumCredits: 57, creditsHeld: 0 },
      });
      const grid = await core.router.invoke('runs.grid', { runId });
      expect(grid.questions).toEqual([questionAbout('bike'), questionAbout('door')]);
      expect(grid.rows).toEqual(['ddd', 'ddd', 'ddd', 'dd.']);
      const piece = await core.router.invoke('runs.get', { runId, question: 1, engine: 'search' });
      expect(piece.run).toMatchObject({ question: questionAbout('door'), engine: 'search' });
      expect(piece.cells.map(({ marketKey }) => marketKey)).toEqual(['US', 'DE']);
      const first = await core.router.invoke('runs.get', { runId });
      const { searchQueries } = await core.router.invoke('observations.get', {
        id: first.cells[0]?.observationId ?? '',
      });
      expect(searchQueries?.length).toBeGreaterThan(0);
    },
  );

  it('is counted by engine and by market, every sample separately', async () => {
    const core = await startCore({ workers });
    const fails = questionAbout('door').replace(']]', ' outcome=fatal]]');
    await save(core, planOf({ questions: [{ text: questionAbout('bike') }, { text: fails }], samples: 2 }));
    const runId = await run(core);
    await core.use.runs.ended(runId);
    const { engines, markets, byEngine, byMarket } = await core.router.invoke('runs.grid', { runId });
    const none = { planned: 0, running: 0, cancelled: 0, unknown: 0 };
    expect(engines.length).toBe(2);
    expect(byEngine).toEqual(engines.map(() => ({ ...none, total: 12, completed: 6, failed: 6 })));
    expect(byMarket).toEqual(markets.map(() => ({ ...none, total: 8, completed: 4, failed: 4 })));
  });

  it('groups failures by cause and retries only those', async () => {
    const core = await startCore({ workers });
    await save(
      core,
      planOf({
        questions: [
          { text: 'Fine? [[sandbox latency=5]]' },
          { text: 'No? [[sandbox latency=5 outcome=fatal]]' },
        ],
      }),
    );
    const runId = await run(core);
    await core.use.runs.ended(runId);
    const { failures } = await core.router.invoke('runs.failures', { runId });
    expect(failures).toMatchObject([
      { state: 'failed', code: 'EXTERNAL_SERVICE_ERROR', cells: 6, maximumCredits: 30, markets: 3 },
    ]);
    const again = await core.router.invoke('runs.resume', { runId, causes: ['EXTERNAL_SERVICE_ERROR'] });
    expect(again.resumed).toBe(6);
    await core.use.runs.ended(runId);
    expect((await status(core, runId)).counts).toMatchObject({ completed: 6, failed: 6 });
  });

  it.each(['live', 'queued'] as const)(
    'never exceeds its credit limit, reports it, and continues when it is raised: %s',
    async (mode) => {
      const core = await startCore({ workers });
      await save(core, planOf());
      const runId = await run(core, { mode, ceiling: 30 });
      await core.use.runs.ended(runId);
      const held = await status(core, runId);
      expect(held).toMatchObject({ state: 'paused', plan: { holdReason: 'ceiling-run', creditsHeld: 0 } });
      expect(held.creditsCharged).toBeLessThanOrEqual(30);
      expect(held.creditsCharged).toBeGreaterThan(30 - 7);
      await core.router.invoke('runs.resume', { runId, ceiling: 60 });
      await core.use.runs.ended(runId);
      expect(await status(core, runId)).toMatchObject({ state: 'finished', creditsCharged: 60 });
    },
  );

  it('never exceeds the daily limit, however many runs and programs spend concurrently', async () => {
    const first = await startCore({ workers });
    const second = await startCore({ workers, paths: { data: first.data } });
    await save(first, planOf({ samples: 2 }));
    await first.router.invoke('plans.setCeilings', { connectionId: 'embedded', day: 150 });
    const runs = await Promise.all(
      [first, second, first].map(async (core, index) => {
        const runId = await run(core, { mode: index === 2 ? 'queued' : 'live' });
        await core.use.runs.ended(runId);
        return status(first, runId);
      }),
    );
    const charged = runs.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
    expect(charged).toBeLessThanOrEqual(150);
    expect(charged).toBeGreaterThan(150 - 3 * 7);
    expect(runs.map(({ plan }) => plan?.holdReason)).toContain('ceiling-day');
    expect(await first.router.invoke('plans.setCeilings', { connectionId: 'embedded' })).toMatchObject({
      day: 150,
      spentToday: charged,
    });
  });

  it('pauses without losing requests in progress, and resumes', async () => {
    const core = await startCore({ workers });
    await save(
      core,
      planOf({ questions: [{ text: 'Slow? [[sandbox latency=800 words=20]]' }], samples: 20 }),
    );
    const runId = await run(core);
    await nextEvent(core, 'run.changed', (payload) => payload.run.counts.running > 0);
    expect(await core.router.invoke('runs.pause', { runId })).toEqual({ paused: true });
    await core.use.runs.ended(runId);
    const paused = await status(core, runId);
    expect(paused).toMatchObject({ state: 'paused', counts: { running: 0 }, plan: { holdReason: 'person' } });
    await core.router.invoke('runs.resume', { runId });
    await core.use.runs.ended(runId);
    expect(await status(core, runId)).toMatchObject({ state: 'finished', counts: { completed: 120 } });
  });

  it('finishes if it is paused after everything was sent', async () => {
    const core = await startCore({ workers });
    await save(
      core,
      planOf({ questions: [{ text: 'Slow? [[sandbox latency=1500 words=20]]' }], samples: 1 }),
    );
    const runId = await run(core);
    await nextEvent(core, 'run.changed', ({ run: { counts } }) => counts.running === counts.total);
    expect(await core.router.invoke('runs.pause', { runId })).toEqual({ paused: true });
    await core.use.runs.ended(runId);
    expect(await status(core, runId)).toMatchObject({
      state: 'finished',
      counts: { planned: 0, running: 0 },
      plan: { holdReason: null },
    });
  });
});

describe('a queued run that is cancelled', () => {
  const slow: PlanInput = {
    questions: [{ text: 'Slow? [[sandbox latency=1500 words=20]]' }],
    engines: [{ engine: 'assistant-a' }],
    markets: countries.map((country) => ({ country })),
    samples: 5,
  };
  const start = async (plan: PlanInput) => {
    const dataFolder = temporaryFolder();
    const service = await startServiceProcess({ dataFolder, host: '127.0.0.1', port: 0 });
    onTestFinished(() => service.kill());
    const apiKey = await directOperator(dataFolder).createAccount('analyst', 'lite');
    const core = await startCore();
    const { id: connectionId } = await core.router.invoke('connections.add', {
      name: 'Service',
      baseUrl: service.baseUrl,
    });
    await core.router.invoke('connections.setKey', { id: connectionId, key: apiKey });
    await save(core, plan);
    const call = async (path: string, body?: unknown) => {
      const response = await fetch(service.baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json() as Promise<Record<string, unknown>>;
    };
    return { core, connectionId, call };
  };

  it('clears the queue if it contains only its own tasks; running ones are collected', async () => {
    // So many that some are queued for as long as a busy machine takes to cancel.
    const { core, connectionId, call } = await start({ ...slow, samples: 50 });
    const runId = await run(core, { mode: 'queued', connectionId });
    await nextEvent(core, 'run.changed', (payload) => payload.run.counts.completed > 0);
    await core.router.invoke('runs.cancel', { runId });
    await core.use.runs.ended(runId);
    const { state, counts, creditsCharged } = await status(core, runId);
    expect(state).toBe('cancelled');
    expect(counts).toMatchObject({ total: 300, running: 0, planned: 0, unknown: 0, failed: 0 });
    expect(counts.cancelled).toBeGreaterThan(0);
    expect(creditsCharged).toBe(counts.completed * 5);
    expect(await call('/v1/async/status')).toMatchObject({ queuedTasks: 0, processingTasks: 0 });
  });

  it('removes no tasks of others: if the queue contains any, all of its own are collected', async () => {
    const { core, connectionId, call } = await start(slow);
    const runId = await run(core, { mode: 'queued', connectionId });
    await nextEvent(core, 'run.changed', (payload) => payload.run.counts.running === 30);
    const foreign = await call('/v1/async/task', {
      taskType: 'ASSISTANT_A',
      payload: { prompt: 'Other? [[sandbox latency=50 words=20]]', country: 'US' },
    });
    await core.router.invoke('runs.cancel', { runId });
    await core.use.runs.ended(runId);
    expect((await status(core, runId)).counts).toMatchObject({ completed: 30, cancelled: 0, unknown: 0 });
    const { id } = foreign.task as { id: string };
    expect(await call(`/v1/async/task/${id}`)).toMatchObject({ task: { id } });
  });
});

function questionAbout(thing: string): string {
  return `Which ${thing} lock? [[sandbox latency=5 words=20]]`;
}
