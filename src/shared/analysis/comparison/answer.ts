/** The answers block by block: texts stand once in `blocks`, cells point into them. */
import type { Section } from '../model.ts';
import type { Consensus, Direction, NoiseTest, TabTests } from './basics.ts';

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'product' | 'result';

export type InlineMarkKind = 'strong' | 'emphasis' | 'code' | 'link' | 'strike' | 'citation';

/** Inline formatting of a block, as offsets (UTF-16) into its plain text. */
export type InlineMark = {
  readonly kind: InlineMarkKind;
  readonly start: number;
  readonly end: number;
  readonly href?: string;
};

export type ComparedBlock = {
  /** Hash of kind and text: the same block has the same id in every comparison. */
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** Plain text, the text differences are computed on. Table cells are joined by " | ". */
  readonly text: string;
  readonly marks: readonly InlineMark[];
  /** Heading level 1..6, 0 otherwise. */
  readonly level: number;
  /** Depth of a list item from 0. */
  readonly depth: number;
  readonly ordered: boolean;
  readonly header: boolean;
  readonly language: string;
  readonly direction: Direction;
  /** Address of a product or result block. */
  readonly href: string | null;
};

/**
 * Against the baseline, or without one against the most common wording of the cell's own language.
 * `changed` differs in words; `same` differs at most in what the options ignore; `other-language` has nothing
 * in its language to be compared with.
 */
export type CellState = 'same' | 'changed' | 'added' | 'other-language';

export type Move = {
  /** `item`: list ranks; `block`: places among the blocks both columns have. 1-based. */
  readonly unit: 'item' | 'block';
  readonly from: number;
  readonly to: number;
};

export type AnchorDifference = {
  readonly shared: readonly Anchor[];
  /** In the reference, not here. */
  readonly missing: readonly Anchor[];
  /** Here, not in the reference. */
  readonly added: readonly Anchor[];
};

export type AnchorKind = 'url' | 'domain' | 'brand' | 'number' | 'price' | 'date' | 'code';

export type Anchor = {
  readonly kind: AnchorKind;
  /** What it is compared by. */
  readonly key: string;
  /** How a person reads it. */
  readonly label: string;
};

export type AnswerCell = {
  /** Index into `answer.blocks`. */
  readonly block: number;
  /** Place of the block in its column's own reading order, from 0. */
  readonly order: number;
  /** Rank in its list, from 1; null outside lists. */
  readonly listRank: number | null;
  readonly state: CellState;
  readonly move: Move | null;
  /**
   * Difference from the baseline's block as triples [operation, length in baseline, length here] with
   * operation 0 kept, 1 removed, 2 added: `expandSpans` turns it into text. Null where no word difference
   * is shown (consensus mode, same text, different languages).
   */
  readonly spans: readonly number[] | null;
  /** Only where the baseline, or the row's most common wording, is in another language. */
  readonly anchors: AnchorDifference | null;
  /** Samples of this column that have the block, of all its valid samples. */
  readonly inSamples: number;
  /** 0..1 certainty of the alignment; 1 for equal text. */
  readonly score: number;
};

export type AnswerRow = {
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** Text of the headings above, outermost first, in the language of the reference. */
  readonly headingPath: readonly string[];
  /** By column; null where the column has no such block (or no answer at all: see its state). */
  readonly cells: readonly (AnswerCell | null)[];
  /** Columns that have the block, of the columns with an answer that can be asked (see `outside`). */
  readonly present: number;
  readonly of: number;
  /**
   * Columns whose empty cell says nothing: their answer is in another language and the block holds no link,
   * brand, number or price by which it could be found there. They are neither counted nor "missing".
   */
  readonly outside: readonly number[];
  readonly consensus: Consensus;
  /** Columns that differ from the reference here: missing, added, changed or moved. "3 of 6 markets differ". */
  readonly differing: number;
  readonly moved: number;
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
  /** True when the answers are in more than one language: words are then not compared across them. */
  readonly crossLanguage: boolean;
  readonly tests: TabTests;
};
