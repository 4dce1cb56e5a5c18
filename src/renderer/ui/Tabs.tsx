import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Menu, MenuItem } from './Menu.tsx';

type TabsProps<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Why a tab is empty. It is then listed under More, where it can be opened. */
  readonly emptyBecause?: (id: Id) => string | null;
  /** Controls at the end of the tab bar. */
  readonly children?: ReactNode;
};

const tabLook = 'h-9 shrink-0 whitespace-nowrap px-2 text-ink-2 hover:text-ink';

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
  const inBar = tabs.filter(({ id }) => id === value || !emptyBecause?.(id));
  const others = tabs.filter((tab) => !inBar.includes(tab));
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = inBar.findIndex((tab) => tab.id === value);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = inBar[(at + step + inBar.length) % inBar.length];
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
        {inBar.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-selected={tab.id === value}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            title={emptyBecause?.(tab.id) ?? undefined}
            className={`${tabLook} border-transparent border-b-2 -outline-offset-2 aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {others.length === 0 ? null : (
        <Menu
          label="More tabs"
          trigger={
            <button type="button" className={`${tabLook} flex items-center gap-1 rounded-md`}>
              More <ChevronDown size={12} aria-hidden="true" />
            </button>
          }
        >
          {others.map(({ id, label: name }) => (
            <MenuItem key={id} onSelect={() => onChange(id)}>
              {name} <span className="block text-ink-3 text-table">{emptyBecause?.(id)}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      <div className="ms-auto flex max-w-full flex-wrap items-center gap-1 short:min-w-0 short:flex-nowrap short:overflow-x-auto short:whitespace-nowrap empty:hidden">
        {children}
      </div>
    </div>
  );
}
