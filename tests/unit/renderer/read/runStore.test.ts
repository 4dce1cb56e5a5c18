import { describe, expect, it } from 'vitest';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { createRunStore, type RunStore } from '#renderer/features/read/runStore.ts';
import { createMemoryHost, MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';

async function running(countries: string) {
  const host = createMemoryHost({ emptyHistory: true, latencyMs: null, nowMs: () => 1000 });
  const bridge = createBridgeClient(host.bridge);
  const { runId } = await bridge.call('runs.start', {
    question: 'Which locks?',
    engine: 'assistant-a',
    markets: countries.split(' ').map((country) => ({ country })),
    connectionId: 'embedded',
  });
  const store = createRunStore(bridge, runId);
  return { host, bridge, runId, store };
}

const until = (
  store: RunStore,
  reached: (state: ReturnType<RunStore['getState']>) => boolean,
): Promise<void> =>
  new Promise((done) => {
    if (reached(store.getState())) return done();
    const leave = store.subscribe((state) => {
      if (!reached(state)) return;
      leave();
      done();
    });
  });

const cellId = (store: RunStore, country: string): string => {
  const found = [...store.getState().cells.values()].find((cell) => cell.market.country === country);
  if (!found) throw new Error(`no cell for ${country}`);
  return found.id;
};

describe('a run that is read', () => {
  it('shows every cell at once and each answer as it arrives', async () => {
    const { host, runId, store } = await running('US DE JP');
    store.getState().start();
    await until(store, (state) => state.cells.size === 3);
    host.finishCell(runId, cellId(store, 'DE'));
    const cell = store.getState().cells.get(cellId(store, 'DE'));
    expect(cell?.state).toBe('completed');
    store.getState().need([cell?.observationId ?? '']);
    await until(store, (state) => state.observations.size === 1);
    expect([...store.getState().observations.values()][0]?.language).toBe('de');
    expect(store.getState().run?.counts).toMatchObject({ completed: 1, running: 2 });
  });

  it('an answer to its first reading that arrives late takes back nothing that was told meanwhile', async () => {
    const { host, bridge, runId, store } = await running('US DE');
    const early = await bridge.call('runs.get', { runId });
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.get', () => late.promise);
    store.getState().start();
    for (const { id } of early.cells) host.finishCell(runId, id);
    late.resolve(early);
    await until(store, (state) => !state.loading);
    expect(store.getState().run).toMatchObject({ state: 'finished', counts: { completed: 2, running: 0 } });
    expect([...store.getState().cells.values()].map(({ state }) => state)).toEqual([
      'completed',
      'completed',
    ]);
  });

  it('asks for each answer once, in batches', async () => {
    const { host, runId, store } = await running('US DE JP BR');
    store.getState().start();
    await until(store, (state) => state.cells.size === 4);
    for (const country of ['US', 'DE', 'JP', 'BR']) host.finishCell(runId, cellId(store, country));
    const ids = [...store.getState().cells.values()].flatMap((cell) => cell.observationId ?? []);
    store.getState().need(ids.slice(0, 2));
    store.getState().need(ids);
    await until(store, (state) => state.observations.size === 4);
    store.getState().need(ids);
    expect(host.calls.filter((call) => call.route === 'observations.getMany')).toHaveLength(1);
  });

  it('keeps the failure of a cell apart from an empty answer, and retries only that cell', async () => {
    const { host, runId, store } = await running('US FR');
    store.getState().start();
    await until(store, (state) => state.cells.size === 2);
    const failed = cellId(store, 'FR');
    host.finishCell(runId, failed, 'failed');
    host.finishCell(runId, cellId(store, 'US'));
    expect(store.getState().cells.get(failed)).toMatchObject({ state: 'failed', observationId: null });
    expect(store.getState().cells.get(failed)?.error?.requestId).toBeTruthy();
    await store.getState().resume({ cellIds: [failed], retryFailed: true });
    await until(store, (state) => state.cells.get(failed)?.state === 'running');
    expect(store.getState().cells.get(cellId(store, 'US'))?.state).toBe('completed');
  });

  it('a cell whose outcome is unknown is asked again only when that is said', async () => {
    const { host, runId, store } = await running('US');
    store.getState().start();
    await until(store, (state) => state.cells.size === 1);
    const id = cellId(store, 'US');
    host.finishCell(runId, id, 'unknown');
    await store.getState().resume({ retryFailed: true });
    expect(store.getState().cells.get(id)?.state).toBe('unknown');
    await store.getState().resume({ cellIds: [id], includeUnknown: true });
    await until(store, (state) => state.cells.get(id)?.state === 'running');
  });

  it('reads everything afresh when events were missed', async () => {
    const { host, runId, store } = await running('US DE');
    store.getState().start();
    await until(store, (state) => state.cells.size === 2);
    const us = cellId(store, 'US');
    const before = host.calls.filter((call) => call.route === 'runs.get').length;
    host.skipEvents(2);
    host.finishCell(runId, us);
    await until(store, () => host.calls.filter((call) => call.route === 'runs.get').length === before + 1);
    expect(store.getState().cells.get(us)?.state).toBe('completed');
  });

  it('an answer that cannot be read is marked, and not asked for without end', async () => {
    const { host, runId, store } = await running('US');
    store.getState().start();
    await until(store, (state) => state.cells.size === 1);
    host.finishCell(runId, cellId(store, 'US'));
    host.answer('observations.getMany', () => {
      throw new MemoryHostFailure({
        code: 'HISTORY_LOCKED',
        message: 'The history is in use.',
        retryable: true,
      });
    });
    const id = [...store.getState().cells.values()][0]?.observationId ?? '';
    store.getState().need([id]);
    await until(store, (state) => state.unreadable.has(id));
    store.getState().need([id]);
    expect(store.getState().unreadable.get(id)?.code).toBe('HISTORY_LOCKED');
    expect(host.calls.filter((call) => call.route === 'observations.getMany')).toHaveLength(1);
  });

  it('a failed cancel is said and changes nothing', async () => {
    const { host, store } = await running('US');
    store.getState().start();
    await until(store, (state) => state.cells.size === 1);
    host.answer('runs.cancel', () => {
      throw new MemoryHostFailure({ code: 'INTERNAL', message: 'Could not.', retryable: false });
    });
    await store.getState().cancel();
    expect(store.getState().actionFailure?.message).toBe('Could not.');
    expect(store.getState().run?.state).toBe('running');
  });

  it('hears no more of the run after it was left', async () => {
    const { host, runId, store } = await running('US');
    const leave = store.getState().start();
    await until(store, (state) => state.cells.size === 1);
    leave();
    host.finishCell(runId, cellId(store, 'US'));
    expect(store.getState().cells.get(cellId(store, 'US'))?.state).toBe('running');
  });
});
