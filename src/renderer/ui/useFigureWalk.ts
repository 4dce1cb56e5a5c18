import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';

const figure = 'button[data-figure]';

/**
 * Makes the figures of a table one Tab stop with arrow key navigation. The table is virtualized, so the stop is kept
 * in the page: the last focused figure, or the first existing one.
 */
export function useFigureWalk(table: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const figures = table.current?.querySelectorAll<HTMLElement>(figure) ?? [];
    if (![...figures].some((each) => each.tabIndex === 0) && figures[0]) figures[0].tabIndex = 0;
  });
  const stopAt = (target: EventTarget): void => {
    if (!(target instanceof HTMLElement) || !target.matches(figure)) return;
    for (const each of table.current?.querySelectorAll<HTMLElement>(figure) ?? []) each.tabIndex = -1;
    target.tabIndex = 0;
    // The browser leaves a figure where it is that the first column covers in part. A click would miss what moves.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const walk = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const cell = (event.target as HTMLElement).matches(figure)
      ? (event.target as HTMLElement).closest('td')
      : null;
    const next = cell === null ? null : neighbour(cell, event.key);
    if (next === null) return;
    event.preventDefault();
    next.focus();
  };
  return {
    onFocusCapture: (event: { readonly target: EventTarget }) => stopAt(event.target),
    onKeyDown: walk,
  };
}

/** The next figure in the direction of an arrow key, skipping cells without one; null if there is none. */
function neighbour(from: HTMLTableCellElement, key: string): HTMLElement | null {
  let cell = nextCell(from, key);
  while (cell !== null) {
    const found = cell.querySelector<HTMLElement>(figure);
    if (found) return found;
    cell = nextCell(cell, key);
  }
  return null;
}

function nextCell(cell: HTMLTableCellElement, key: string): HTMLTableCellElement | null {
  const row = cell.parentElement;
  if (key === 'ArrowRight') return asCell(cell.nextElementSibling);
  if (key === 'ArrowLeft') return asCell(cell.previousElementSibling);
  if (key === 'ArrowDown') return inRow(row?.nextElementSibling, cell.cellIndex);
  if (key === 'ArrowUp') return inRow(row?.previousElementSibling, cell.cellIndex);
  return null;
}

const asCell = (element: Element | null | undefined): HTMLTableCellElement | null =>
  element instanceof HTMLTableCellElement ? element : null;

const inRow = (row: Element | null | undefined, index: number): HTMLTableCellElement | null =>
  row instanceof HTMLTableRowElement ? asCell(row.cells[index]) : null;
