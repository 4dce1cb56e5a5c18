import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { jsonLines, startParallax } from '#tests/support/cli/parallax.ts';
import { ask, nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const program = new URL('../../../support/core/askingProgram.ts', import.meta.url).pathname;

it('a window is notified when a command line has written to the same history', async () => {
  const window = await startCore({ host: 'browser' });
  const heard = nextEvent(window, 'history.changed');
  const terminal = await startCore({ paths: { data: window.data } });
  const { run } = await ask(terminal, 'embedded', ['DE']);
  await heard;
  const { runs } = await window.router.invoke('runs.list', {});
  expect(runs.map((each) => each.id)).toContain(run.id);
});

it('a window shows the run of a killed program, and can resume it', async () => {
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

it('two windows and a command write concurrently: everything is stored once, and both windows show it', async () => {
  const first = await startCore({ host: 'browser' });
  const paths = { data: first.data };
  const second = await startCore({ host: 'browser', paths });
  const given = join(temporaryFolder(), 'given.jsonl');
  const rows = Array.from({ length: 60 }, (_, row) =>
    JSON.stringify({
      engine: 'assistant-a',
      request: { prompt: 'Which lock?', country: 'DE' },
      receivedAt: '2026-11-01T10:00:00Z',
      response: JSON.parse(sampleBody('DE', { row })),
    }),
  );
  writeFileSync(given, rows.join('\n'));
  const countries = ['US', 'GB', 'DE', 'FR', 'JP', 'BR', 'IT', 'ES'];
  const [one, other, imported] = await Promise.all([
    ask(first, 'embedded', countries, { question: 'From the first window?' }),
    ask(second, 'embedded', countries, { question: 'From the second window?' }),
    startParallax(['import', given, '--format', 'json'], { dataFolder: first.data }).finished,
  ]);
  expect([one, other].map(({ run }) => run.counts.completed)).toEqual([8, 8]);
  expect(jsonLines(imported.stdout).filter(({ state }) => state === 'added')).toHaveLength(60);
  for (const window of [first, second]) {
    const { runs } = await window.router.invoke('runs.list', {});
    expect(runs.map(({ counts }) => counts.completed).toSorted((a, b) => a - b)).toEqual([8, 8, 60]);
    expect(await window.use.history.call('maintenance.size', {})).toMatchObject({
      runs: 3,
      observations: 76,
    });
  }
  expect(await first.router.invoke('data.check', { full: true })).toMatchObject({ findings: [] });
}, 120_000);
