import { expect, it } from 'vitest';
import {
  addConnection,
  ask,
  doubleServiceEntry,
  nextEvent,
  startCore,
  type TestCore,
} from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const crashable = new URL('../../../support/faults/crashableHistoryWorker.ts', import.meta.url);
const workers = { history: crashable, service: doubleServiceEntry, analysis: crashable };

/** Kills the thread; asked again where other calls stood beside it, for then the worker takes them all at once. */
async function crash(core: TestCore): Promise<unknown> {
  for (;;) {
    const outcome = await core.use.history
      .call('maintenance.runningRuns', { crashTheThread: true } as never)
      .catch((error: unknown) => error);
    if (outcome instanceof Error) return outcome;
  }
}

it('a history worker that dies is restarted automatically, with its session, and the window is notified', async () => {
  const core = await startCore({ workers });
  const { run } = await ask(core, 'embedded', ['DE', 'FR']);
  const told = nextEvent(core, 'notice');
  expect(await crash(core)).toMatchObject({ code: 'HISTORY_UNAVAILABLE', retryable: true });
  // Not refused: it waits until the history is there again.
  const { run: stored } = await core.router.invoke('runs.get', { runId: run.id });
  expect(stored.counts.completed).toBe(2);
  expect(await told).toMatchObject({ level: 'warning', message: expect.stringContaining('reopened') });
  expect((await core.router.invoke('app.info', {})).historyProblem).toBeNull();
  expect((await ask(core, 'embedded', ['JP'])).run.counts.completed).toBe(1);
});

it('a run in progress when the worker dies continues, and every received answer is stored once', async () => {
  const service = await startFaultyService(async (request) => {
    if (!request.path.startsWith('/v1/monitor/'))
      return {
        status: 200,
        body: { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency: { used: 0, max: 3 } },
      };
    await realClock.wait(20);
    return {
      status: 200,
      body: JSON.parse(sampleBody(JSON.parse(request.body).country)),
      headers: monitorHeaders({ 'X-Concurrent-Limit': '3' }),
    };
  });
  const core = await startCore({ workers });
  const connectionId = await addConnection(core, service.baseUrl);
  const countries = ['US', 'GB', 'DE', 'FR', 'JP', 'BR', 'IT', 'ES', 'CA', 'AU', 'IN', 'MX'];
  const { runId } = await core.router.invoke('runs.start', {
    question: 'Which lock?',
    engine: 'assistant-a',
    markets: countries.map((country) => ({ country })),
    options: {},
    connectionId,
  });
  await service.reached(5);
  await crash(core);
  await core.use.runs.ended(runId);
  let { run } = await core.router.invoke('runs.get', { runId });
  // A claim that was under way at that moment interrupts the run; what was claimed is unknown then, never lost.
  if (run.state === 'interrupted') {
    await core.router.invoke('runs.resume', { runId });
    await core.use.runs.ended(runId);
    run = (await core.router.invoke('runs.get', { runId })).run;
  }
  expect(run.counts.completed + run.counts.unknown).toBe(countries.length);
  expect(run.counts.unknown).toBeLessThanOrEqual(3);
  const { runs, observations } = await core.use.history.call('maintenance.size', {});
  expect({ runs, observations }).toEqual({ runs: 1, observations: run.counts.completed });
});

it('a worker that dies repeatedly is not restarted until requested', async () => {
  const core = await startCore({ workers });
  for (let death = 0; death < 4; death += 1) await crash(core);
  await expect(core.router.invoke('runs.list', {})).rejects.toMatchObject({
    code: 'HISTORY_UNAVAILABLE',
    message: expect.stringContaining('several times'),
  });
  expect(await core.router.invoke('app.retryHistory', {})).toEqual({ historyProblem: null });
  expect(await core.router.invoke('runs.list', {})).toMatchObject({ runs: [] });
});
