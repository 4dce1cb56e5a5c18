import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from './classNames.ts';

type TabsProps<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Why a tab is empty. It is then dimmed, but can be opened. */
  readonly emptyBecause?: (id: Id) => string | null;
  /** Controls at the end of the tab bar. */
  readonly children?: ReactNode;
};

/** Tabs. Arrow keys and the number keys of the window switch between them. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  emptyBecause,
  children,
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Dimmed tabs are skipped, except the one that is shown.
    const reached = tabs.filter(({ id }) => id === value || !emptyBecause?.(id));
    const at = reached.findIndex((tab) => tab.id === value);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = reached[(at + step + reached.length) % reached.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-3 short:flex-nowrap print:hidden">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex h-9 max-w-full overflow-x-auto short:min-w-40"
      >
        {tabs.map((tab) => {
          const reason = emptyBecause?.(tab.id) ?? null;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              data-tab={tab.id}
              aria-selected={tab.id === value}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={() => onChange(tab.id)}
              title={reason ?? undefined}
              className={classNames(
                'h-full shrink-0 whitespace-nowrap border-transparent border-b-2 px-2 -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink',
                reason === null ? 'text-ink-2' : 'text-ink-3',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div className="ms-auto flex max-w-full flex-wrap items-center gap-1 short:min-w-0 short:flex-nowrap short:overflow-x-auto short:whitespace-nowrap empty:hidden">
        {children}
      </div>
    </div>
  );
}
