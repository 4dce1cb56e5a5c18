import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { ObservationInspector } from '../features/answers/ObservationInspector.tsx';
import { RunPreview } from '../features/history/RunPreview.tsx';
import { IconButton } from '../ui/Button.tsx';
import { navigation } from '../window/navigation.tsx';
import type { ShellStore } from './shellStore.ts';

/** The evidence of the selection. Beside the screen, or above it if there is no room. */
export function Inspector({ shell }: { readonly shell: ShellStore }) {
  const inspected = useStore(shell, (state) => state.inspected);
  if (inspected === null) return null;
  const close = (): void => shell.getState().setInspectorOpen(false);
  return (
    <aside
      aria-label="Inspector"
      className="flex w-[22rem] max-w-full shrink-0 flex-col border-line border-s bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-30 max-lg:shadow-float print:hidden"
    >
      <header className="flex h-9 shrink-0 items-center border-line border-b ps-3 pe-1">
        <h2 className="font-medium text-ink-2 text-table">{inspected.kind === 'run' ? 'Run' : 'Evidence'}</h2>
        <IconButton
          Icon={X}
          px={14}
          label="Close inspector"
          size="icon"
          className="ms-auto"
          onClick={close}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {inspected.kind === 'observation' ? (
          <ObservationInspector key={inspected.id} observationId={inspected.id} />
        ) : (
          <RunPreview
            key={inspected.runId}
            runId={inspected.runId}
            onOpen={() => navigation.go({ name: 'run', runId: inspected.runId })}
          />
        )}
      </div>
    </aside>
  );
}
