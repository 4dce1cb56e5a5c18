import { type ReactNode, startTransition, useEffect, useState } from 'react';

type LateBodyProps = {
  /** Laid out with the column, because nobody is scrolling. */
  readonly immediate: boolean;
  readonly children: () => ReactNode;
};

/**
 * The text of a column that comes into sight while the columns are scrolled: its head is there at once, its text as
 * soon as the program has a moment, so that a fast scroll never waits for forty answers it passes by.
 */
export function LateBody({ immediate, children }: LateBodyProps) {
  const [ready, setReady] = useState(immediate);
  useEffect(() => {
    if (ready) return;
    const handle = requestIdleCallback(() => startTransition(() => setReady(true)), { timeout: 400 });
    return () => cancelIdleCallback(handle);
  }, [ready]);
  return ready ? children() : <div aria-hidden="true" className="h-40" />;
}
