import { createStore, type StoreApi } from 'zustand/vanilla';

/** Which of the scrolled columns are on the screen, by market key; null before anything was laid out. */
export type ScreenRange = { readonly first: string | null; readonly last: string | null };

/** Changes with every column that is scrolled past, so only the mark that shows it listens. */
export type ScreenRangeStore = StoreApi<ScreenRange>;

export function createScreenRange(): ScreenRangeStore {
  return createStore<ScreenRange>(() => ({ first: null, last: null }));
}
