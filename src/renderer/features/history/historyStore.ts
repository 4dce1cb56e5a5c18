import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunSummary } from '#shared/model/run.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { createLiveState } from '../../bridge/liveState.ts';

const pageSize = 60;

export type HistoryState = {
  readonly runs: readonly RunSummary[];
  readonly more: boolean;
  /** True until the first page is here. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  /** Runs of every project, and not only of the one in use. */
  readonly everywhere: boolean;
  readonly failure: BridgeFailure | null;
  readonly removeFailure: BridgeFailure | null;
};

export type HistoryActions = {
  /** Reads the first page and follows changes; the returned function ends that. */
  readonly start: () => () => void;
  readonly loadMore: () => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly showEverywhere: (everywhere: boolean) => void;
  readonly remove: (runId: string) => Promise<boolean>;
};

export type HistoryStore = StoreApi<HistoryState & HistoryActions>;

/** Every run ever made, newest first, a page at a time. */
export function createHistoryStore(bridge: BridgeClient): HistoryStore {
  let generation = 0;

  return createStore<HistoryState & HistoryActions>((set, get) => {
    const liveState = createLiveState<HistoryState>(set);
    const scope = () => (get().everywhere ? { project: 'all' } : {});
    const changed = (run: RunSummary): void => {
      liveState.told((state) => (belongs(state, run) ? { runs: place(state, run) } : {}));
      if (!belongs(get(), run) && run.counts.completed === 0) void readFirst();
    };
    const readFirst = async (): Promise<void> => {
      generation += 1;
      const mine = generation;
      try {
        await liveState.read(
          () => bridge.call('runs.list', { limit: pageSize, ...scope() }),
          ({ runs, more }) =>
            mine === generation ? { runs, more, loading: false, loadingMore: false, failure: null } : {},
        );
      } catch (thrown) {
        if (mine === generation) set({ loading: false, loadingMore: false, failure: failureOf(thrown) });
      }
    };
    /** Another program wrote: what is new or changed comes in, what was loaded further down stays in its place. */
    const invalidate = async (): Promise<void> => {
      const mine = generation;
      if (get().loading) return readFirst();
      await liveState
        .read(
          () => bridge.call('runs.list', { limit: pageSize, ...scope() }),
          (page, state) => (mine === generation ? refreshed(state, page) : {}),
        )
        // What is shown is still what was read last.
        .catch(() => undefined);
    };
    return {
      runs: [],
      more: false,
      loading: true,
      loadingMore: false,
      everywhere: false,
      failure: null,
      removeFailure: null,
      start: () => {
        void readFirst();
        const ends = [
          bridge.on('run.changed', ({ run }) => changed(run)),
          bridge.on('projects.changed', () => void readFirst()),
          bridge.on('history.changed', () => void invalidate()),
          bridge.on('run.removed', ({ runId }) =>
            liveState.told((state) => ({ runs: state.runs.filter((run) => run.id !== runId) })),
          ),
          bridge.onGap(() => void readFirst()),
        ];
        return () => {
          generation += 1;
          for (const end of ends) end();
        };
      },
      loadMore: async () => {
        const { more, loadingMore, loading, runs } = get();
        const last = runs.at(-1);
        if (!more || loadingMore || loading || last === undefined) return;
        set({ loadingMore: true });
        const mine = generation;
        try {
          const page = await bridge.call('runs.list', {
            limit: pageSize,
            ...scope(),
            before: { createdAtMs: last.createdAtMs, id: last.id },
          });
          if (mine === generation)
            set((state) => ({
              runs: [...state.runs, ...unknownOf(state.runs, page.runs)],
              more: page.more,
              loadingMore: false,
              failure: null,
            }));
        } catch (thrown) {
          if (mine === generation) set({ loadingMore: false, failure: failureOf(thrown) });
        }
      },
      reload: readFirst,
      showEverywhere: (everywhere) => {
        set({ everywhere });
        void readFirst();
      },
      remove: async (runId) => {
        set({ removeFailure: null });
        try {
          const { removed } = await bridge.call('runs.remove', { runId });
          if (removed) set((state) => ({ runs: state.runs.filter((run) => run.id !== runId) }));
          return removed;
        } catch (thrown) {
          set({ removeFailure: failureOf(thrown) });
          return false;
        }
      },
    };
  });
}

/** Another project's runs are none of this list's; which one is in use, the list itself knows best. */
function belongs({ runs, everywhere }: HistoryState, run: RunSummary): boolean {
  return everywhere || runs.some(({ id }) => id === run.id) || runs[0]?.projectId === run.projectId;
}

/** A changed run in its row; a new one on top. */
function place(state: HistoryState, run: RunSummary): readonly RunSummary[] {
  if (state.runs.some((other) => other.id === run.id))
    return state.runs.map((other) => (other.id === run.id ? run : other));
  const newest = state.runs[0];
  if (newest && newest.createdAtMs > run.createdAtMs) return state.runs;
  return [run, ...state.runs];
}

/** The list with its first page read afresh; a run that is gone from where the page reaches leaves. */
function refreshed(
  state: HistoryState,
  page: { readonly runs: readonly RunSummary[]; readonly more: boolean },
): Partial<HistoryState> {
  const last = page.runs.at(-1);
  if (last === undefined || !page.more) return { runs: page.runs, more: page.more };
  const older = unknownOf(page.runs, state.runs).filter((run) => run.createdAtMs <= last.createdAtMs);
  return { runs: [...page.runs, ...older], more: older.length === 0 ? page.more : state.more };
}

function unknownOf(known: readonly RunSummary[], runs: readonly RunSummary[]): readonly RunSummary[] {
  const ids = new Set(known.map((run) => run.id));
  return runs.filter((run) => !ids.has(run.id));
}
