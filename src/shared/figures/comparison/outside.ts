/** Where a row of the Answer tab is neither present nor missing, because it could not be recognised. */
import type { Section } from '../../model/comparison/samples.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import { sameLanguage } from '../../text/words/language.ts';
import { languageOfWords, type ReadColumn } from './columns.ts';

/** By the row above them: columns with a paragraph that no other column has and that nothing could match it by. */
type LonelyParagraphs = ReadonlyMap<AlignedRow | null, ReadonlySet<number>>;

function lonelyParagraphs(rows: readonly AlignedRow[]): LonelyParagraphs {
  const columns = new Map<AlignedRow | null, Set<number>>();
  for (const { cells, parent } of rows) {
    const [only] = cells;
    if (cells.size !== 1 || only === undefined) continue;
    const [column, { block }] = only;
    if (block.content.kind !== 'paragraph' || block.content.anchors.length > 0) continue;
    const known = columns.get(parent);
    if (known === undefined) columns.set(parent, new Set([column]));
    else known.add(column);
  }
  return columns;
}

/**
 * Finds the columns where a row could not be found: their answer is in another language than every wording of the row, and
 * the row contains nothing language-independent, or they have a paragraph at the same place that does not either and
 * may say the same. A column without the whole section (no AI overview, no related searches) lacks the row in any
 * language.
 */
export function outsideFinder(
  columns: readonly ReadColumn[],
  rows: readonly AlignedRow[],
): (row: AlignedRow) => readonly number[] {
  const answered = columns.map(answeredColumn);
  const alone = lonelyParagraphs(rows);
  return (row) => outsideOf(row, answered, alone);
}

function outsideOf(
  row: AlignedRow,
  answered: readonly AnsweredColumn[],
  alone: LonelyParagraphs,
): readonly number[] {
  if (row.cells.size === answered.length) return [];
  const languages = new Set<string>();
  let section: Section = 'answer';
  let matchable = false;
  for (const { block } of row.cells.values()) {
    const { anchors, kind, wordsIn } = block.content;
    if (kind === 'heading') return [];
    if (anchors.length > 0) matchable = true;
    if (matchable && kind !== 'paragraph') return [];
    languages.add(wordsIn);
    section = block.content.section;
  }
  const maybeThere = matchable ? alone.get(row.parent) : undefined;
  if (matchable && maybeThere === undefined) return [];
  return answered.flatMap(({ index, wordsIn, sections }) =>
    !row.cells.has(index) &&
    maybeThere?.has(index) !== false &&
    !isAmong(languages, wordsIn) &&
    sections.has(section)
      ? index
      : [],
  );
}

function isAmong(languages: ReadonlySet<string>, asked: string): boolean {
  for (const language of languages) if (sameLanguage(language, asked)) return true;
  return false;
}

/** What decides whether a row could be found in a column, once for all rows. */
type AnsweredColumn = {
  readonly index: number;
  /** The language in which its words are compared. */
  readonly wordsIn: string;
  readonly sections: ReadonlySet<Section>;
};

const answeredColumn = ({ index, shown, language }: ReadColumn): AnsweredColumn => ({
  index,
  wordsIn: shown === null ? language.code : languageOfWords(shown),
  sections: new Set(shown?.blocks.map(({ content }) => content.section)),
});
