import { useEffect, useState } from 'react';

let drawn = false;

/**
 * Whether the window has painted once and been idle. Work that is not part of the first paint waits for it: starting
 * the service and preloading screens would slow it down.
 */
export function useDrawn(): boolean {
  const [is, setIs] = useState(drawn);
  useEffect(() => {
    if (drawn) return;
    const done = (): void => {
      drawn = true;
      setIs(true);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, 0);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(done, { timeout: 1000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  return is;
}
