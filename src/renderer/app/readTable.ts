import { type CopiedTable, copiedTable } from '../ui/tableCopy.ts';

/** Rows of the page that belong together: a table, or a list with headings above its columns. */
type Rows = {
  readonly heads: readonly Element[];
  readonly rows: readonly Element[];
};

/** The rows that an element of the page belongs to, as they are drawn now; null outside of any. */
export function rowsAround(node: Node): Rows | null {
  const place = node instanceof Element ? node : node.parentElement;
  const holder = place?.closest('table, [data-columns]') ?? null;
  if (holder instanceof HTMLTableElement)
    return {
      heads: [...(holder.tHead?.rows[0]?.cells ?? [])],
      // Rows without cells stand for those that are not drawn.
      rows: [...holder.tBodies].flatMap((body) => [...body.rows]).filter(({ cells }) => cells.length > 0),
    };
  const heads = holder?.previousElementSibling?.children;
  if (holder == null || heads === undefined) return null;
  return { heads: [...heads], rows: [...holder.querySelectorAll('[role=option]')] };
}

/** The rows of a selection over several cells, or of the marked row of a list that has the focus. */
export function selectedRows(selection: Selection | null): Rows | null {
  if (selection === null) return null;
  if (selection.isCollapsed || selection.rangeCount === 0) {
    const list = document.activeElement?.closest('[data-columns]');
    const found = list == null ? null : rowsAround(list);
    const marked = found?.rows.filter((row) => row.ariaSelected === 'true') ?? [];
    return found === null || marked.length === 0 ? null : { heads: found.heads, rows: marked };
  }
  const range = selection.getRangeAt(0);
  const ends = [range.startContainer, range.endContainer];
  const cells = ends.map(cellAround);
  if (cells[0] !== null && cells[0] === cells[1]) return null;
  const cell = cells.find((each) => each !== null);
  const found = cell == null ? null : rowsAround(cell);
  const rows = found?.rows.filter((row) => range.intersectsNode(row)) ?? [];
  return found === null || rows.length === 0 ? null : { heads: found.heads, rows };
}

function cellAround(node: Node): Element | null {
  const place = node instanceof Element ? node : node.parentElement;
  return place?.closest('td, th, [data-columns] [role=option] > *') ?? null;
}

/**
 * What rows show, without columns of buttons and those that are hidden.
 * @param columns their positions; all if omitted
 */
export function readRows({ heads, rows }: Rows, group: string, columns?: readonly number[]): CopiedTable {
  const shown = heads.flatMap((head, at) =>
    (columns?.includes(at) ?? true) && isCopied(head) ? [{ at, header: textOf(head) }] : [],
  );
  const notes = shown.map(({ at }) => rows.map((row) => textOf(row.children[at], notesOnly)));
  const texts = shown.map(({ at }) => rows.map((row) => textOf(row.children[at], withoutNotes)));
  // A column of nothing but labels has them as its values.
  const noted = notes.map((column, at) =>
    [column, texts[at] ?? []].every((each) => each.some((text) => text !== '')),
  );
  return copiedTable(
    shown.flatMap(({ header }, at) => (noted[at] ? [header, `${header} (note)`] : [header])),
    rows.map((row, line) =>
      shown.flatMap(({ at: column }, at) =>
        noted[at] ? [texts[at]?.[line] ?? '', notes[at]?.[line] ?? ''] : [textOf(row.children[column])],
      ),
    ),
    group,
  );
}

/** The heading of a column of buttons is for screen readers only; what stands for columns that are not drawn has none. */
function isCopied(head: Element): boolean {
  const quiet =
    head.childElementCount === 1 && head.firstElementChild?.classList.contains('sr-only') === true;
  return !quiet && head.childNodes.length > 0 && getComputedStyle(head).display !== 'none';
}

const withoutNotes = { text: true, notes: false };
const notesOnly = { text: false, notes: true };

/**
 * What a cell shows, in one line; not what only screen readers read. Something that shows less than it knows says what is copied in
 * `data-copied`; labels beside a name are notes.
 */
export function textOf(cell: Element | undefined, wanted = { text: true, notes: true }): string {
  if (cell === undefined) return '';
  const parts: string[] = [];
  const add = (text: string, isNote: boolean): void => {
    if (isNote ? wanted.notes : wanted.text) parts.push(text);
  };
  const collect = (node: Node, isNote: boolean): void => {
    if (node.nodeType === Node.TEXT_NODE) add(node.textContent ?? '', isNote);
    if (!(node instanceof HTMLElement) || node.matches('.sr-only, [aria-hidden="true"]')) return;
    const { display } = getComputedStyle(node);
    if (display === 'none') return;
    const apart = display !== 'inline';
    if (apart) parts.push(' ');
    const note = isNote || node.dataset.note !== undefined;
    const { copied } = node.dataset;
    if (copied !== undefined) add(copied, note);
    else if (node instanceof HTMLTimeElement) add(spreadsheetTime(node.dateTime), note);
    else for (const child of node.childNodes) collect(child, note);
    if (apart) parts.push(' ');
  };
  collect(cell, false);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** As spreadsheets read a time, in the time zone of the user. */
function spreadsheetTime(iso: string): string {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}
