import type { AnswerCell, AnswerRow } from './answer.ts';

/** Whether a fact of the cell differs from the reference of its row. */
export function differsInFact(cell: AnswerCell | null): boolean {
  return cell?.verdict.kind === 'fact';
}

/** Whether a cell of the section is in another language and has nothing to compare it by. */
export function wordingNotCompared(row: AnswerRow): boolean {
  return row.cells.some((cell) => cell?.verdict.kind === 'not-compared');
}

/** Number of columns that state a fact otherwise. */
export function factsDiffering(row: AnswerRow): number {
  return row.cells.filter(differsInFact).length;
}

/**
 * Whether answers say different things here: a fact differs, a statement is added, left out or missing, or a block
 * moved. Other words alone differ only where they are marked, beside a baseline.
 */
export function rowDiffers(row: AnswerRow): boolean {
  if (row.of < 2) return false;
  if (row.present < row.of || row.moved > 0) return true;
  return row.cells.some(
    (cell) =>
      cell !== null &&
      (cell.verdict.kind === 'fact' ||
        cell.verdict.kind === 'adds' ||
        cell.verdict.kind === 'leaves-out' ||
        (cell.state === 'changed' && cell.spans !== null)),
  );
}
