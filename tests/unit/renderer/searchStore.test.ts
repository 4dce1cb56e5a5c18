import { describe, expect, it } from 'vitest';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { createSearchStore, maxSelected } from '#renderer/features/history/search/searchStore.ts';
import type { SearchHit, SearchResult } from '#shared/model/search.ts';
import { createMemoryHost, MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';

const nothing: SearchResult = {
  hits: [],
  total: 0,
  exact: true,
  facets: [],
  next: null,
  problems: [],
  pending: 0,
  stored: 0,
};

const hit = (id: string): SearchHit => ({
  observationId: id,
  runId: 'r',
  cellId: 'r.0',
  status: 'completed',
  engine: 'assistant-a',
  connectionId: 'embedded',
  question: 'Which locks?',
  market: { country: 'DE' },
  marketKey: 'DE',
  sample: 1,
  atMs: 0,
  language: null,
  driver: null,
  sourceCount: 0,
  creditsCharged: null,
  requestId: null,
  snippet: null,
  error: null,
});

function open() {
  const host = createMemoryHost({ latencyMs: null, nowMs: () => 0 });
  const later: (() => void)[] = [];
  const store = createSearchStore(createBridgeClient(host.bridge), (run) => later.push(run));
  return { host, store, later };
}

describe('what was looked for', () => {
  it('is what is shown: a slower answer to an older search never comes back', async () => {
    const { host, store } = open();
    let release = (): void => {};
    const slow = new Promise<void>((done) => {
      release = done;
    });
    host.answer('history.search', async ({ text }) => {
      if (text === 'old') await slow;
      return { ...nothing, total: text === 'old' ? 1 : 2 };
    });
    const older = store.getState().search('old');
    await store.getState().search('new');
    release();
    await older;
    expect(store.getState()).toMatchObject({ text: 'new', result: { total: 2 }, loading: false });
  });

  it('is read page by page and not once more than there is', async () => {
    const { host, store } = open();
    const asked: unknown[] = [];
    host.answer('history.search', ({ after }) => {
      asked.push(after);
      return after === null || after === undefined
        ? { ...nothing, hits: [hit('a')], next: { atMs: 1, id: 1 } }
        : { ...nothing, hits: [hit('b')] };
    });
    await store.getState().search('lock');
    await store.getState().loadMore();
    await store.getState().loadMore();
    expect(store.getState().hits.map((each) => each.observationId)).toEqual(['a', 'b']);
    expect(asked).toHaveLength(2);
  });

  it('is looked for again while answers are still being made searchable', async () => {
    const { host, store, later } = open();
    let pending = 1;
    host.answer('history.search', () => ({ ...nothing, pending: pending-- }));
    await store.getState().search('lock');
    expect(store.getState().result?.pending).toBe(1);
    later.shift()?.();
    await expect.poll(() => store.getState().result?.pending).toBe(0);
    expect(later).toEqual([]);
  });

  it('stays with the reason when the history cannot be searched', async () => {
    const { host, store } = open();
    host.answer('history.search', () => {
      throw new MemoryHostFailure({ code: 'HISTORY_LOCKED', message: 'Locked.', retryable: true });
    });
    await store.getState().search('lock');
    expect(store.getState()).toMatchObject({ loading: false, failure: { code: 'HISTORY_LOCKED' } });
  });
});

it('answers are picked in order, put back by picking them again, and never more than can be shown', () => {
  const { store } = open();
  for (const id of ['a', 'b', 'c', 'b']) store.getState().pick(id);
  expect(store.getState().picked).toEqual(['a', 'c']);
  for (let at = 0; at < maxSelected + 5; at++) store.getState().pick(`x${at}`);
  expect(store.getState().picked).toHaveLength(maxSelected);
  store.getState().unpickAll();
  expect(store.getState().picked).toEqual([]);
});
