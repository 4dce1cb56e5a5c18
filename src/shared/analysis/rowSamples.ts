/** Every sample of every market, found in the rows its shown sample was aligned into. */
import type { AlignedRow } from './alignedRow.ts';
import type { AnswerAlignment } from './answerAlignment.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import type { BlockContent, ReadBlock } from './reading.ts';

/** One sample: the rows it has and how it words them. */
export interface RowSamples {
  readonly market: number;
  readonly rows: ReadonlyMap<AlignedRow, BlockContent>;
}

export function locateSamples(read: ReadComparison, alignment: AnswerAlignment): readonly RowSamples[] {
  // One sample a market is shown as it is aligned; only further samples need finding.
  const several = read.columns.some((column) => column.samples.length > 1);
  if (!several) return [];
  const shownRows = new Map<ReadColumn, Map<AlignedRow, BlockContent>>();
  for (const column of read.answered) shownRows.set(column, new Map());
  for (const row of alignment.rows) {
    for (const [column, cell] of row.cells)
      shownRows.get(read.columns[column] as ReadColumn)?.set(row, cell.block.content);
  }
  const result: RowSamples[] = [];
  for (const column of read.answered) {
    for (const sample of column.samples) {
      if (sample === column.shown)
        result.push({ market: column.index, rows: shownRows.get(column) ?? new Map() });
      else result.push({ market: column.index, rows: located(sample.blocks, alignment) });
    }
  }
  return result;
}

function located(blocks: readonly ReadBlock[], alignment: AnswerAlignment): Map<AlignedRow, BlockContent> {
  const rows = new Map<AlignedRow, BlockContent>();
  for (const [section, inSection] of alignment.bySection) {
    const own = blocks.filter((block) => block.content.section === section);
    inSection.locate(own).forEach((row, at) => {
      const content = own[at]?.content;
      if (row !== null && content !== undefined) rows.set(row, content);
    });
  }
  return rows;
}
