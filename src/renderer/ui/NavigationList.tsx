import { Plus } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { SheetMenu, type SheetSource } from './SheetMenu.tsx';

type NavigationListProps = {
  /** Name of the screen. */
  readonly title: string;
  /** Accessible name of the list. */
  readonly label: string;
  /** Creates a new item, if the screen supports it. */
  readonly onNew?: () => void;
  /** The list for export. */
  readonly sheet?: SheetSource;
  readonly children: ReactNode;
};

/** The items of a screen as a list at its side; the selected one is shown beside it. */
export function NavigationList({ title, label, onNew, sheet, children }: NavigationListProps) {
  return (
    <nav
      aria-label={label}
      className="flex w-60 shrink-0 flex-col gap-2 overflow-y-auto border-line border-e p-3"
    >
      <div className="flex items-center justify-between gap-2">
        <h1 className="me-auto font-semibold text-title">{title}</h1>
        {sheet ? <SheetMenu label={label} sheet={sheet} /> : null}
        {onNew ? (
          <Button size="small" onClick={onNew}>
            <Plus size={12} aria-hidden="true" /> New
          </Button>
        ) : null}
      </div>
      {children}
    </nav>
  );
}

type PlaceLinkProps = {
  readonly href: string;
  readonly current: boolean;
  readonly name: string;
  /** Shown beside the name. */
  readonly mark?: ReactNode;
  /** Further lines below the name. */
  readonly facts: readonly ReactNode[];
};

/** An item of the list. */
export function ScreenLink({ href, current, name, mark, facts }: PlaceLinkProps) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className="block min-w-0 flex-1 rounded-md px-2 py-1 hover:bg-hover aria-[current=page]:bg-pressed"
    >
      <span className="flex items-baseline gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {name}
        </span>
        {mark ? <span className="text-accent text-mini">{mark}</span> : null}
      </span>
      {Children.map(facts, (fact) => (
        <span className="block truncate text-ink-2 text-mini tabular">{fact}</span>
      ))}
    </a>
  );
}
