import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedSearch, SearchCursor, SearchHit, SearchResult } from '#shared/model/search.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../../bridge/client.ts';

const pageSize = 40;
/** How often a search is run again while stored answers are still being made searchable. */
const againMs = 3000;

export type SearchState = {
  readonly text: string;
  readonly hits: readonly SearchHit[];
  /** Everything about the search but its hits; null before the first answer. */
  readonly result: Omit<SearchResult, 'hits' | 'next'> | null;
  readonly next: SearchCursor | null;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly failure: BridgeFailure | null;
  /** Answers picked to be compared, in the order they were picked. */
  readonly picked: readonly string[];
  readonly saved: readonly SavedSearch[];
};

export type SearchActions = {
  readonly search: (text: string) => Promise<void>;
  readonly again: () => Promise<void>;
  readonly loadMore: () => Promise<void>;
  readonly pick: (observationId: string) => void;
  readonly unpickAll: () => void;
  readonly loadSaved: () => Promise<void>;
  readonly save: (name: string) => Promise<void>;
  readonly removeSaved: (id: string) => Promise<void>;
};

export type SearchStore = StoreApi<SearchState & SearchActions>;

/** Columns that can be read side by side at all. */
export const maxSelected = 60;

/** What was looked for in the history and what was found, a page at a time. */
export function createSearchStore(
  bridge: BridgeClient,
  later: (run: () => void, ms: number) => void = setTimeout,
): SearchStore {
  let generation = 0;

  return createStore<SearchState & SearchActions>((set, get) => {
    const read = async (): Promise<void> => {
      generation += 1;
      const mine = generation;
      const { text } = get();
      if (text.trim() === '') {
        set({ hits: [], result: null, next: null, loading: false, loadingMore: false, failure: null });
        return;
      }
      try {
        const { hits, next, ...result } = await bridge.call('history.search', { text, limit: pageSize });
        if (mine !== generation) return;
        set({ hits, next, result, loading: false, loadingMore: false, failure: null });
        if (result.pending > 0)
          later(() => {
            if (mine === generation && get().hits.length <= pageSize) void read();
          }, againMs);
      } catch (thrown) {
        if (mine === generation) set({ loading: false, loadingMore: false, failure: failureOf(thrown) });
      }
    };
    const readSaved = async (): Promise<void> => {
      try {
        set({ saved: (await bridge.call('searches.list', {})).searches });
      } catch (thrown) {
        set({ failure: failureOf(thrown) });
      }
    };
    const change = async (call: () => Promise<unknown>): Promise<void> => {
      try {
        await call();
        await readSaved();
      } catch (thrown) {
        set({ failure: failureOf(thrown) });
      }
    };
    return {
      text: '',
      hits: [],
      result: null,
      next: null,
      loading: false,
      loadingMore: false,
      failure: null,
      picked: [],
      saved: [],
      search: async (text) => {
        if (text === get().text) return;
        set({ text, loading: true });
        await read();
      },
      again: read,
      loadMore: async () => {
        const { text, next, loading, loadingMore } = get();
        if (next === null || loading || loadingMore) return;
        set({ loadingMore: true });
        const mine = generation;
        try {
          const page = await bridge.call('history.search', { text, limit: pageSize, after: next });
          if (mine === generation)
            set((state) => ({ hits: [...state.hits, ...page.hits], next: page.next, loadingMore: false }));
        } catch (thrown) {
          if (mine === generation) set({ loadingMore: false, failure: failureOf(thrown) });
        }
      },
      pick: (id) =>
        set(({ picked }) => {
          if (picked.includes(id)) return { picked: picked.filter((other) => other !== id) };
          return picked.length < maxSelected ? { picked: [...picked, id] } : {};
        }),
      unpickAll: () => set({ picked: [] }),
      loadSaved: readSaved,
      save: (name) => change(() => bridge.call('searches.save', { name, text: get().text })),
      removeSaved: (id) => change(() => bridge.call('searches.remove', { id })),
    };
  });
}
