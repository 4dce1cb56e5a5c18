import { createStore, type StoreApi } from 'zustand/vanilla';

/** What a person looks at in the history: kept while they are elsewhere. */
export type HistoryView = {
  /** What was last searched for; empty while the runs are listed. */
  readonly text: string;
  /** Runs of every project, and not only of the one in use. */
  readonly everywhere: boolean;
  /** Answers selected to be compared, in the order they were selected. */
  readonly selected: readonly string[];
};

export type HistoryViewActions = {
  readonly setText: (text: string) => void;
  readonly showEverywhere: (everywhere: boolean) => void;
  readonly toggleSelected: (observationId: string) => void;
  readonly clearSelected: () => void;
};

export type HistoryViewStore = StoreApi<HistoryView & HistoryViewActions>;

/** Columns that can be read side by side at all. */
export const maxSelected = 60;

export function createHistoryViewStore(): HistoryViewStore {
  return createStore<HistoryView & HistoryViewActions>((set) => ({
    text: '',
    everywhere: false,
    selected: [],
    setText: (text) => set((view) => (view.text === text ? view : { text })),
    showEverywhere: (everywhere) => set({ everywhere }),
    toggleSelected: (id) =>
      set(({ selected }) => {
        if (selected.includes(id)) return { selected: selected.filter((other) => other !== id) };
        return selected.length < maxSelected ? { selected: [...selected, id] } : {};
      }),
    clearSelected: () => set({ selected: [] }),
  }));
}
