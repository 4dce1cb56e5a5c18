import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunSummary } from '#shared/model/run.ts';
import type { Change, OfferUndo } from '../ui/undo.ts';

/** The content of the inspector: the evidence of the selection. */
export type Inspected =
  | { readonly kind: 'observation'; readonly id: string }
  | { readonly kind: 'run'; readonly runId: string };

export type Toast = {
  readonly id: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly change: Change | null;
  readonly action: ToastAction | null;
};
type ToastAction = { readonly label: string; readonly run: () => void };

export type ShellState = {
  readonly inspectorOpen: boolean;
  readonly inspected: Inspected | null;
  readonly overlay: 'palette' | 'keys' | null;
  /** Whether the bar for finding words on the screen is open. */
  readonly finding: boolean;
  readonly toasts: readonly Toast[];
  /** Whether the composer is open above the current run. */
  readonly composing: boolean;
  /** Valid until the window is closed. */
  readonly sandboxBannerHidden: boolean;
  /** The run in the dialog for moving it to another project. */
  readonly moving: RunSummary | null;
};

export type ShellActions = {
  readonly inspect: (inspected: Inspected | null, open?: boolean) => void;
  /** The marked run of a list; the inspector follows it. */
  readonly inspectRun: (runId: string | null) => void;
  readonly setInspectorOpen: (open: boolean) => void;
  /** Opens or closes the inspector. If nothing is selected, a message says what to select, and it opens with that selection. */
  readonly toggleInspector: () => void;
  readonly setOverlay: (overlay: ShellState['overlay']) => void;
  readonly setFinding: (finding: boolean) => void;
  readonly say: (
    message: string,
    details?: { readonly level?: Toast['level']; readonly action?: ToastAction },
  ) => void;
  /** Says what was done, and offers to undo it. */
  readonly offerUndo: OfferUndo;
  readonly dismiss: (id: number) => void;
  /** Undoes what a message says, says so, and offers to redo it; without an ID that of the newest one that can be undone. */
  readonly undo: (id?: number) => void;
  readonly hideSandboxBanner: () => void;
  readonly setComposing: (composing: boolean) => void;
  readonly move: (run: RunSummary | null) => void;
};

export type ShellStore = StoreApi<ShellState & ShellActions>;

const nothingSelected = 'Nothing is selected. In a run, click the name of a country or press →.';

export function createShellStore(): ShellStore {
  let lastId = 0;
  return createStore<ShellState & ShellActions>((set, get) => {
    const show = (toast: Omit<Toast, 'id'>): void => {
      lastId += 1;
      const shown = { ...toast, id: lastId };
      set(({ toasts }) => ({
        toasts: [
          ...toasts.filter((each) => each.change !== null || each.message !== toast.message).slice(-2),
          shown,
        ],
      }));
    };
    return {
      inspectorOpen: false,
      inspected: null,
      overlay: null,
      finding: false,
      toasts: [],
      composing: false,
      sandboxBannerHidden: false,
      moving: null,
      inspect: (inspected, open) => set(open ? { inspected, inspectorOpen: true } : { inspected }),
      inspectRun: (runId) => set({ inspected: runId === null ? null : { kind: 'run', runId } }),
      setInspectorOpen: (inspectorOpen) => set({ inspectorOpen }),
      toggleInspector: () => {
        const { inspected, inspectorOpen, say } = get();
        set({ inspectorOpen: inspected === null || !inspectorOpen });
        if (inspected === null) say(nothingSelected);
      },
      setOverlay: (overlay) => set({ overlay }),
      setFinding: (finding) => set({ finding }),
      say: (message, { level = 'info', action } = {}) =>
        show({ level, message, change: null, action: action ?? null }),
      offerUndo: (message, change) => show({ level: 'info', message, change, action: null }),
      dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
      undo: (id) => {
        const toast = get().toasts.findLast((each) => each.change !== null && (id ?? each.id) === each.id);
        if (!toast?.change) return;
        const { message, change } = toast;
        change.undo();
        get().dismiss(toast.id);
        show({
          level: 'info',
          message: `Undone: ${message}`,
          change: null,
          action: {
            label: 'Redo',
            run: () => {
              change.redo();
              get().offerUndo(message, change);
            },
          },
        });
      },
      hideSandboxBanner: () => set({ sandboxBannerHidden: true }),
      setComposing: (composing) => set({ composing }),
      move: (moving) => set({ moving }),
    };
  });
}
