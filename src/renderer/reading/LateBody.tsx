import { type ReactNode, startTransition, useEffect, useState } from 'react';

type LateBodyProps = {
  /** Rendered with the column, because the user is not scrolling. */
  readonly immediate: boolean;
  readonly children: () => ReactNode;
};

/**
 * The text of a column that becomes visible while scrolling. Its header is rendered immediately, its text when the
 * browser is idle, so that fast scrolling does not wait for answers that it passes.
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
