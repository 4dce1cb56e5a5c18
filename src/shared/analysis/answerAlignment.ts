/** Blocks of all answers, put beside each other. */
import { type Alignment, alignColumns } from './align.ts';
import type { AlignedRow } from './alignedRow.ts';
import { weightsOf } from './blockSimilarity.ts';
import type { ReadComparison } from './columns.ts';
import { SECTIONS, type Section } from './model.ts';
import { orderRows } from './rowOrder.ts';

/** Alignment of every section, whatever the baseline. */
export interface AlignedSections {
  readonly bySection: ReadonlyMap<Section, Alignment>;
}

/** The same rows in the order they are read in. */
export interface AnswerAlignment extends AlignedSections {
  readonly rows: readonly AlignedRow[];
}

export function alignSections(read: ReadComparison): AlignedSections {
  const weights = weightsOf(read.reader.contents, read.vocabulary);
  const bySection = new Map<Section, Alignment>();
  for (const section of SECTIONS) {
    const blocks = read.columns.map((column) =>
      (column.shown?.blocks ?? []).filter((block) => block.content.section === section),
    );
    if (blocks.some((list) => list.length > 0)) bySection.set(section, alignColumns(blocks, weights));
  }
  return { bySection };
}

export function orderAnswers(read: ReadComparison, sections: AlignedSections): AnswerAlignment {
  const rows = [...sections.bySection.values()].flatMap((alignment) =>
    orderRows(alignment.rows, read.baseline),
  );
  return { ...sections, rows };
}
