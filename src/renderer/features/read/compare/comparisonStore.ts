import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Comparison } from '#shared/analysis/comparison.ts';
import type { CompareInput } from '#shared/bridge/routes/comparisons.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../../bridge/client.ts';

export type ComparisonState = {
  /** The latest comparison that arrived; stays on the screen while the next is worked out. */
  readonly comparison: Comparison | null;
  readonly working: boolean;
  readonly failure: BridgeFailure | null;
};

export type ComparisonActions = {
  /**
   * Asks for a comparison. `version` changes when answers arrived since; a call with the same request and version
   * as the one before does nothing.
   */
  readonly want: (request: CompareInput, version: string) => void;
  readonly stop: () => void;
};

export type ComparisonStore = StoreApi<ComparisonState & ComparisonActions>;

/** One comparison at a time: a newer request cancels the one that is still worked out. */
export function createComparisonStore(bridge: BridgeClient): ComparisonStore {
  let wanted = '';
  let running: AbortController | null = null;

  return createStore<ComparisonState & ComparisonActions>((set) => ({
    comparison: null,
    working: false,
    failure: null,
    want: (request, version) => {
      const key = JSON.stringify([request, version]);
      if (key === wanted) return;
      wanted = key;
      running?.abort();
      const call = new AbortController();
      running = call;
      set({ working: true, failure: null });
      bridge.call('comparisons.get', request, { signal: call.signal }).then(
        (comparison) => {
          if (running === call) set({ comparison, working: false });
        },
        (thrown: unknown) => {
          if (running !== call) return;
          // The same request may be asked for again after a failure.
          wanted = '';
          set({ working: false, failure: failureOf(thrown) });
        },
      );
    },
    stop: () => {
      running?.abort();
      running = null;
      wanted = '';
    },
  }));
}
