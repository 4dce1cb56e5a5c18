import { createStore, type StoreApi } from 'zustand/vanilla';

/** View of the history, kept while the user is on other screens. */
export type HistoryView = {
  /** Text of the last search; empty if runs are listed. */
  readonly text: string;
  /** Whether runs of all projects are shown. */
  readonly everywhere: boolean;
  /** Answers selected for comparison, in the order of selection. */
  readonly selected: readonly string[];
};

export type HistoryViewActions = {
  readonly setText: (text: string) => void;
  readonly showEverywhere: (everywhere: boolean) => void;
  readonly toggleSelected: (observationId: string) => void;
  readonly clearSelected: () => void;
};

export type HistoryViewStore = StoreApi<HistoryView & HistoryViewActions>;

/** Maximum columns of a comparison. */
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
