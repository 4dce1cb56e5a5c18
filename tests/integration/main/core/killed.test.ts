import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { startCore, testKey } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { monitorHeaders, type Received, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const program = new URL('../../../support/core/askingProgram.ts', import.meta.url);
const isMonitor = (request: Received) => request.path.startsWith('/v1/monitor/');
const countryOf = (request: Received): string => JSON.parse(request.body).country;

it.each([8, 23, 41])(
  'kill -9 after %i of 50 questions: answers are kept, the rest is marked and resumes, none is asked twice',
  async (killAfter) => {
    const data = temporaryFolder();
    const service = await startFaultyService(async (request) => {
      if (!isMonitor(request)) {
        const concurrency = { used: 0, max: 4 };
        return {
          status: 200,
          body: { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency },
        };
      }
      await realClock.wait(15);
      return {
        status: 200,
        body: JSON.parse(sampleBody(countryOf(request))),
        headers: monitorHeaders({ 'X-Concurrent-Limit': '4' }),
      };
    });
    const child = spawn(process.execPath, [program.pathname, data, service.baseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { runId, connectionId } = JSON.parse(line);
    await service.reached(killAfter + 1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const core = await startCore({ paths: { data } });
    const { run, cells } = await core.router.invoke('runs.get', { runId });
    const asked = service.received.filter(isMonitor).map(countryOf);
    const inState = (state: string) =>
      cells.filter((cell) => cell.state === state).map((cell) => cell.market.country ?? '');
    expect(run.state).toBe('interrupted');
    expect(run.counts).toMatchObject({ total: 50, running: 0, failed: 0, cancelled: 0 });
    expect(run.counts.completed + run.counts.unknown + run.counts.planned).toBe(50);
    expect(run.counts.unknown).toBeLessThanOrEqual(4);
    expect(new Set(asked).size).toBe(asked.length);
    for (const country of inState('planned')) expect(asked).not.toContain(country);
    for (const country of inState('completed')) expect(asked).toContain(country);

    await core.router.invoke('connections.setKey', { id: connectionId, key: testKey });
    const { resumed } = await core.router.invoke('runs.resume', { runId });
    expect(resumed).toBe(run.counts.planned);
    await core.use.runs.ended(runId);
    const after = await core.router.invoke('runs.get', { runId });
    expect(after.run).toMatchObject({
      state: 'finished',
      counts: { completed: 50 - run.counts.unknown, unknown: run.counts.unknown },
    });
    const times = new Map<string, number>();
    for (const request of service.received.filter(isMonitor))
      times.set(countryOf(request), (times.get(countryOf(request)) ?? 0) + 1);
    expect(Math.max(...times.values())).toBe(1);
    const ids = after.cells.map((cell) => cell.observationId).filter((id) => id !== null);
    expect(new Set(ids).size).toBe(50 - run.counts.unknown);
  },
  120_000,
);

it('a second program does not affect the runs of the first', async () => {
  const service = await startFaultyService((request) =>
    isMonitor(request) ? 'hang' : { status: 404, body: {} },
  );
  const data = temporaryFolder();
  const child = spawn(process.execPath, [program.pathname, data, service.baseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  await service.reached(3);
  const core = await startCore({ paths: { data } });
  const { run } = await core.router.invoke('runs.get', { runId: JSON.parse(line).runId });
  expect(run.state).toBe('running');
  expect(run.counts.unknown).toBe(0);
});
