import { PanelRight, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { printKeys } from '../window/commands.tsx';

type TitleBarProps = {
  readonly onPalette: () => void;
  readonly inspectorOpen: boolean;
  readonly onInspector: () => void;
  /** The project switcher. */
  readonly project: ReactNode;
  /** Connection and activity, at the end of the bar. */
  readonly children: ReactNode;
};

/** The title bar: palette, project, connection and activity. */
export function TitleBar({ onPalette, inspectorOpen, onInspector, project, children }: TitleBarProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-line border-b bg-bg px-3 print:hidden">
      <span className="font-semibold max-sm:hidden">Parallax</span>
      {project}
      <button
        type="button"
        onClick={onPalette}
        className="mx-auto flex h-7 w-full min-w-8 max-w-md items-center gap-2 overflow-hidden rounded-md border border-line-strong bg-surface px-2 text-ink-3 hover:border-control"
      >
        <Search size={13} aria-hidden="true" className="shrink-0" />
        <span className="truncate">Search or run a command…</span>
        <kbd className="ms-auto font-sans text-mini max-sm:hidden">{printKeys('mod+k')}</kbd>
      </button>
      {children}
      <Tooltip text="Inspector" keys={printKeys('mod+i')}>
        <IconButton
          Icon={PanelRight}
          px={15}
          label="Inspector"
          size="icon"
          aria-pressed={inspectorOpen}
          onClick={onInspector}
        />
      </Tooltip>
    </header>
  );
}
