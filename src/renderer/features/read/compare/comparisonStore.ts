import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Comparison } from '#shared/analysis/comparison.ts';
import { type ComparisonPart, type PartialComparison, readTexts } from '#shared/analysis/comparisonParts.ts';
import type { CompareInput } from '#shared/model/comparison.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../../bridge/client.ts';

export type ComparisonState = {
  /** The parts of the latest comparison that arrived; stay on the screen while the next is worked out. */
  readonly comparison: PartialComparison | null;
  readonly working: boolean;
  readonly failure: BridgeFailure | null;
};

export type ComparisonActions = {
  /**
   * Asks for those parts of a comparison that are not there yet. `version` changes when answers arrived since; a
   * call with the same request, version and parts as the one before does nothing.
   */
  readonly want: (request: CompareInput, version: string, parts: readonly ComparisonPart[]) => void;
  /** Every part of what was wanted last, for files that are to have all of it. */
  readonly loadWhole: () => Promise<Comparison>;
  readonly stop: () => void;
};

export type ComparisonStore = StoreApi<ComparisonState & ComparisonActions>;

/** One comparison at a time: a newer request cancels the one that is still worked out. */
export function createComparisonStore(bridge: BridgeClient): ComparisonStore {
  /** The request that is under way, and the one whose parts are held. */
  let wanted = '';
  let held = '';
  let latest: CompareInput | null = null;
  let running: AbortController | null = null;

  return createStore<ComparisonState & ComparisonActions>((set, get) => {
    const want: ComparisonActions['want'] = (request, version, parts) => {
      latest = request;
      const key = JSON.stringify([request, version]);
      const before = held === key ? get().comparison : null;
      const missing = parts.filter((part) => before?.[part] === undefined);
      const asked = JSON.stringify([key, missing]);
      if (asked === wanted) return;
      wanted = asked;
      running?.abort();
      running = null;
      if (missing.length === 0) {
        set({ working: false, failure: null });
        return;
      }
      const call = new AbortController();
      running = call;
      set({ working: true, failure: null });
      bridge.call('comparisons.parts', { ...request, parts: missing }, { signal: call.signal }).then(
        (texts) => {
          if (running !== call) return;
          running = null;
          const arrived = readTexts(texts);
          const comparison = before?.key === arrived.key ? { ...before, ...arrived } : arrived;
          held = key;
          set({ comparison, working: false });
          // The answers changed in between: what was held is of another comparison.
          if (before !== null && before.key !== arrived.key) want(request, version, parts);
        },
        (thrown: unknown) => {
          if (running !== call) return;
          running = null;
          // The same request may be asked for again after a failure.
          wanted = '';
          set({ working: false, failure: failureOf(thrown) });
        },
      );
    };
    return {
      comparison: null,
      working: false,
      failure: null,
      want,
      loadWhole: async () => {
        if (latest === null) throw new Error('nothing is compared yet');
        return await bridge.call('comparisons.get', latest);
      },
      stop: () => {
        running?.abort();
        running = null;
        wanted = '';
      },
    };
  });
}
