import { Plus } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { SheetMenu, type SheetSource } from './SheetMenu.tsx';

type NavigationListProps = {
  /** Name of the place. */
  readonly title: string;
  /** What the list is of, for who does not see it. */
  readonly label: string;
  /** Begins another one, where the place can. */
  readonly onNew?: () => void;
  /** The list as it is taken out. */
  readonly sheet?: SheetSource | undefined;
  readonly children: ReactNode;
};

/** What a place has, at its side; one of it is shown beside it. */
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
  /** Beside the name. */
  readonly mark?: ReactNode;
  /** A line each, below the name. */
  readonly facts: readonly ReactNode[];
};

/** One of the list. */
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
