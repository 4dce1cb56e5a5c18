import type { ReactNode } from 'react';
import { ReadInBar } from './ReadInBar.tsx';
import { ReadInContext } from './readInContext.ts';
import { useReadIn } from './useReadIn.ts';

/** Whole answers, with the choice of the language in which they are read above them. */
export function ReadInFrame({
  shown,
  all,
  onCompare,
  children,
}: {
  readonly shown: readonly string[];
  readonly all: readonly string[];
  /** Shows the answers compared; absent for one answer. */
  readonly onCompare?: () => void;
  readonly children: ReactNode;
}) {
  const state = useReadIn({ shown, all });
  const compare = state.translated.length > 0 ? (onCompare ?? null) : null;
  return (
    <ReadInContext.Provider value={state.value}>
      <ReadInBar state={{ ...state, compare }} compared="" />
      {children}
    </ReadInContext.Provider>
  );
}
