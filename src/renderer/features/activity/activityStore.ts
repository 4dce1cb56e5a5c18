import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunSummary } from '#shared/model/run.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { createLiveState } from '../../bridge/liveState.ts';

export type ActivityState = {
  /** Runs that still have something to do, newest first. */
  readonly running: readonly RunSummary[];
  readonly cancelFailure: BridgeFailure | null;
};

export type ActivityActions = {
  readonly start: () => () => void;
  readonly cancel: (runId: string) => Promise<void>;
};

export type ActivityStore = StoreApi<ActivityState & ActivityActions>;

/** Follows what is running, wherever the window is. `start` begins listening and returns the function that ends it. */
export function createActivityStore(bridge: BridgeClient): ActivityStore {
  return createStore<ActivityState & ActivityActions>((set) => {
    const liveState = createLiveState<ActivityState>(set);
    const read = (): Promise<void> =>
      liveState.read(
        () => bridge.call('runs.list', { limit: 50, project: 'all' }),
        ({ runs }) => ({ running: runs.filter(isActive) }),
      );
    return {
      running: [],
      cancelFailure: null,
      start: () => {
        // What the list could not say is learned from the next event.
        const refresh = (): void => void read().catch(() => undefined);
        refresh();
        const ends = [
          bridge.on('run.changed', ({ run }) =>
            liveState.told((state) => ({ running: place(state.running, run) })),
          ),
          bridge.on('run.removed', ({ runId }) =>
            liveState.told((state) => ({ running: state.running.filter((run) => run.id !== runId) })),
          ),
          bridge.on('history.changed', refresh),
          bridge.onGap(refresh),
        ];
        return () => {
          for (const end of ends) end();
        };
      },
      cancel: async (runId) => {
        set({ cancelFailure: null });
        try {
          await bridge.call('runs.cancel', { runId });
        } catch (thrown) {
          set({ cancelFailure: failureOf(thrown) });
        }
      },
    };
  });
}

function isActive(run: RunSummary): boolean {
  // A cancelled run still waits a moment for answers that were sent already and are paid for anyway.
  return run.state === 'running' || run.counts.running > 0;
}

function place(running: readonly RunSummary[], run: RunSummary): readonly RunSummary[] {
  const known = running.some((other) => other.id === run.id);
  if (!isActive(run)) return known ? running.filter((other) => other.id !== run.id) : running;
  if (known) return running.map((other) => (other.id === run.id ? run : other));
  return [run, ...running];
}

/** Questions of one connection that are being asked right now. */
export function askedNow(running: readonly RunSummary[], connectionId: string): number {
  return running
    .filter((run) => run.connectionId === connectionId)
    .reduce((sum, run) => sum + run.counts.running, 0);
}

/** Cells that are over, of all cells, from 0 to 1; null while nothing runs. */
export function shareDone(running: readonly RunSummary[]): number | null {
  const total = running.reduce((sum, run) => sum + run.counts.total, 0);
  if (total === 0) return null;
  return running.reduce((sum, run) => sum + cellsDone(run), 0) / total;
}

/** Cells of a run whose outcome is known or will not come. */
export function cellsDone(run: RunSummary): number {
  const { completed, failed, cancelled, unknown } = run.counts;
  return completed + failed + cancelled + unknown;
}
