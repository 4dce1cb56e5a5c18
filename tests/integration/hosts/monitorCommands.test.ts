import { expect, it } from 'vitest';
import { mintSecret } from '#main/alerts/webhook.ts';
import { jsonLines, runParallax, startParallax } from '#tests/support/cli/parallax.ts';
import { startFaultyService } from '#tests/support/faults/faultyService.ts';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('stores monitors and their rules, watches until SIGTERM, and runs one now: JSON lines, exit codes for cron', async () => {
  const dataFolder = temporaryFolder();
  await storeSeries(dataFolder, {
    countries: ['DE'],
    rules: [{ kind: 'source', change: 'new' }],
    lastMs: Date.now(),
  });
  const run = (...args: string[]) => runParallax(args, { dataFolder });
  const json = async (...args: string[]) => jsonLines((await run(...args, '--format', 'json')).stdout);

  const daily = ['monitor', 'create', 'daily', '--plan', 'locks', '--cron'];
  expect((await run(...daily, '30 25 * * *')).code).toBe(2);
  expect(await json(...daily, '30 7 * * *', '--time-zone', 'Europe/Berlin')).toMatchObject([
    { name: 'daily', planName: 'Locks', words: 'At 07:30', ceiling: null },
  ]);
  const refused = await run('alert', 'add', 'weekly', '--kind', 'cost');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--credits') });

  const receiver = await startFaultyService(() => ({ status: 204 }));
  const channel = ['alert', 'channel', '--webhook', receiver.baseUrl, '--no-notifications'];
  expect((await run(...channel, '--allow-private')).stdout).toContain('PARALLAX_WEBHOOK_SECRET');
  const short = { PARALLAX_WEBHOOK_SECRET: 'whsec_short' };
  expect(await runParallax(['alert', 'test'], { dataFolder, env: short })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('24 to 64 bytes'),
  });

  const daemon = startParallax(['monitor', 'daemon', '--format', 'json'], {
    dataFolder,
    env: { PARALLAX_WEBHOOK_SECRET: mintSecret() },
  });
  expect(JSON.parse(await daemon.line())).toMatchObject({
    event: 'alert',
    alert: { kind: 'source', subject: 'wiki.example', monitor: 'Weekly' },
  });
  await receiver.reached(1);
  daemon.child.kill('SIGTERM');
  expect(await daemon.finished).toMatchObject({ code: 0 });

  // A run that a person wished belongs to the series.
  const [ended] = await json('monitor', 'run', 'weekly');
  expect(ended).toMatchObject({ state: 'finished', plan: { name: 'Locks' } });
  expect(await json('monitor', 'history', 'weekly')).toHaveLength(3);
  expect(await run('monitor', 'run')).toMatchObject({ code: 0, stderr: 'No monitor is due.\n' });
  expect(await json('monitor', 'list')).toMatchObject([{ name: 'daily' }, { name: 'Weekly' }]);
}, 120_000);
