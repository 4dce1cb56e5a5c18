import { describe, expect, it } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { cellsDone, createActivityStore, shareDone } from '#renderer/features/activity/activityStore.ts';
import { aliasesOf, draftOf } from '#renderer/features/connections/aliasDraft.ts';
import {
  createConnectionsStore,
  selectedConnection,
} from '#renderer/features/connections/connectionsStore.ts';
import { createHistoryStore } from '#renderer/features/history/historyStore.ts';
import { createSettingsStore } from '#renderer/features/settings/settingsStore.ts';
import { uniqueMarkets } from '#renderer/ui/stripCells.ts';
import {
  createMemoryHost,
  MemoryHostFailure,
  type MemoryHostOptions,
} from '#tests/support/windowHost/memoryHost.ts';

const open = (options: MemoryHostOptions = {}) => {
  const host = createMemoryHost({ latencyMs: null, nowMs: () => Date.UTC(2026, 10, 21), ...options });
  return { host, bridge: createBridgeClient(host.bridge) };
};

const until = <State>(store: StoreApi<State>, reached: (state: State) => boolean): Promise<void> =>
  new Promise((done) => {
    if (reached(store.getState())) return done();
    const leave = store.subscribe((state) => {
      if (!reached(state)) return;
      leave();
      done();
    });
  });

const question = {
  question: 'Which locks?',
  engine: 'assistant-a' as const,
  markets: [{ country: 'DE' }, { country: 'JP' }],
  connectionId: 'embedded',
};

describe('the history list', () => {
  it('reads page after page until every run was seen once', async () => {
    const { bridge } = open();
    const store = createHistoryStore(bridge);
    store.getState().start();
    await until(store, (state) => !state.loading);
    while (store.getState().more) await store.getState().loadMore();
    const ids = store.getState().runs.map((run) => run.id);
    expect(ids).toHaveLength(240);
    expect(new Set(ids).size).toBe(240);
  });

  it('a new run appears on top, a changed one in its row, a deleted one leaves', async () => {
    const { bridge } = open({ nowMs: () => Date.UTC(2026, 10, 22) });
    const store = createHistoryStore(bridge);
    store.getState().start();
    await until(store, (state) => !state.loading);
    const { runId } = await bridge.call('runs.start', question);
    expect(store.getState().runs[0]?.id).toBe(runId);
    await bridge.call('runs.cancel', { runId });
    expect(store.getState().runs[0]?.state).toBe('cancelled');
    expect(await store.getState().remove(runId)).toBe(true);
    expect(store.getState().runs.some((run) => run.id === runId)).toBe(false);
  });

  it('takes over what another program wrote, and keeps the pages that were loaded in their place', async () => {
    const { host, bridge } = open();
    const store = createHistoryStore(bridge);
    store.getState().start();
    await until(store, (state) => !state.loading);
    await store.getState().loadMore();
    const before = store.getState().runs;
    const [first, second, ...rest] = before.slice(0, 60);
    if (first === undefined || second === undefined) throw new Error('The list is empty');
    const added = { ...first, id: 'of-another-program', createdAtMs: first.createdAtMs + 1 };
    const renamed = { ...second, question: 'Asked on' };
    // The first one was removed, the second changed, and one is new.
    host.answer('runs.list', () => ({ runs: [added, renamed, ...rest], more: true }));
    host.emit('history.changed', {});
    await until(store, ({ runs }) => runs[0]?.id === added.id);
    const after = store.getState().runs;
    expect(after.map(({ id }) => id)).toEqual([added.id, ...before.slice(1).map(({ id }) => id)]);
    expect(after[1]?.question).toBe('Asked on');
  });

  it('a list that arrives late takes back nothing that was told meanwhile', async () => {
    const { host, bridge } = open({ emptyHistory: true });
    const { runId } = await bridge.call('runs.start', question);
    const early = await bridge.call('runs.list', {});
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.list', () => late.promise);
    const [list, ring] = [createHistoryStore(bridge), createActivityStore(bridge)];
    list.getState().start();
    ring.getState().start();
    const { cells } = await bridge.call('runs.get', { runId });
    for (const { id } of cells) host.finishCell(runId, id);
    late.resolve(early);
    await until(list, (state) => !state.loading);
    expect(list.getState().runs.map(({ state }) => state)).toEqual(['finished']);
    expect(ring.getState().running).toEqual([]);
  });

  it('a run that could not be deleted stays, with the reason', async () => {
    const { host, bridge } = open();
    const store = createHistoryStore(bridge);
    store.getState().start();
    await until(store, (state) => !state.loading);
    host.answer('runs.remove', () => {
      throw new MemoryHostFailure({
        code: 'HISTORY_READ_ONLY',
        message: 'The history cannot be written.',
        retryable: false,
      });
    });
    const id = store.getState().runs[0]?.id ?? '';
    expect(await store.getState().remove(id)).toBe(false);
    expect(store.getState().runs[0]?.id).toBe(id);
    expect(store.getState().removeFailure?.code).toBe('HISTORY_READ_ONLY');
  });
});

describe('what runs now', () => {
  it('follows runs from start to finish and sums up how much is done', async () => {
    const { host, bridge } = open({ emptyHistory: true });
    const store = createActivityStore(bridge);
    store.getState().start();
    expect(shareDone(store.getState().running)).toBeNull();
    const { runId } = await bridge.call('runs.start', question);
    const { cells } = await bridge.call('runs.get', { runId });
    host.finishCell(runId, cells[0]?.id ?? '', 'failed');
    expect(shareDone(store.getState().running)).toBe(0.5);
    expect(store.getState().running.map(cellsDone)).toEqual([1]);
    await store.getState().cancel(runId);
    expect(store.getState().running).toEqual([]);
  });
});

describe('connections', () => {
  it('the chosen one changes at once and goes back when it could not be chosen', async () => {
    const { host, bridge } = open();
    const store = createConnectionsStore(bridge);
    store.getState().start();
    await until(store, (state) => !state.loading);
    const added = await store.getState().add({ name: 'Team', baseUrl: 'https://a.example' });
    if (!added.ok) throw added.failure;
    host.answer('connections.select', () => {
      throw new MemoryHostFailure({ code: 'NOT_FOUND', message: 'Gone.', retryable: false });
    });
    const chosen = store.getState().select(added.value);
    expect(selectedConnection(store.getState())?.name).toBe('Team');
    await chosen;
    expect(selectedConnection(store.getState())?.name).toBe('Embedded');
  });

  it('a key goes in and only its last four characters are known afterwards', async () => {
    const { bridge } = open();
    const store = createConnectionsStore(bridge);
    store.getState().start();
    const added = await store.getState().add({ name: 'Team', baseUrl: 'https://a.example' });
    if (!added.ok) throw added.failure;
    await store.getState().setKey(added.value, 'amk_0123456789abcdefWXYZ');
    const text = JSON.stringify(store.getState().connections);
    expect(text).toContain('WXYZ');
    expect(text).not.toContain('0123456789');
    const refused = await store.getState().setKey(added.value, 'short');
    expect(refused).toMatchObject({ ok: false, failure: { code: 'INVALID_KEY_FORMAT' } });
    await store.getState().removeKey(added.value);
    expect(store.getState().connections.find((each) => each.id === added.value)?.key.kind).toBe('none');
  });

  it('aliases left blank are not sent', () => {
    const draft = draftOf({ 'assistant-a': { path: 'chat', displayName: 'Chat' } });
    expect(aliasesOf({ ...draft, search: { path: ' ', displayName: '' } })).toEqual({
      'assistant-a': { path: 'chat', displayName: 'Chat' },
    });
  });
});

describe('settings', () => {
  it('take effect at once and say when they could not be stored', async () => {
    const { host, bridge } = open();
    const failed = new Promise((done) => {
      const store = createSettingsStore(bridge, {}, done);
      host.answer('settings.update', () => {
        throw new MemoryHostFailure({ code: 'DISK_FULL', message: 'The disk is full.', retryable: false });
      });
      store.getState().update({ theme: 'dark' });
      expect(store.getState().settings.theme).toBe('dark');
    });
    await expect(failed).resolves.toMatchObject({ code: 'DISK_FULL' });
  });
});

describe('the flag strip', () => {
  it('shows a market once, with what went wrong in any of its samples', () => {
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
