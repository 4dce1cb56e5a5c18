/** The answers block by block. Texts are stored once in `blocks`, and cells refer to them. */

import type { Consensus, Direction, NoiseTest, TabTests, TextSpan } from './basics.ts';
import type { ReadTranslation, Section } from './samples.ts';

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'product' | 'result';

/**
 * A number, site name or code that stands for a source. It is no text: it stands at an offset (UTF-16) of the text of
 * its block, before the character there.
 */
export type CitationMark = {
  readonly at: number;
  /** As shown, without brackets ("1", "news.example"); "" for a code without a label. */
  readonly label: string;
  readonly href?: string;
};

export type ComparedBlock = {
  /** Hash of kind and text; equal blocks have equal ids in every comparison. */
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** The words, without citation marks; differences are computed on them. Table cells are joined by " | ". */
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly marks: readonly CitationMark[];
  /** Heading level 1..6, 0 otherwise. */
  readonly level: number;
  /** Depth of a list item from 0. */
  readonly depth: number;
  readonly ordered: boolean;
  readonly header: boolean;
  readonly language: string;
  readonly direction: Direction;
  /** URL of a product or result block. */
  readonly href: string | null;
};

/**
 * Difference from the baseline, or without one from the most common wording in the cell's language. `changed`: the
 * words differ. `same`: at most ignored differences. `added`: the reference has no such block. `other-language`:
 * there is no wording in its language to compare with.
 */
export type CellState = 'same' | 'changed' | 'added' | 'other-language';

export type Move = {
  /** `item`: list ranks. `block`: positions among the blocks that both columns have. From 1. */
  readonly unit: 'item' | 'block';
  readonly from: number;
  readonly to: number;
};

export type FactKind = 'number' | 'price' | 'date' | 'negation' | 'recommendation' | 'name';

/** A fact that a block states differently from the reference of its row, each as written. */
export type FactDifference = { readonly kind: FactKind; readonly here: string; readonly there: string };

/**
 * What a block says against the reference of its row. `fact`: a fact differs. `adds`, `leaves-out`: a statement, value
 * or name that only one of them has. `words`: other words, no differing fact found. `not-compared`: the words are in
 * another language, and no value, name or link tells whether they say the same.
 */
export type CellVerdict = {
  readonly kind: 'same' | 'fact' | 'adds' | 'leaves-out' | 'words' | 'not-compared';
  readonly facts: readonly FactDifference[];
  readonly added: readonly string[];
  readonly left: readonly string[];
};

export type AnchorDifference = {
  readonly shared: readonly Anchor[];
  /** In the reference only. */
  readonly missing: readonly Anchor[];
  /** In this column only. */
  readonly added: readonly Anchor[];
};

export type AnchorKind = 'url' | 'domain' | 'brand' | 'number' | 'price' | 'date' | 'code';

export type Anchor = {
  readonly kind: AnchorKind;
  /** Normalized form used for comparison. */
  readonly key: string;
  /** Form shown to the user. */
  readonly label: string;
};

export type AnswerCell = {
  /** Index into `answer.blocks`. */
  readonly block: number;
  /** Position of the block in its column's reading order, from 0. */
  readonly order: number;
  /** Rank in its list, from 1; null outside lists. */
  readonly listRank: number | null;
  readonly state: CellState;
  readonly move: Move | null;
  /**
   * Difference from the baseline's block as triples [operation, length in baseline, length here]; operation 0 is
   * kept, 1 removed, 2 added, and lengths are in UTF-16 units. `expandSpans` converts them to text. Null if no word
   * difference is shown (consensus mode, same text, different languages).
   */
  readonly spans: readonly number[] | null;
  /** Only if the baseline, or the row's most common wording, is in another language. */
  readonly anchors: AnchorDifference | null;
  /** Against the block that `AnswerRow.reference` names. */
  readonly verdict: CellVerdict;
  /** Valid samples of this column that have the block. */
  readonly inSamples: number;
  /** Certainty of the alignment, 0..1; 1 for equal text. */
  readonly score: number;
};

export type AnswerRow = {
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** Text of the headings above, outermost first, in the language of the reference. */
  readonly headingPath: readonly string[];
  /** By column; null if the column has no such block or no answer (see its state). */
  readonly cells: readonly (AnswerCell | null)[];
  /** Columns that have the block, of the `of` columns where it could be found (see `outside`). */
  readonly present: number;
  readonly of: number;
  /**
   * Columns where the block could not be found: their answer is in another language, and the block contains no link,
   * brand, number or price to find it by. They count neither as present nor as missing.
   */
  readonly outside: readonly number[];
  readonly consensus: Consensus;
  /** Columns that differ from the reference here: missing, added, changed or moved ("3 of 6 markets differ"). */
  readonly differing: number;
  readonly moved: number;
  /** Column whose block the verdicts compare with: the baseline, or the one that contradicts the fewest others. */
  readonly reference: number | null;
  /** Index into `answer.blocks` of the most common wording. */
  readonly commonBlock: number;
  readonly test: NoiseTest;
};

export type AnswerTab = {
  readonly mode: 'baseline' | 'consensus';
  /** Index of the baseline column; null in consensus mode. */
  readonly baseline: number | null;
  readonly granularity: 'block' | 'sentence' | 'word';
  readonly blocks: readonly ComparedBlock[];
  readonly rows: readonly AnswerRow[];
  readonly differingRows: number;
  /** Whether the answers are in several languages. Words are not compared across languages. */
  readonly crossLanguage: boolean;
  /** Language (ISO 639-1) of the translations that were compared; null if all columns were compared in the original. */
  readonly comparedIn: string | null;
  /** The translations that were there to compare; those stored since are not in it. */
  readonly translations: readonly ReadTranslation[];
  readonly tests: TabTests;
};
