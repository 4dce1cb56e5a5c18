import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { ask, nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { startFaultyService } from '#tests/support/faults/faultyService.ts';

const program = new URL('../../../support/core/askingProgram.ts', import.meta.url).pathname;

it('a window hears when a command line has written to the same history', async () => {
  const window = await startCore({ host: 'browser' });
  const heard = nextEvent(window, 'history.changed');
  const terminal = await startCore({ paths: { data: window.data } });
  const { run } = await ask(terminal, 'embedded', ['DE']);
  await heard;
  const { runs } = await window.router.invoke('runs.list', {});
  expect(runs.map((each) => each.id)).toContain(run.id);
});

it('a window finds the run of a program that was killed beside it, and can resume it', async () => {
  const window = await startCore({ host: 'browser' });
  const service = await startFaultyService((request) =>
    request.path.startsWith('/v1/monitor/') ? 'hang' : { status: 503, body: '' },
  );
  const child = spawn(process.execPath, [program, window.data, service.baseUrl, '20'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { runId } = JSON.parse(line);
  const state = async () => (await window.router.invoke('runs.get', { runId })).run.state;
  await service.reached(5);
  expect(await state()).toBe('running');
  child.kill('SIGKILL');
  while ((await state()) === 'running') await nextEvent(window, 'history.changed');
  expect(await state()).toBe('interrupted');
}, 120_000);
