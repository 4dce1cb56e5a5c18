import { InfiniteQueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHistoryViewStore, maxSelected } from '#renderer/features/history/historyView.ts';
import { searchQuery } from '#renderer/features/history/search/searchQuery.ts';
import type { SearchHit, SearchResult } from '#shared/model/search.ts';
import { MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';
import { openServerData } from '#tests/support/windowHost/shownQuery.tsx';

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

function search(text: string) {
  const { host, server } = openServerData();
  const observer = new InfiniteQueryObserver(server.queries, { ...searchQuery(server, text), retry: false });
  return {
    host,
    observer,
    server,
    show: () => onTestFinished(observer.subscribe(() => {})),
    found: () => observer.getCurrentResult(),
  };
}

describe('the results of a search', () => {
  it('belong to the current query: a slower answer to an earlier query is ignored', async () => {
    const { host, observer, server, show, found } = search('old');
    const slow = Promise.withResolvers<void>();
    host.answer('history.search', async ({ text }) => {
      if (text === 'old') await slow.promise;
      return { ...nothing, total: text === 'old' ? 1 : 2 };
    });
    show();
    observer.setOptions({ ...searchQuery(server, 'new'), retry: false });
    await expect.poll(() => found().data?.pages[0]?.total).toBe(2);
    slow.resolve();
    await new Promise((turned) => setTimeout(turned, 0));
    expect(found().data?.pages[0]?.total).toBe(2);
  });

  it('are loaded page by page, each page once', async () => {
    const { host, observer, show, found } = search('lock');
    const asked: unknown[] = [];
    host.answer('history.search', ({ after }) => {
      asked.push(after);
      return after === null || after === undefined
        ? { ...nothing, hits: [hit('a')], next: { atMs: 1, id: 1 } }
        : { ...nothing, hits: [hit('b')] };
    });
    show();
    await expect.poll(() => found().hasNextPage).toBe(true);
    await observer.fetchNextPage();
    expect(found().hasNextPage).toBe(false);
    expect(found().data?.pages.flatMap(({ hits }) => hits.map((each) => each.observationId))).toEqual([
      'a',
      'b',
    ]);
    expect(asked).toHaveLength(2);
  });

  it('are refreshed only while answers are being indexed and no page was added', () => {
    const { server } = search('lock');
    const { refetchInterval } = searchQuery(server, 'lock');
    const pauseAfter = (...pages: SearchResult[]) =>
      refetchInterval({ state: { data: { pages, pageParams: pages.map(() => null) } } });
    expect(pauseAfter({ ...nothing, pending: 1 })).toBeGreaterThan(0);
    expect(pauseAfter(nothing)).toBe(false);
    expect(pauseAfter({ ...nothing, pending: 1 }, nothing)).toBe(false);
  });

  it('show the reason if the history cannot be searched', async () => {
    const { host, show, found } = search('lock');
    host.answer('history.search', () => {
      throw new MemoryHostFailure({ code: 'HISTORY_LOCKED', message: 'Locked.', retryable: true });
    });
    show();
    await expect.poll(() => found().error).toMatchObject({ code: 'HISTORY_LOCKED' });
  });
});

it('are selected in order, deselected by selecting again, and limited to what can be compared', () => {
  const view = createHistoryViewStore();
  const { toggleSelected, clearSelected } = view.getState();
  for (const id of ['a', 'b', 'c', 'b']) toggleSelected(id);
  expect(view.getState().selected).toEqual(['a', 'c']);
  for (let at = 0; at < maxSelected + 5; at++) toggleSelected(`x${at}`);
  expect(view.getState().selected).toHaveLength(maxSelected);
  clearSelected();
  expect(view.getState().selected).toEqual([]);
});
