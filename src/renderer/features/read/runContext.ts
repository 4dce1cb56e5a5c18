import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { RunActions, RunState, RunStore } from './runStore.ts';

const Context = createContext<RunStore | null>(null);

/** Gives the components below it the run that is read. */
export const RunProvider = Context.Provider;

export function useRunStore(): RunStore {
  const store = useContext(Context);
  if (store === null) throw new Error('A part of a run stands outside of RunProvider');
  return store;
}

export function useRun<T>(select: (state: RunState & RunActions) => T): T {
  return useStore(useRunStore(), select);
}
