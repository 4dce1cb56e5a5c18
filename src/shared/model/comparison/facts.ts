import type { AnswerCell, AnswerRow } from './answer.ts';

/** Whether the section occurs in several languages, so that its words are not compared. */
export function wordingNotCompared(row: AnswerRow): boolean {
  return row.cells.some(
    (cell) => cell !== null && (cell.state === 'other-language' || cell.anchors !== null),
  );
}

/** Number of columns in another language than the row's reference whose brands, numbers or links differ. */
export function factsDiffering(row: AnswerRow): number {
  return row.cells.filter(hasOtherFacts).length;
}

function hasOtherFacts(cell: AnswerCell | null): boolean {
  return cell?.anchors != null && cell.anchors.missing.length + cell.anchors.added.length > 0;
}

/** Whether a fact of the cell differs from the reference of its row. */
export function differsInFact(cell: AnswerCell | null): boolean {
  return cell?.verdict.kind === 'fact';
}

/** Whether words differ within a language, or brands, numbers or links differ between languages. */
export function rowDiffers(row: AnswerRow): boolean {
  return row.differing > 0 || factsDiffering(row) > 0;
}
