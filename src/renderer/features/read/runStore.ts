import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine } from '#shared/interface/engines.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunSummary } from '#shared/model/run.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { createLiveState } from '../../bridge/liveState.ts';

/** Answers asked for in one call: few enough that the first columns do not wait for the last. */
const batchSize = 40;

/** Which part of a run of a plan is read: the place of its question, and an engine. Empty for a single question. */
export type RunSection = { readonly question?: number; readonly engine?: Engine };

export const wholeRun: RunSection = {};

export type RunState = {
  readonly runId: string;
  readonly piece: RunSection;
  readonly run: RunSummary | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly cells: ReadonlyMap<string, CellView>;
  readonly observations: ReadonlyMap<string, ObservationView>;
  /** Answers that could not be read from the history, by observation id. */
  readonly unreadable: ReadonlyMap<string, BridgeFailure>;
  readonly loading: boolean;
  readonly failure: BridgeFailure | null;
  /** What a cancel, resume or retry answered when it could not be done. */
  readonly actionFailure: BridgeFailure | null;
};

export type RunActions = {
  /** Reads the run and follows it; the returned function ends that. */
  readonly start: () => () => void;
  readonly reload: () => Promise<void>;
  /** Reads the answers of these observations unless they are here or on their way. */
  readonly need: (observationIds: readonly string[]) => void;
  readonly cancel: () => Promise<void>;
  readonly resume: (choice: ResumeChoice) => Promise<void>;
  readonly forgetActionFailure: () => void;
};

export type ResumeChoice = {
  readonly cellIds?: readonly string[];
  readonly retryFailed?: boolean;
  readonly includeUnknown?: boolean;
};

export type RunStore = StoreApi<RunState & RunActions>;

/** One run from its first second to ten years later: its cells as they change and the answers that are looked at. */
export function createRunStore(
  bridge: BridgeClient,
  runId: string,
  schedule: (run: () => void) => void = queueMicrotask,
  piece: RunSection = wholeRun,
): RunStore {
  const wanted = new Set<string>();
  const onTheWay = new Set<string>();
  let scheduled = false;

  return createStore<RunState & RunActions>((set, get) => {
    const liveState = createLiveState<RunState>(set);
    const readBatch = async (ids: readonly string[]): Promise<void> => {
      try {
        const { observations } = await bridge.call('observations.getMany', { ids: [...ids] });
        set((state) => ({ observations: withAll(state.observations, observations) }));
        const missing = ids.filter((id) => !get().observations.has(id));
        if (missing.length > 0)
          markUnreadable(missing, failureOf(new Error('the answer is no longer stored')));
      } catch (thrown) {
        markUnreadable(ids, failureOf(thrown));
      } finally {
        for (const id of ids) onTheWay.delete(id);
      }
    };
    const markUnreadable = (ids: readonly string[], failure: BridgeFailure): void =>
      set((state) => {
        const unreadable = new Map(state.unreadable);
        for (const id of ids) unreadable.set(id, failure);
        return { unreadable };
      });
    const flush = (): void => {
      scheduled = false;
      const ids = [...wanted];
      wanted.clear();
      for (const id of ids) onTheWay.add(id);
      for (let start = 0; start < ids.length; start += batchSize)
        void readBatch(ids.slice(start, start + batchSize));
    };
    const act = async (call: () => Promise<unknown>): Promise<void> => {
      set({ actionFailure: null });
      try {
        await call();
      } catch (thrown) {
        set({ actionFailure: failureOf(thrown) });
      }
    };

    return {
      runId,
      piece,
      run: null,
      options: {},
      cells: new Map(),
      observations: new Map(),
      unreadable: new Map(),
      loading: true,
      failure: null,
      actionFailure: null,

      start: () => {
        const ends = [
          bridge.on('run.changed', ({ run, cells }) => {
            if (run.id === runId) liveState.told((state) => changed(state, run, cells));
          }),
          bridge.on('run.removed', (event) => {
            if (event.runId === runId) void get().reload();
          }),
          // Another program may be working on it; a run with every answer has nothing left to change.
          bridge.on('history.changed', () => {
            const { run } = get();
            if (run !== null && run.counts.completed < run.counts.total) void get().reload();
          }),
          bridge.onGap(() => void get().reload()),
        ];
        void get().reload();
        return () => {
          for (const end of ends) end();
        };
      },
      reload: async () => {
        try {
          await liveState.read(
            () => bridge.call('runs.get', { runId, ...piece }),
            ({ run, options, cells }) => ({
              run,
              options,
              cells: withAll(new Map(), cells),
              loading: false,
              failure: null,
            }),
          );
        } catch (thrown) {
          set({ loading: false, failure: failureOf(thrown) });
        }
      },
      need: (ids) => {
        const { observations, unreadable } = get();
        for (const id of ids) {
          if (!observations.has(id) && !onTheWay.has(id) && !unreadable.has(id)) wanted.add(id);
        }
        if (wanted.size === 0 || scheduled) return;
        scheduled = true;
        schedule(flush);
      },
      cancel: () => act(() => bridge.call('runs.cancel', { runId })),
      resume: ({ cellIds, retryFailed = false, includeUnknown = false }) =>
        act(() =>
          bridge.call('runs.resume', {
            runId,
            retryFailed,
            includeUnknown,
            ...(cellIds ? { cellIds: [...cellIds] } : {}),
          }),
        ),
      forgetActionFailure: () => set({ actionFailure: null }),
    };
  });
}

/** An event speaks of a whole run; of a plan's only the question and engine that are read belong here. */
function changed(
  state: RunState,
  run: RunSummary,
  cells: readonly CellView[],
): Pick<RunState, 'run' | 'cells'> {
  if (!run.plan) return { run, cells: withAll(state.cells, cells) };
  const { question = run.question, engine = run.engine } = state.run ?? {};
  const own = cells.filter(({ id }) => state.cells.has(id));
  return {
    run: { ...run, question, engine },
    cells: own.length > 0 ? withAll(state.cells, own) : state.cells,
  };
}

function withAll<Item extends { readonly id: string }>(
  known: ReadonlyMap<string, Item>,
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  const next = new Map(known);
  for (const item of items) next.set(item.id, item);
  return next;
}
