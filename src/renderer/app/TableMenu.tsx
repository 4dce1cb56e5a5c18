import { useEffect, useState } from 'react';
import { formatQuantity, userLocale } from '../ui/format.ts';
import { MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { PointMenu } from '../ui/PointMenu.tsx';
import { filterOf } from '../ui/TableTools.tsx';
import { type CopiedTable, copiedTable, groupOf, htmlOf, tsvOf } from '../ui/tableCopy.ts';

type Place = {
  readonly x: number;
  readonly y: number;
  readonly table: HTMLTableElement;
  readonly cell: HTMLTableCellElement;
};

type TableMenuProps = { readonly onSaid: (message: string) => void };

/**
 * The context menu of every table of the window, and what is copied when a selection covers several cells. Text and
 * fields in a table keep the menu of the system.
 */
export function TableMenu({ onSaid }: TableMenuProps) {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const found = placeOf(event);
      if (found === null) return;
      event.preventDefault();
      setPlace(found);
    };
    const onCopy = (event: ClipboardEvent): void => {
      const selected = selectedRows(document.getSelection());
      if (selected === null || event.clipboardData === null) return;
      const copied = readTable(selected.table, selected.rows, groupOf(userLocale()));
      event.clipboardData.setData('text/plain', tsvOf(copied));
      event.clipboardData.setData('text/html', htmlOf(copied));
      event.preventDefault();
      onSaid(copiedRows(copied));
    };
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('copy', onCopy);
    return () => {
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('copy', onCopy);
    };
  }, [onSaid]);
  if (place === null) return null;
  const { table, cell } = place;
  const row = cell.parentElement as HTMLTableRowElement;
  const isHead = row.parentElement === table.tHead;
  const all = [...table.tBodies].flatMap((body) => [...body.rows]);
  const group = groupOf(userLocale());
  const copy = (copied: CopiedTable) => (): void => {
    void writeTable(copied).then(
      () => onSaid(copiedRows(copied)),
      () => onSaid('Nothing was copied: the clipboard refused it.'),
    );
  };
  const head = table.tHead?.rows[0]?.cells[cell.cellIndex];
  const sort = head?.querySelector('button');
  const value = textOf(cell);
  const filter = filterOf(table);
  // Tables with named rows are filtered by their names.
  const filterText = row.querySelector<HTMLElement>('[data-name]')?.dataset.name ?? value;
  return (
    <PointMenu label="Table" x={place.x} y={place.y} onClose={() => setPlace(null)}>
      {isHead || value === '' ? null : (
        <MenuItem onSelect={() => void navigator.clipboard.writeText(value).then(() => onSaid('Copied'))}>
          Copy value
        </MenuItem>
      )}
      {isHead ? null : <MenuItem onSelect={copy(readTable(table, [row], group))}>Copy row</MenuItem>}
      <MenuItem onSelect={copy(readTable(table, all, group, [cell.cellIndex]))}>Copy column</MenuItem>
      <MenuItem onSelect={copy(readTable(table, all, group))}>Copy table</MenuItem>
      {sort == null ? null : (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => sort.click()}>{sortLabel(head)}</MenuItem>
        </>
      )}
      {filter === null || isHead || filterText === '' ? null : (
        <MenuItem onSelect={() => filter.set(filterText)}>Filter by “{filterText}”</MenuItem>
      )}
      {filter?.active ? <MenuItem onSelect={() => filter.set('')}>Clear filter</MenuItem> : null}
    </PointMenu>
  );
}

const copiedRows = ({ rows }: CopiedTable): string => `Copied ${formatQuantity(rows.length, 'row')}`;

function sortLabel(head: HTMLTableCellElement | undefined): string {
  const sorted = head?.ariaSort;
  return `Sort by ${textOf(head?.querySelector('button') ?? undefined)}${sorted === 'none' || sorted == null ? '' : ', other way round'}`;
}

function placeOf(event: MouseEvent): Place | null {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, input, textarea, [contenteditable]')) return null;
  // Someone who selected text wants that text.
  if (document.getSelection()?.isCollapsed === false) return null;
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const table = cell?.closest<HTMLTableElement>('table');
  if (cell == null || table == null || table.closest('main') === null || table.tHead === null) return null;
  const at = cell.getBoundingClientRect();
  // By keyboard, the position is that of the focused element.
  return { x: event.clientX || at.left, y: event.clientY || at.bottom, table, cell };
}

/** The rows of a selection over several cells of one table, or null. */
function selectedRows(
  selection: Selection | null,
): { readonly table: HTMLTableElement; readonly rows: readonly HTMLTableRowElement[] } | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const cellOf = (node: Node): Element | null =>
    (node instanceof Element ? node : node.parentElement)?.closest('td, th') ?? null;
  const [from, to] = [cellOf(range.startContainer), cellOf(range.endContainer)];
  if (from !== null && from === to) return null;
  const table = (from ?? to)?.closest<HTMLTableElement>('table') ?? null;
  if (table === null || !range.intersectsNode(table)) return null;
  const rows = [...table.tBodies]
    .flatMap((body) => [...body.rows])
    .filter((row) => range.intersectsNode(row));
  return rows.length === 0 ? null : { table, rows };
}

/**
 * The rows of a table of the page, without columns of buttons.
 * @param columns their positions; all if omitted
 */
function readTable(
  table: HTMLTableElement,
  rows: readonly HTMLTableRowElement[],
  group: string,
  columns?: readonly number[],
): CopiedTable {
  const head = table.tHead?.rows[0]?.cells ?? ([] as unknown as HTMLCollectionOf<HTMLTableCellElement>);
  const shown = [...head].flatMap((cell, at) =>
    (columns?.includes(at) ?? true) && !isQuiet(cell) ? [{ at, header: textOf(cell) }] : [],
  );
  return copiedTable(
    shown.map(({ header }) => header),
    rows.map((row) => shown.map(({ at }) => textOf(row.cells[at]))),
    group,
  );
}

/** The heading of a column of buttons is for screen readers only. */
function isQuiet(cell: Element): boolean {
  return cell.childElementCount === 1 && cell.firstElementChild?.classList.contains('sr-only') === true;
}

/** What a cell shows, in one line; not what only screen readers read. */
function textOf(cell: Element | undefined): string {
  if (cell === undefined) return '';
  const parts: string[] = [];
  const collect = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
    if (!(node instanceof Element) || node.matches('.sr-only, [aria-hidden="true"], svg')) return;
    const apart = getComputedStyle(node).display !== 'inline';
    if (apart) parts.push(' ');
    for (const child of node.childNodes) collect(child);
    if (apart) parts.push(' ');
  };
  collect(cell);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Puts a table on the clipboard: for spreadsheets and mail as a table, elsewhere as text. */
async function writeTable(copied: CopiedTable): Promise<void> {
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([tsvOf(copied)], { type: 'text/plain' }),
      'text/html': new Blob([htmlOf(copied)], { type: 'text/html' }),
    }),
  ]);
}
