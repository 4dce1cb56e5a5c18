import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '../ui/Button.tsx';
import { printKeys } from '../window/commands.tsx';
import type { ShellStore, Toast } from './shellStore.ts';

/**
 * Short messages over the corner of the window, with an undo button if possible. Nothing moves when one comes or goes: what
 * is about to be clicked stays where it is.
 */
export function Toasts({ shell }: { readonly shell: ShellStore }) {
  const toasts = useStore(shell, (state) => state.toasts);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed end-4 bottom-4 z-30 flex flex-col items-end gap-2 print:hidden"
    >
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} shell={shell} />
      ))}
    </section>
  );
}

function ToastLine({ toast, shell }: { readonly toast: Toast; readonly shell: ShellStore }) {
  useEffect(() => {
    // Whoever looks elsewhere must not miss them: they stay until they are dismissed.
    if (toast.level !== 'info') return;
    const timer = setTimeout(
      () => shell.getState().dismiss(toast.id),
      toast.change || toast.action ? 8000 : 5000,
    );
    return () => clearTimeout(timer);
  }, [toast, shell]);
  return (
    <div className="pointer-events-auto flex max-w-[min(36rem,90vw)] items-center gap-2 rounded-md bg-raised py-1 ps-3 pe-1 shadow-float">
      <span className={toast.level === 'info' ? '' : toast.level === 'error' ? 'text-bad' : 'text-warn'}>
        {toast.message}
      </span>
      {toast.change ? (
        <Button
          look="quiet"
          size="small"
          className="text-accent"
          onClick={() => shell.getState().undo(toast.id)}
        >
          Undo <kbd className="font-sans text-ink-3 text-mini">{printKeys('mod+z')}</kbd>
        </Button>
      ) : null}
      {toast.action ? (
        <Button
          look="quiet"
          size="small"
          className="text-accent"
          onClick={() => {
            shell.getState().dismiss(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton Icon={X} px={12} label="Dismiss" onClick={() => shell.getState().dismiss(toast.id)} />
    </div>
  );
}
