/** Alignment of the blocks of all answers. */

import { allSections, type Section } from '../../model/comparison/samples.ts';
import { type Alignment, alignColumns } from '../../text/align/align.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import { weightsOf } from '../../text/align/blockSimilarity.ts';
import { orderRows } from '../../text/align/rowOrder.ts';
import type { ReadBlock } from '../../text/reading.ts';
import type { ReadComparison } from './columns.ts';

export type AnswerAlignment = {
  readonly bySection: ReadonlyMap<Section, Alignment>;
  /** Rows of all sections. */
  readonly rows: readonly AlignedRow[];
};

/** Aligns every section. The result does not depend on the baseline. */
export function alignSections(read: ReadComparison): AnswerAlignment {
  const weights = weightsOf(read.reader.contents, read.vocabulary);
  const blocks = new Map<Section, ReadBlock[][]>();
  for (const { index, shown } of read.columns) {
    for (const block of shown?.blocks ?? []) {
      const { section } = block.content;
      let columns = blocks.get(section);
      if (columns === undefined) {
        columns = read.columns.map(() => []);
        blocks.set(section, columns);
      }
      columns[index]?.push(block);
    }
  }
  const bySection = new Map<Section, Alignment>();
  for (const section of allSections) {
    const columns = blocks.get(section);
    if (columns !== undefined) bySection.set(section, alignColumns(columns, weights));
  }
  return { bySection, rows: [...bySection.values()].flatMap(({ rows }) => rows) };
}

/** The same rows in display order, which depends on the baseline. */
export function orderAnswers(read: ReadComparison, sections: AnswerAlignment): AnswerAlignment {
  const rows = [...sections.bySection.values()].flatMap((alignment) =>
    orderRows(alignment.rows, read.baseline),
  );
  return { ...sections, rows };
}
