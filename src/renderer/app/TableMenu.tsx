import { useEffect, useState } from 'react';
import { formatQuantity, userLocale } from '../ui/format.ts';
import { MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { PointMenu } from '../ui/PointMenu.tsx';
import { filterOf } from '../ui/TableTools.tsx';
import { type CopiedTable, groupOf, htmlOf, tsvOf } from '../ui/tableCopy.ts';
import { readRows, rowsAround, selectedRows, textOf } from './readTable.ts';
import { useRowSelection } from './useRowSelection.ts';

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
  useRowSelection();
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
      const copied = readRows(selected, groupOf(userLocale()));
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
  const all = rowsAround(table);
  if (all === null) return null;
  const whole = isWhole(table, all.rows.length);
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
      {isHead ? null : (
        <MenuItem onSelect={copy(readRows({ ...all, rows: [row] }, group))}>Copy row</MenuItem>
      )}
      <MenuItem onSelect={copy(readRows(all, group, [cell.cellIndex]))}>
        {whole ? 'Copy column' : 'Copy visible column'}
      </MenuItem>
      <MenuItem onSelect={copy(readRows(all, group))}>{whole ? 'Copy table' : 'Copy visible rows'}</MenuItem>
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

/** Long tables draw what is in view; the rest of them can be exported. */
function isWhole(table: HTMLTableElement, rows: number): boolean {
  const columns = table.tHead?.rows[0]?.querySelectorAll('th').length ?? 0;
  const of = (count: string | null): number => Number(count ?? 0);
  return of(table.ariaRowCount) <= rows + 1 && of(table.ariaColCount) <= columns;
}

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

/** Puts a table on the clipboard: for spreadsheets and mail as a table, elsewhere as text. */
async function writeTable(copied: CopiedTable): Promise<void> {
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([tsvOf(copied)], { type: 'text/plain' }),
      'text/html': new Blob([htmlOf(copied)], { type: 'text/html' }),
    }),
  ]);
}
