import type { AnswerCell, AnswerRow } from './answer.ts';

/** The section stands in answers of several languages, whose words nothing compares. */
export function wordingNotCompared(row: AnswerRow): boolean {
  return row.cells.some(
    (cell) => cell !== null && (cell.state === 'other-language' || cell.anchors !== null),
  );
}

/** Columns in another language than the row's reference whose brands, numbers or links are not the same. */
export function factsDiffering(row: AnswerRow): number {
  return row.cells.filter(hasOtherFacts).length;
}

function hasOtherFacts(cell: AnswerCell | null): boolean {
  return cell?.anchors != null && cell.anchors.missing.length + cell.anchors.added.length > 0;
}

/** Words differ in a language, or what is named, counted and linked differs between languages. */
export function rowDiffers(row: AnswerRow): boolean {
  return row.differing > 0 || factsDiffering(row) > 0;
}
