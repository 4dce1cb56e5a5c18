import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Core } from '#main/core.ts';
import { memorySettings, nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';
import { directOperator } from '#tests/support/service/directOperator.ts';
import { startServiceProcess } from '#tests/support/service/serviceProcess.ts';

const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };
const countries = ['US', 'DE', 'FR', 'JP', 'BR', 'IN'];

/** A service of its own with an account of ten slots, and a core that is connected to it. */
async function start() {
  const dataFolder = temporaryFolder();
  const service = await startServiceProcess({ dataFolder, host: '127.0.0.1', port: 0 });
  onTestFinished(() => service.kill());
  const apiKey = await directOperator(dataFolder).createAccount('analyst', 'lite');
  const paths = { data: temporaryFolder() };
  const core = await startCore({ paths });
  const { id: connectionId } = await core.router.invoke('connections.add', {
    name: 'Service',
    baseUrl: service.baseUrl,
  });
  await core.router.invoke('connections.setKey', { id: connectionId, key: apiKey });
  const another = async (over: Parameters<typeof startCore>[0] = {}) => {
    const second = await startCore({ paths, secrets: core.secrets, ...over });
    return second;
  };
  const submit = async (count: number): Promise<void> => {
    const task = {
      taskType: 'ASSISTANT_A',
      payload: { prompt: 'Other? [[sandbox latency=900]]', country: 'US' },
    };
    await fetch(`${service.baseUrl}/v1/async/task/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(Array(count).fill(task)),
    });
  };
  return { core, connectionId, another, submit };
}

async function runSlowly(core: Core, connectionId: string, latencyMs: number): Promise<string> {
  await core.router.invoke('plans.save', {
    name: 'Slow',
    plan: {
      questions: [{ text: `Slow? [[sandbox latency=${latencyMs} words=20]]` }],
      engines: [{ engine: 'assistant-a' }, { engine: 'search' }],
      markets: countries.map((country) => ({ country })),
      samples: 3,
    },
  });
  const { runId } = await core.router.invoke('plans.run', {
    plan: 'Slow',
    connectionId,
    mode: 'queued',
    priority: 3,
  });
  return runId;
}

const status = (core: Core, runId: string) => core.router.invoke('runs.status', { runId });
const handedOver = (core: Core) => nextEvent(core, 'run.changed', ({ run }) => run.counts.completed > 0);

describe('the queue of a connection', () => {
  it('reports the pending tasks of each; if another program clears it, no request stays pending or unknown', async () => {
    const { core, connectionId, another, submit } = await start();
    // There before the queue is: while a program starts, a service works a queue off.
    const second = await another();
    const runId = await runSlowly(core, connectionId, 1600);
    await handedOver(core);
    await submit(5);
    // Completed tasks count as waiting here until they are fetched.
    const seen = await vi.waitFor(
      async () => {
        const queue = await core.router.invoke('queue.get', { connectionId });
        expect(queue.queued).toBeGreaterThan(queue.own.waiting - queue.processing);
        return queue;
      },
      { timeout: 30_000 },
    );
    expect(seen).toMatchObject({ connectionName: 'Service', slots: { limit: 10 } });
    expect(seen.byPriority.map(({ priority }) => priority)).toEqual([3, 1]);
    expect(seen.own.runs).toMatchObject([
      { runId, mode: 'queued', state: 'running', priority: 3, workedOn: true },
    ]);
    expect(seen.own.byEngine.reduce((sum, { count }) => sum + count, 0)).toBe(seen.own.waiting);

    const cleared = await second.router.invoke('queue.clear', { connectionId });
    expect(cleared.cleared).toBeGreaterThanOrEqual(5);
    await core.use.runs.ended(runId);
    const { state, counts, creditsCharged } = await status(core, runId);
    expect(state).toBe('finished');
    expect(counts).toMatchObject({ total: 36, planned: 0, running: 0, failed: 0, unknown: 0 });
    expect(counts.cancelled).toBeGreaterThan(0);
    expect(creditsCharged).toBeGreaterThan(0);
    const after = await core.router.invoke('queue.get', { connectionId });
    expect(after).toMatchObject({ queued: 0, own: { waiting: 0, oldestAtMs: null, runs: [] } });
    const again = await core.router.invoke('runs.resume', { runId });
    expect(again.resumed).toBe(counts.cancelled);
    await core.use.runs.ended(runId);
    expect((await status(core, runId)).counts).toMatchObject({ completed: 36 });
  });

  it('tasks left there by a program are collected by exactly one other program, and not too early', async () => {
    const { core, connectionId, another } = await start();
    // Slow enough not to be finished before the program has stopped.
    const runId = await runSlowly(core, connectionId, 800);
    await handedOver(core);
    await core.stop();
    const settings = memorySettings();
    settings.set('collectQueued', 'ask');
    const waiting = await another({ host: 'browser', settings });
    expect((await status(waiting, runId)).state).toBe('interrupted');
    const { own } = await waiting.router.invoke('queue.get', { connectionId });
    expect(own.runs).toMatchObject([{ runId, state: 'interrupted', workedOn: false }]);
    const third = await another({ host: 'terminal' });
    const taken = await Promise.all([
      waiting.router.invoke('queue.collect', {}),
      third.router.invoke('queue.collect', {}),
    ]);
    expect(taken.map(({ runs }) => runs).sort()).toEqual([0, 1]);
    await waiting.use.runs.ended(runId);
    await third.use.runs.ended(runId);
    expect(await status(waiting, runId)).toMatchObject({
      state: 'finished',
      counts: { completed: 36, running: 0, unknown: 0 },
    });
  });
});

describe('the credits of a connection', () => {
  it('are grouped by day, run and engine as in the ledger; spending by others is reported', async () => {
    const core = await startCore({ workers });
    await core.router.invoke('connections.refresh', { id: 'embedded' });
    const runId = await runSlowly(core, 'embedded', 5);
    await core.use.runs.ended(runId);
    const credits = () => core.router.invoke('credits.get', { connectionId: 'embedded', period: 'cycle' });
    const spent = 18 * 5 + 18 * 3;
    const first = await credits();
    expect(first).toMatchObject({
      plan: 'Business',
      slots: 100,
      remaining: 2_800_000 - spent,
      service: { from: 'ledger', credits: spent, own: spent },
      charges: {
        credits: spent,
        answers: 36,
        held: 0,
        byDay: [{ credits: spent, answers: 36 }],
        byRun: [{ runId, name: 'Slow · version 1', credits: spent }],
        byProject: [{ name: 'First project', credits: spent }],
        byEngine: [
          { engine: 'assistant-a', credits: 90, answers: 18 },
          { engine: 'search', credits: 54, answers: 18 },
        ],
      },
    });
    const { apiKey } = await core.router.invoke('service.keys.create', { label: 'Another program' });
    const { baseUrl } = await core.router.invoke('service.overview', { limit: 1 });
    await fetch(`${baseUrl}/v1/monitor/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'Other? [[sandbox latency=5]]', country: 'US' }),
    });
    await core.router.invoke('runs.remove', { runId });
    expect(await credits()).toMatchObject({
      service: { from: 'ledger', credits: spent + 3, own: spent },
      charges: { credits: spent, byRun: [{ runId: null, name: null, credits: spent }] },
    });
  });
});
