import { describe, expect, it } from 'vitest';
import { selectedConnection } from '#renderer/bridge/connectionList.ts';
import { keyHint } from '#renderer/bridge/keyHint.ts';
import { activeRunsQuery, cellsDone, shareDone } from '#renderer/features/activity/activity.ts';
import { aliasesOf, draftOf } from '#renderer/features/connections/aliasDraft.ts';
import { problemOf } from '#renderer/features/connections/ConnectionChip.tsx';
import { connectionActions } from '#renderer/features/connections/connections.ts';
import { readOlderRuns, removeRun, runHistoryQuery } from '#renderer/features/history/runHistory.ts';
import { createSettings } from '#renderer/features/settings/settings.ts';
import { uniqueMarkets } from '#renderer/ui/FlagStrip.tsx';
import { MemoryHostFailure, type MemoryHostOptions } from '#tests/support/windowHost/memoryHost.ts';
import { openServerData, showQuery } from '#tests/support/windowHost/shownQuery.tsx';

const question = {
  question: 'Which locks?',
  engine: 'assistant-a' as const,
  markets: [{ country: 'DE' }, { country: 'JP' }],
  connectionId: 'embedded',
};

describe('the history list', () => {
  const listed = async (options: MemoryHostOptions = {}) => {
    const opened = openServerData(options);
    const list = showQuery(opened.server, runHistoryQuery(opened.server, {}));
    await list.until((page) => page !== undefined);
    return { ...opened, list };
  };

  it('loads page after page until every run is listed once', async () => {
    const { server, list } = await listed();
    while (list.data().more) await readOlderRuns(server, {});
    const ids = list.data().runs.map((run) => run.id);
    expect(ids).toHaveLength(240);
    expect(new Set(ids).size).toBe(240);
  });

  it('lists a page once that was loaded twice', async () => {
    const { server, list } = await listed();
    await Promise.all([readOlderRuns(server, {}), readOlderRuns(server, {})]);
    const ids = list.data().runs.map((run) => run.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(120);
  });

  it('adds a new run at the top, updates a changed one, and removes a deleted one', async () => {
    const { bridge, server, list } = await listed({ nowMs: () => Date.UTC(2026, 10, 22) });
    const { runId } = await bridge.call('runs.start', question);
    expect(list.data().runs[0]?.id).toBe(runId);
    await bridge.call('runs.cancel', { runId });
    expect(list.data().runs[0]?.state).toBe('cancelled');
    expect(await removeRun(server, runId)).toBe(true);
    expect(list.data().runs.some((run) => run.id === runId)).toBe(false);
  });

  it('shows the first run of an empty project, although no row states which project is in use', async () => {
    const { bridge, list } = await listed({ emptyHistory: true });
    expect(list.data().runs).toEqual([]);
    const { runId } = await bridge.call('runs.start', question);
    await list.until((page) => page?.runs[0]?.id === runId);
  });

  it('shows runs written by another program, and keeps the loaded pages', async () => {
    const { host, server, list } = await listed();
    await readOlderRuns(server, {});
    const before = list.data().runs;
    const [first, second, ...rest] = before.slice(0, 60);
    if (first === undefined || second === undefined) throw new Error('The list is empty');
    const added = { ...first, id: 'of-another-program', createdAtMs: first.createdAtMs + 1 };
    const renamed = { ...second, question: 'Asked on' };
    // The first one was removed, the second changed, and one is new.
    host.answer('runs.list', () => ({ runs: [added, renamed, ...rest], more: true }));
    host.emit('history.changed', {});
    await list.until((page) => page?.runs[0]?.id === added.id);
    const after = list.data().runs;
    expect(after.map(({ id }) => id)).toEqual([added.id, ...before.slice(1).map(({ id }) => id)]);
    expect(after[1]?.question).toBe('Asked on');
  });

  it('lists only the runs of the project in use', async () => {
    const { host, server, list } = await listed();
    await readOlderRuns(server, {});
    const other = list
      .data()
      .runs.slice(0, 60)
      .map((run) => ({ ...run, id: `other-${run.id}`, projectId: 'other' }));
    host.answer('runs.list', () => ({ runs: other, more: true }));
    host.emit('projects.changed', {});
    await list.until((page) => page?.runs[0]?.projectId === 'other');
    expect(list.data().runs.map(({ id }) => id)).toEqual(other.map(({ id }) => id));
  });

  it('after missed events, reloads everything that was scrolled to', async () => {
    const { host, server, list } = await listed();
    await readOlderRuns(server, {});
    expect(list.data().runs).toHaveLength(120);
    host.emit('notice', { level: 'info', message: 'before' });
    host.skipEvents(2);
    host.emit('notice', { level: 'info', message: 'after' });
    await list.until((page) => page?.runs.length === 60);
  });

  it('a late answer does not undo what events changed meanwhile', async () => {
    const { host, bridge, server } = openServerData({ emptyHistory: true });
    const { runId } = await bridge.call('runs.start', question);
    const early = await bridge.call('runs.list', {});
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.list', () => late.promise);
    const list = showQuery(server, runHistoryQuery(server, {}));
    const ring = showQuery(server, activeRunsQuery(server));
    const { cells } = await bridge.call('runs.get', { runId });
    for (const { id } of cells) host.finishCell(runId, id);
    late.resolve(early);
    await list.until((page) => page !== undefined);
    await ring.until((runs) => runs !== undefined);
    expect(list.data().runs.map(({ state }) => state)).toEqual(['finished']);
    expect(ring.data()).toEqual([]);
  });

  it('a run that could not be deleted stays in the list, with the reason', async () => {
    const { host, server, list } = await listed();
    host.answer('runs.remove', () => {
      throw new MemoryHostFailure({
        code: 'HISTORY_READ_ONLY',
        message: 'The history cannot be written.',
        retryable: false,
      });
    });
    const id = list.data().runs[0]?.id ?? '';
    await expect(removeRun(server, id)).rejects.toMatchObject({ code: 'HISTORY_READ_ONLY' });
    expect(list.data().runs[0]?.id).toBe(id);
  });
});

describe('active runs', () => {
  it('are tracked from start to finish, with their total progress', async () => {
    const { host, bridge, server } = openServerData({ emptyHistory: true });
    const ring = showQuery(server, activeRunsQuery(server));
    await ring.until((runs) => runs !== undefined);
    expect(shareDone(ring.data())).toBeNull();
    const { runId } = await bridge.call('runs.start', question);
    const { cells } = await bridge.call('runs.get', { runId });
    host.finishCell(runId, cells[0]?.id ?? '', 'failed');
    expect(shareDone(ring.data())).toBe(0.5);
    expect(ring.data().map(cellsDone)).toEqual([1]);
    await bridge.call('runs.cancel', { runId });
    expect(ring.data()).toEqual([]);
  });
});

describe('connections', () => {
  const listed = async () => {
    const opened = openServerData();
    const { server } = opened;
    const list = showQuery(server, server.routeQuery('connections.list', {}));
    await list.until((answer) => answer !== undefined);
    return { ...opened, list, actions: connectionActions(server) };
  };

  it('the selected one changes immediately, and is restored if the change fails', async () => {
    const { host, list, actions } = await listed();
    const added = await actions.add({ name: 'Team', baseUrl: 'https://a.example' });
    if (!added.ok) throw added.failure;
    host.answer('connections.select', () => {
      throw new MemoryHostFailure({ code: 'NOT_FOUND', message: 'Gone.', retryable: false });
    });
    const chosen = actions.select(added.value);
    expect(selectedConnection(list.data().connections)?.name).toBe('Team');
    await chosen;
    expect(selectedConnection(list.data().connections)?.name).toBe('Embedded');
  });

  it('has a problem while it has no key or its service does not respond', () => {
    const kept = { kind: 'keychain', lastFour: 'WXYZ' } as const;
    expect(problemOf({ key: { kind: 'none', lastFour: null }, reachable: true })).toBe('no key');
    expect(problemOf({ key: kept, reachable: false })).toBe('not reachable');
    expect(problemOf({ key: kept, reachable: true })).toBeNull();
    expect(problemOf({ key: kept, reachable: null })).toBeNull();
  });

  it('states where its key is stored: in the keychain, or in memory without one', () => {
    expect(keyHint('protected')).toMatch(/^Stored in this computer’s keychain\./);
    expect(keyHint('session')).toMatch(/^Kept in memory until Parallax ends/);
  });

  it('without a key, is estimated again once it has one, and is no problem any more', async () => {
    const { host, server, actions } = await listed();
    const added = await actions.add({ name: 'Team', baseUrl: 'https://a.example' });
    if (!added.ok) throw added.failure;
    const asked = { ...question, connectionId: added.value };
    let keyed = false;
    host.answer('runs.preview', () => ({
      cells: 2,
      maximumCredits: 10,
      balance: null,
      slots: 5,
      estimatedSeconds: null,
      problems: keyed ? [] : [{ field: 'connectionId', message: 'The connection has no key.' }],
      notices: [],
    }));
    const preview = showQuery(server, server.routeQuery('runs.preview', asked));
    await preview.until((known) => known?.problems.length === 1);
    keyed = true;
    await actions.setKey(added.value, 'amk_0123456789abcdefWXYZ');
    await preview.until((known) => known?.problems.length === 0);
  });

  it('a key is stored, and only its last four characters are shown afterwards', async () => {
    const { list, actions } = await listed();
    const added = await actions.add({ name: 'Team', baseUrl: 'https://a.example' });
    if (!added.ok) throw added.failure;
    await actions.setKey(added.value, 'amk_0123456789abcdefWXYZ');
    const text = JSON.stringify(list.data());
    expect(text).toContain('WXYZ');
    expect(text).not.toContain('0123456789');
    const refused = await actions.setKey(added.value, 'short');
    expect(refused).toMatchObject({ ok: false, failure: { code: 'INVALID_KEY_FORMAT' } });
    await actions.removeKey(added.value);
    expect(list.data().connections.find((each) => each.id === added.value)?.key.kind).toBe('none');
  });

  it('slots and credits are requested again when a run ends', async () => {
    const { host, bridge, list, callsOf } = await listed();
    const { runId } = await bridge.call('runs.start', question);
    const { cells } = await bridge.call('runs.get', { runId });
    const [embedded] = list.data().connections;
    if (embedded === undefined) throw new Error('There is no connection');
    const slots = { limit: 100, used: 7 };
    host.answer('connections.refresh', () => ({ ...embedded, slots }));
    host.finishCell(runId, cells[0]?.id ?? '');
    expect(callsOf('connections.refresh')).toHaveLength(0);
    host.finishCell(runId, cells[1]?.id ?? '');
    await list.until((answer) => answer?.connections[0]?.slots?.used === 7);
    expect(callsOf('connections.refresh')).toHaveLength(1);
  });

  it('blank aliases are not sent', () => {
    const draft = draftOf({ 'assistant-a': { path: 'chat', displayName: 'Chat' } });
    expect(aliasesOf({ ...draft, search: { path: ' ', displayName: '' } })).toEqual({
      'assistant-a': { path: 'chat', displayName: 'Chat' },
    });
  });
});

describe('settings', () => {
  it('take effect immediately, and show an error if they could not be stored', async () => {
    const { host, server } = openServerData();
    const failed = new Promise((done) => {
      const settings = createSettings(server, {}, done);
      host.answer('settings.update', () => {
        throw new MemoryHostFailure({ code: 'DISK_FULL', message: 'The disk is full.', retryable: false });
      });
      settings.update({ theme: 'dark' });
      expect(settings.current().theme).toBe('dark');
    });
    await expect(failed).resolves.toMatchObject({ code: 'DISK_FULL' });
  });

  it('keep changes made while the stored ones are still loading', async () => {
    const { server } = openServerData();
    const settings = createSettings(server, { theme: 'light' });
    const loaded = settings.load();
    settings.update({ theme: 'dark' });
    expect((await loaded).theme).toBe('dark');
    expect(settings.current().theme).toBe('dark');
  });
});

describe('the notice strip', () => {
  it('lists a market once, with the problems of all its samples', () => {
    const cells = [
      { market: 'DE', country: 'DE', state: 'completed' as const },
      { market: 'DE', country: 'DE', state: 'failed' as const },
      { market: 'JP', country: 'JP', state: 'completed' as const },
    ];
    expect(uniqueMarkets(cells).map((cell) => [cell.market, cell.state])).toEqual([
      ['DE', 'failed'],
      ['JP', 'completed'],
    ]);
  });
});
