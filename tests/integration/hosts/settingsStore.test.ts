import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSetting } from '#main/hosts/common/settingsStore.ts';
import { openDesktopSettings } from '#main/hosts/electron/desktopSettings.ts';
import { openNodeSettings } from '#main/hosts/node/nodeSettings.ts';
import { createSettings } from '#main/settings/settings.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parallax-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const file = (): string => join(folder, 'settings.json');
const program = fileURLToPath(new URL('../../support/settings/changeSettings.ts', import.meta.url));
const start = (name: string, count: number): ChildProcess =>
  spawn(process.execPath, [program, folder, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
const stored = async (): Promise<unknown> => JSON.parse(await readFile(file(), 'utf8'));

describe.each([
  ['desktop (electron-store)', async () => openDesktopSettings(folder)],
  ['browser host and command line (conf)', () => openNodeSettings(folder)],
])('settings of the %s', (_host, open) => {
  it('are kept in a private file, with names as they are, and those of a newer version', async () => {
    await writeFile(file(), JSON.stringify({ ofTheFuture: { deep: [1, null] }, theme: 'dark' }));
    const settings = await open();
    settings.set('a.b', { c: null });
    settings.remove('theme');
    expect(await stored()).toEqual({ ofTheFuture: { deep: [1, null] }, 'a.b': { c: null } });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(settings.get('a.b')).toEqual({ c: null });
    expect(settings.get('a')).toBeUndefined();
    expect((await open()).all()).toEqual(settings.all());
    expect(readSetting(folder, 'a.b')).toEqual({ c: null });
    expect(settings.damaged?.()).toBeNull();
    expect(await readdir(folder)).toEqual(['settings.json', 'settings.json.lock']);
  });

  it('see what another host changed', async () => {
    const [one, two] = [await open(), await openNodeSettings(folder)];
    one.set('theme', 'dark');
    two.set('lastEngine', 'assistant-b');
    expect(one.all()).toEqual(
      new Map([
        ['theme', 'dark'],
        ['lastEngine', 'assistant-b'],
      ]),
    );
  });

  it.each([
    ['half a file', '{"alertChannels": {"webhook": "https://exam'],
    ['nothing', ''],
    ['a list', '[1, 2]'],
    ['bytes', '\0\0\0\0'],
  ])('keep a damaged file of %s beside, and go on', async (_what, text) => {
    await writeFile(file(), text);
    const settings = await open();
    expect(settings.get('theme')).toBeUndefined();
    settings.set('theme', 'light');
    expect(await stored()).toEqual({ theme: 'light' });
    const kept = settings.damaged?.() ?? '';
    expect(kept).toMatch(/^settings\.json\.damaged-\d{14}$/);
    expect(await readFile(join(folder, kept), 'utf8')).toBe(text);
  });

  it('keep a file that is damaged while they are open', async () => {
    const settings = await open();
    settings.set('theme', 'light');
    await writeFile(file(), '{"theme": "li');
    expect(settings.get('theme')).toBeUndefined();
    await rm(join(folder, settings.damaged?.() ?? ''));
    await writeFile(file(), '{"theme": "li');
    settings.set('theme', 'dark');
    expect(await stored()).toEqual({ theme: 'dark' });
    expect(await readFile(join(folder, settings.damaged?.() ?? ''), 'utf8')).toBe('{"theme": "li');
  });

  it('go on after a process that died while it changed them', async () => {
    const settings = await open();
    const dying = start('dying', 1_000_000);
    await expect
      .poll(async () => (await readdir(folder)).includes('settings.json'), { timeout: 20_000 })
      .toBe(true);
    const ended = once(dying, 'exit');
    dying.kill('SIGKILL');
    await ended;
    settings.set('theme', 'dark');
    expect(await stored()).toMatchObject({ 'dying-0': 0, theme: 'dark' });
  });
});

/** Every form that settings.json has had: settings were added, none was renamed. */
const earlierForms = {
  'before updates': {
    theme: 'dark',
    lastEngine: 'assistant-a',
    recentMarketSets: [['DE']],
    lastOptions: { samples: 3 },
    sidebarCollapsed: true,
    runNotifications: false,
    keepInTray: true,
    collectQueued: 'ask',
    resolveRedirects: false,
  },
  'before runs opened at their overview': { lookForUpdates: false, updateChannel: 'beta', theme: 'light' },
  'before widths were remembered': { runTab: 'sources', theme: 'system' },
} as const;

describe('settings of earlier versions', () => {
  it.each(Object.entries(earlierForms))('are read as they were left: %s', async (_form, left) => {
    await writeFile(
      file(),
      JSON.stringify({ ...left, window: { x: 1, y: 2, width: 900, height: 600, maximized: false } }),
    );
    const store = openDesktopSettings(folder);
    const settings = createSettings(store);
    expect(settings.read()).toEqual({ ...defaultSettings, ...left });
    settings.update({ sidebarCollapsed: false });
    expect(settings.read()).toEqual({ ...defaultSettings, ...left, sidebarCollapsed: false });
    expect(store.get('window')).toMatchObject({ width: 900 });
  });

  it('lose one that cannot be read, and none beside it', async () => {
    await writeFile(
      file(),
      JSON.stringify({
        theme: 'purple',
        runTab: 'sources',
        alertChannels: { system: 'yes' },
        keyedDrivers: ['openai'],
      }),
    );
    const settings = createSettings(openDesktopSettings(folder));
    expect(settings.read()).toEqual({ ...defaultSettings, runTab: 'sources' });
    expect(settings.alertChannels().system).toBe(true);
    expect(settings.keyedDrivers()).toEqual(['openai']);
  });
});

it.each([2, 4])('%i programs that change settings at once lose no change', async (count) => {
  const programs = Array.from({ length: count }, (_, at) => start(`program${at}`, 100));
  const codes = await Promise.all(programs.map((each) => once(each, 'exit')));
  expect(codes.map(([code]) => code)).toEqual(programs.map(() => 0));
  expect(Object.keys((await stored()) as object)).toHaveLength(100 * count);
});
