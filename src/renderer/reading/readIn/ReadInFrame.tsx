import type { ReactNode } from 'react';
import { ReadInBar } from './ReadInBar.tsx';
import { ReadInContext } from './readInContext.ts';
import { useReadIn } from './useReadIn.ts';

/** Whole answers, with the choice of the language in which they are read above them. */
export function ReadInFrame({
  shown,
  all,
  children,
}: {
  readonly shown: readonly string[];
  readonly all: readonly string[];
  readonly children: ReactNode;
}) {
  const state = useReadIn({ shown, all });
  return (
    <ReadInContext.Provider value={state.value}>
      <ReadInBar state={state} compared="" />
      {children}
    </ReadInContext.Provider>
  );
}
