import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunSummary } from '#shared/model/run.ts';

/** The content of the inspector: the evidence of the selection. */
export type Inspected =
  | { readonly kind: 'observation'; readonly id: string }
  | { readonly kind: 'run'; readonly runId: string };

export type Toast = {
  readonly id: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly undo: (() => void) | null;
  readonly action: ToastAction | null;
};
type ToastAction = { readonly label: string; readonly run: () => void };

export type ShellState = {
  readonly inspectorOpen: boolean;
  readonly inspected: Inspected | null;
  readonly overlay: 'palette' | 'keys' | null;
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
  readonly say: (
    message: string,
    details?: { readonly level?: Toast['level']; readonly undo?: () => void; readonly action?: ToastAction },
  ) => void;
  readonly dismiss: (id: number) => void;
  /** Undoes what a message says, and says so; without an ID that of the newest one that can be undone. */
  readonly undo: (id?: number) => void;
  readonly hideSandboxBanner: () => void;
  readonly setComposing: (composing: boolean) => void;
  readonly move: (run: RunSummary | null) => void;
};

export type ShellStore = StoreApi<ShellState & ShellActions>;

const nothingSelected = 'Nothing is selected. In a run, click the name of a country or press →.';

export function createShellStore(): ShellStore {
  let lastId = 0;
  return createStore<ShellState & ShellActions>((set, get) => ({
    inspectorOpen: false,
    inspected: null,
    overlay: null,
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
    say: (message, { level = 'info', undo, action } = {}) => {
      lastId += 1;
      const toast: Toast = { id: lastId, level, message, undo: undo ?? null, action: action ?? null };
      set(({ toasts }) => ({
        toasts: [...toasts.filter((each) => each.undo !== null || each.message !== message).slice(-2), toast],
      }));
    },
    dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
    undo: (id) => {
      const toast = get().toasts.findLast((each) => each.undo !== null && (id ?? each.id) === each.id);
      if (!toast) return;
      toast.undo?.();
      get().dismiss(toast.id);
      get().say(`Undone: ${toast.message}`);
    },
    hideSandboxBanner: () => set({ sandboxBannerHidden: true }),
    setComposing: (composing) => set({ composing }),
    move: (moving) => set({ moving }),
  }));
}
