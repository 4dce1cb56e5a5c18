import { useSyncExternalStore } from 'react';

type Ticker = { readonly now: () => number; readonly subscribe: (changed: () => void) => () => void };

function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    now = Date.now();
    for (const changed of listeners) changed();
  };
  return {
    now: () => {
      // While nobody listens it does not go on by itself.
      if (listeners.size === 0 && Date.now() - now >= everyMs) now = Date.now();
      return now;
    },
    subscribe: (changed) => {
      listeners.add(changed);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(changed);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const tickers = new Map<number, Ticker>();

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs);
  if (known !== undefined) return known;
  const made = createTicker(everyMs);
  tickers.set(everyMs, made);
  return made;
}

/**
 * The time now, renewed every `everyMs`; for elapsed and relative times. All that ask for the same step share one timer
 * and one moment, so a row of a list that shows a time renders once when it comes.
 */
export function useNow(everyMs: number): number {
  const { subscribe, now } = tickerOf(everyMs);
  return useSyncExternalStore(subscribe, now);
}
