import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Examination, examine } from '#main/diagnostics/checks.ts';
import { problemReport } from '#main/diagnostics/diagnostics.ts';
import { restoreHistory } from '#main/history/maintenance/restore.ts';
import { openFileLog } from '#platform/log.ts';
import { createTestCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

async function healthy(over: Partial<Examination> = {}): Promise<Examination> {
  return {
    dataFolder: await temporaryFolder(),
    restrictAccess: () => null,
    checkHistory: async () => null,
    keychain: async () => ({ kind: 'protected', backend: 'a test keychain' }),
    nowMs: () => Date.UTC(2026, 10, 23, 10),
    env: {},
    systemProxy: async () => null,
    reach: async () => null,
    graphics: async () => 'enabled',
    ...over,
  };
}
const found = async (over: Partial<Examination>) =>
  (await examine(await healthy(over))).filter(({ result }) => result !== 'ok');

describe('the system checks', () => {
  it('find no problem on a working system', async () => {
    const checks = await examine(await healthy());
    expect(checks.map(({ check, result }) => `${check} ${result}`)).toEqual([
      'file access ok',
      'history ok',
      'settings ok',
      'keychain ok',
      'file system ok',
      'clock ok',
      'proxy ok',
      'network ok',
      'graphics ok',
    ]);
  });

  it.each<readonly [Partial<Examination>, string, RegExp]>([
    [{ nowMs: () => 0 }, 'clock', /set the clock/],
    [{ env: { HTTPS_PROXY: 'proxy:8080:1' } }, 'proxy', /no address/],
    [{ graphics: async () => 'disabled_software' }, 'graphics', /slower/],
    [{ dataFolder: '/nowhere/at/all' }, 'file system', /ENOENT/],
    [{ keychain: async () => ({ kind: 'memory-only', reason: 'No keychain.' }) }, 'keychain', /No keychain/],
    [
      {
        reach: async () => {
          throw new Error('https://service.example cannot be reached (ENOTFOUND).');
        },
      },
      'network',
      /cannot be reached/,
    ],
  ])('name the problem: %o', async (over, check, says) => {
    expect(await found(over)).toEqual([
      { check, result: expect.stringMatching(/note|problem/), details: [expect.stringMatching(says)] },
    ]);
  });

  it.each([
    ['half of it', '{"theme": "li'],
    ['a list', '[]'],
  ])('name a settings file that is damaged: %s', async (_what, text) => {
    const dataFolder = await temporaryFolder();
    writeFileSync(join(dataFolder, 'settings.json'), text);
    expect(await found({ dataFolder })).toEqual([
      { check: 'settings', result: 'problem', details: [expect.stringMatching(/settings\.json is damaged/)] },
    ]);
  });

  it('show a proxy without its password', async () => {
    const checks = await examine(await healthy({ env: { HTTPS_PROXY: 'http://ana:secret@proxy:8080' } }));
    expect(JSON.stringify(checks)).toContain('proxy:8080');
    expect(JSON.stringify(checks)).not.toContain('secret');
  });
});

describe('a problem report', () => {
  it('shows where an error occurred, and nothing that a user or a service wrote', async () => {
    const folder = await temporaryFolder();
    const logFile = join(folder, 'parallax.log');
    const log = openFileLog(logFile);
    const question = 'Which secret product does Acme launch?';
    log('error', 'An error was not caught.', {
      error: new Error(`cannot read “${question}” at https://acme.example/plan`).stack,
      code: 'ENOSPC',
      question,
      reason: `sk_${'a1B2'.repeat(10)}`,
      url: 'https://acme.example/plan',
    });
    writeFileSync(logFile, `not a line of the log: ${question}\n`, { flag: 'a' });
    const text = problemReport({
      version: '0.1.0',
      host: 'desktop',
      platform: 'linux',
      home: folder,
      nowMs: 0,
      checks: [{ check: 'file system', result: 'ok', details: [`${folder}/data can be written`] }],
      logFile,
    });
    expect(text).toContain('An error was not caught. ');
    expect(text).toContain('code=ENOSPC');
    expect(text).toMatch(/at .*\(diagnostics\.test\.ts:\d+:\d+\)/);
    for (const kept of ['Acme', 'acme.example', 'sk_a1', folder]) expect(text).not.toContain(kept);
    expect(text).toContain('~/data can be written');
  });
});

it('a folder of another Parallax is restored with the journal of its last program', async () => {
  const checkout = await temporaryFolder();
  const { core } = await createTestCore({ paths: { data: checkout } });
  await core.start();
  await core.router.invoke('projects.create', { name: 'From the checkout' });
  const data = join(await temporaryFolder(), 'installed');
  mkdirSync(data);
  // The other program still has it open: the project is in its journal only.
  expect(restoreHistory(join(data, 'history.db'), checkout, 0)).toMatchObject({ keptFile: null });
  const installed = await createTestCore({ paths: { data } });
  await installed.core.start();
  const { projects } = (await installed.core.router.invoke('projects.list', {})) as {
    projects: readonly { name: string }[];
  };
  expect(projects.map(({ name }) => name)).toContain('From the checkout');
  await core.stop();
  await installed.core.stop();
});
