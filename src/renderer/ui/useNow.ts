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
      // Without listeners, the time is not updated by the timer.
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
 * The current time, updated every `everyMs`, for elapsed and relative times. All callers with the same interval share
 * one timer and one value, so each renders once per update.
 */
export function useNow(everyMs: number): number {
  const { subscribe, now } = tickerOf(everyMs);
  return useSyncExternalStore(subscribe, now);
}
