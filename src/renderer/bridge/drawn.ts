import { useEffect, useState } from 'react';

let drawn = false;

/**
 * Whether the window has drawn itself once and had nothing to do. What is not part of its first picture waits for this: what
 * wakes the service or loads other screens takes the processor from it.
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
