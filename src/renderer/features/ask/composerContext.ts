import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ComposerActions, ComposerState, ComposerStore } from './composerStore.ts';

const Context = createContext<ComposerStore | null>(null);

/** Gives the components below it the question that is being written. */
export const ComposerProvider = Context.Provider;

export function useComposerStore(): ComposerStore {
  const store = useContext(Context);
  if (store === null) throw new Error('A part of the composer stands outside of ComposerProvider');
  return store;
}

export function useComposer<T>(select: (state: ComposerState & ComposerActions) => T): T {
  return useStore(useComposerStore(), select);
}
