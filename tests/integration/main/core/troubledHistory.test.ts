import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { ask, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

it('a history that cannot be opened does not prevent the start: the program reports it and opens it after the repair', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'history.db'), 'not a database '.repeat(500));
  const core = await startCore({ host: 'desktop', paths: { data } });
  const info = await core.router.invoke('app.info', {});
  expect(info.historyProblem).toMatchObject({
    code: 'HISTORY_CORRUPT',
    message: expect.stringContaining('history.db'),
  });
  expect(await core.call('runs.list', {})).toMatchObject({ ok: false, error: { code: 'HISTORY_CORRUPT' } });
  expect(core.seen[0]).toMatchObject({ name: 'notice', payload: { level: 'error' } });
  rmSync(join(data, 'history.db'));
  expect(await core.router.invoke('app.retryHistory', {})).toEqual({ historyProblem: null });
  expect((await ask(core, 'embedded', ['US'])).run.counts.completed).toBe(1);
});

it('a history locked by another program is opened when that program releases it', async () => {
  const data = temporaryFolder();
  mkdirSync(data, { recursive: true });
  const other = new Database(join(data, 'history.db'));
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('CREATE TABLE x (y); BEGIN EXCLUSIVE');
  const starting = startCore({ paths: { data } });
  const core = await starting;
  expect(await core.call('runs.list', {})).toMatchObject({
    ok: false,
    error: { code: 'HISTORY_LOCKED', retryable: true },
  });
  other.exec('ROLLBACK; DROP TABLE x');
  other.close();
  await core.call('app.retryHistory', {});
  expect(await core.call('runs.list', {})).toMatchObject({ ok: true });
});

it('settings are stored, validated, and fall back to their defaults if damaged', async () => {
  const core = await startCore();
  expect(await core.router.invoke('settings.get', {})).toEqual({
    theme: 'system',
    lastEngine: null,
    recentMarketSets: [],
    lastOptions: {},
    sidebarCollapsed: false,
    collectQueued: 'automatic',
    resolveRedirects: true,
    columnWidths: [],
    runTab: 'overview',
    runNotifications: true,
    keepInTray: false,
    startAtLogin: false,
    reopenLastView: true,
    checkSpelling: false,
    lookForUpdates: true,
    updateChannel: 'stable',
    translation: {
      models: { folder: null, address: null },
      deepl: { pricePerMillion: null, currency: 'EUR' },
      libreTranslate: { address: null },
    },
  });
  expect(
    (await core.router.invoke('settings.update', { theme: 'dark', recentMarketSets: [['DE', 'US:CA']] }))
      .theme,
  ).toBe('dark');
  expect(await core.call('settings.update', { theme: 'pink' })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', fields: [{ field: 'theme' }] },
  });
  core.use.settings.update({ theme: 'pink' as 'dark' });
  expect((await core.router.invoke('settings.get', {})).theme).toBe('system');
});

it('only https URLs are opened in the browser', async () => {
  const opened: string[] = [];
  const core = await startCore({ shell: { openExternal: async (url) => void opened.push(url) } });
  for (const url of ['http://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])
    expect(await core.call('app.openExternal', { url })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
  await core.router.invoke('app.openExternal', { url: 'https://example.com/a?b=c' });
  expect(opened).toEqual(['https://example.com/a?b=c']);
});
