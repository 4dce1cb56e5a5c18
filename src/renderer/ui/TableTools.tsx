import { ListFilter } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Popover } from './Popover.tsx';

type TableToolsProps = {
  readonly label: string;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly shown: number;
  readonly of: number;
  /** Columns that can be hidden. The last visible one cannot. */
  readonly columns: readonly { readonly id: string; readonly header: string; readonly hidden?: boolean }[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
};

const filterEvent = 'filter-rows';

/** Filters the rows of a table whose menu was opened at a cell, as its own filter does; null if it has none. */
export function filterOf(
  table: HTMLTableElement,
): { readonly active: boolean; readonly set: (text: string) => void } | null {
  const button = table.querySelector<HTMLElement>('[data-filter]');
  return button === null
    ? null
    : {
        active: button.dataset.filter !== '',
        set: (detail) => button.dispatchEvent(new CustomEvent(filterEvent, { detail })),
      };
}

/** Filter and column selection of a table behind one button. */
export function TableTools(props: TableToolsProps) {
  const { label, filter, onFilter, shown, of, columns, hidden, onHidden } = props;
  const left = columns.filter(({ id }) => !hidden.has(id)).length;
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (next.has(id)) next.delete(id);
    else if (left > 1) next.add(id);
    onHidden(next);
  };
  const filtered = filter.trim() !== '';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    const onAsked = (event: Event): void => onFilter((event as CustomEvent<string>).detail);
    element?.addEventListener(filterEvent, onAsked);
    return () => element?.removeEventListener(filterEvent, onAsked);
  }, [onFilter]);
  /** Other columns than at first. */
  const chosen = columns.some((column) => hidden.has(column.id) !== (column.hidden ?? false));
  return (
    <Popover
      label={`Filter and columns of ${label}`}
      align="end"
      className="flex w-60 flex-col gap-2 p-3"
      trigger={
        <Button
          ref={button}
          data-filter={filter}
          look="quiet"
          size={filtered ? 'small' : 'icon-small'}
          aria-label={`Filter and columns of ${label}`}
          title="Filter and columns"
          className={filtered || chosen ? 'text-accent' : undefined}
        >
          <ListFilter size={12} aria-hidden="true" />
          {filtered ? <span className="tabular">{`${shown} of ${of}`}</span> : null}
        </Button>
      }
    >
      <input
        type="search"
        aria-label={`Filter ${label}`}
        placeholder="Filter rows"
        value={filter}
        onChange={(event) => onFilter(event.target.value)}
        className="h-7 w-full rounded-md border border-control bg-surface px-2"
      />
      <p role="status" className="text-ink-2 text-table tabular">
        {shown} of {of} rows
      </p>
      {columns.length < 2 ? null : (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 text-ink-3 text-table">Columns</legend>
          {columns.map(({ id, header }) => (
            <label key={id} className="flex min-h-6 items-center gap-2">
              <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggle(id)} />
              {header}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
