/** The Answer tab: rows of aligned blocks, their differences, and whether these are significant. */

import type {
  Anchor,
  AnchorDifference,
  AnswerCell,
  AnswerRow,
  AnswerTab,
  ColumnCounts,
  ComparedBlock,
  Move,
  NoiseTest,
} from '../../model/comparison/comparison.ts';
import type { AlignedRow } from '../../text/align/alignedRow.ts';
import { type DiffOptions, diffTokenized, hasDifference } from '../../text/align/diff.ts';
import { movesOf } from '../../text/align/rowOrder.ts';
import { mostCommon, wordingIn } from '../../text/align/wordings.ts';
import { shortHash } from '../../text/contentHash.ts';
import type { BlockContent, ReadBlock } from '../../text/reading.ts';
import { sameLanguage } from '../../text/words/language.ts';
import { budget, noiseTest, notTested, verdictWithoutTest } from '../statistics/noise.ts';
import { type PresenceTest, presenceTests } from '../statistics/presenceTests.ts';
import { controlled } from '../statistics/significance.ts';
import type { AnswerAlignment } from './answerAlignment.ts';
import { bagSimilarity, type ReadColumn, type ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { outsideFinder } from './outside.ts';
import { commonFirst } from './rowOrder.ts';
import { type RowVerdicts, rowVerdicts } from './rowVerdicts.ts';

export function answerTab(
  read: ReadComparison,
  alignment: AnswerAlignment,
): { readonly tab: AnswerTab; readonly counts: readonly ColumnCounts[] } {
  const writer = new Writer(read, alignment);
  return writer.write();
}

/** Maximum number of parents searched for headings: six heading levels and nested list items. */
const maxAbove = 24;
/** Maximum characters of a heading in a path. The row of the heading has its full text. */
const maxHeadingLength = 300;

class Writer {
  readonly #read: ReadComparison;
  readonly #alignment: AnswerAlignment;
  readonly #blocks: ComparedBlock[] = [];
  /** Index into `#blocks` by content index; -1 if the content was not written yet. */
  readonly #blockIndex: Int32Array;
  readonly #moves: readonly ReadonlyMap<AlignedRow, Move>[];
  readonly #outsideOf: (row: AlignedRow) => readonly number[];
  readonly #samples: readonly RowSamples[];
  /** Column index of each of the samples. */
  readonly #markets: readonly number[];
  readonly #presence: PresenceTest;
  /** The result of all row tests if no test is possible. */
  readonly #untested: NoiseTest | null;
  /** The result of rows without differences if nothing is tested. */
  readonly #notTested: NoiseTest;
  readonly #diffOptions: DiffOptions;
  readonly #differences = new Map<number, readonly number[]>();
  readonly #rowIds = new Map<string, number>();

  constructor(read: ReadComparison, alignment: AnswerAlignment) {
    this.#read = read;
    this.#alignment = alignment;
    this.#blockIndex = new Int32Array(read.reader.contents.length).fill(-1);
    this.#moves = read.columns.map((column) =>
      column.shown === null || column.index === read.baseline
        ? new Map()
        : movesOf(alignment.rows, column.index, read.baseline),
    );
    this.#outsideOf = outsideFinder(read.answered, alignment.rows);
    this.#samples = locateSamples(read, alignment);
    this.#markets = this.#samples.map((sample) => sample.market);
    this.#presence = presenceTests(this.#markets);
    this.#untested = verdictWithoutTest(this.#markets, read.mixedShapes);
    this.#notTested = notTested(null, read.answered.length, 0);
    const { granularity, ignoreCase, ignoreWhitespace, ignoreTexts } = read.options;
    this.#diffOptions = {
      language: 'und',
      granularity: granularity === 'auto' ? 'word' : granularity,
      ignoreCase,
      ignoreWhitespace,
      ignoreTexts,
    };
  }

  write(): { readonly tab: AnswerTab; readonly counts: readonly ColumnCounts[] } {
    const { rows: inOrder, family } = controlled(this.#alignment.rows.map((row) => this.#row(row)));
    const rows = this.#read.baseline === null ? commonFirst(inOrder) : inOrder;
    const languages = [...new Set(this.#read.answered.map((column) => column.language.code))];
    return {
      tab: {
        mode: this.#read.baseline === null ? 'consensus' : 'baseline',
        baseline: this.#read.baseline,
        granularity: this.#diffOptions.granularity,
        blocks: this.#blocks,
        rows,
        differingRows: rows.filter((row) => row.differing > 0).length,
        comparedIn: this.#comparedIn(),
        translations: this.#read.options.translations?.read ?? [],
        crossLanguage: languages.some((one) => languages.some((two) => !sameLanguage(one, two))),
        tests: { rows: family, cells: null },
      },
      counts: this.#read.columns.map((column) => countsOf(column, rows, this.#read.baseline)),
    };
  }

  /** The language of the translations, if a shown block was compared in one. */
  #comparedIn(): string | null {
    const target = this.#read.options.translations?.target;
    const isRead = this.#read.answered.some((column) =>
      column.shown?.blocks.some(({ content }) => content.wordsIn !== content.language),
    );
    return target !== undefined && isRead ? target : null;
  }

  #row(row: AlignedRow): AnswerRow {
    const baseline = this.#read.baseline;
    const common = mostCommon(row);
    const reference = baseline === null ? common : (row.cells.get(baseline)?.block.content ?? null);
    const verdicts = rowVerdicts(row, baseline);
    const cells = this.#read.columns.map((column) => {
      const content = row.cells.get(column.index)?.block.content;
      return this.#cell(
        row,
        column,
        baseline === null && content !== undefined ? wordingIn(row, content.language, common) : reference,
        reference,
        verdicts,
      );
    });
    const outside = this.#outsideOf(row);
    const of = this.#read.answered.length - outside.length;
    const present = row.cells.size;
    const referenceHas = baseline === null ? present * 2 > of : reference !== null;
    let differing = 0;
    let moved = 0;
    for (const column of this.#read.answered) {
      const cell = cells[column.index] ?? null;
      if (cell?.move != null) moved++;
      if (column.index === baseline || outside.includes(column.index)) continue;
      if (
        cell === null
          ? referenceHas
          : !referenceHas || cell.state === 'changed' || cell.state === 'added' || cell.move !== null
      )
        differing++;
    }
    return {
      id: this.#rowId(common),
      kind: common.kind,
      section: common.section,
      headingPath: this.#path(row),
      cells,
      present,
      of,
      outside,
      // One answer of its language says nothing about what all have.
      consensus: of === 1 && this.#read.answered.length > 1 ? 'only-here' : consensusOf(present, of),
      differing,
      moved,
      reference: verdicts.reference,
      commonBlock: this.#indexOf(common),
      test: this.#test(row, differing > 0),
    };
  }

  /**
   * @param reference block whose words are compared
   * @param ofRow block whose facts are compared if it is in another language
   */
  #cell(
    row: AlignedRow,
    column: ReadColumn,
    reference: BlockContent | null,
    ofRow: BlockContent | null,
    verdicts: RowVerdicts,
  ): AnswerCell | null {
    const cell = row.cells.get(column.index);
    if (cell === undefined) return null;
    const content = cell.block.content;
    const baseline = this.#read.baseline;
    let state: AnswerCell['state'] = 'same';
    let spans: readonly number[] | null = null;
    let anchors: AnchorDifference | null = null;
    if (reference === null) state = 'added';
    else if (content !== reference && content.text !== reference.text) {
      if (!sameLanguage(content.language, reference.language)) {
        state = 'other-language';
      } else {
        const difference = this.#difference(reference, content);
        if (hasDifference(difference)) state = 'changed';
        if (baseline !== null) spans = difference;
      }
    }
    if (ofRow !== null && !sameLanguage(content.language, ofRow.language))
      anchors = this.#anchorDifference(ofRow, content);
    return {
      block: this.#indexOf(content),
      order: cell.block.order,
      listRank: cell.block.listRank,
      state,
      move: this.#moves[column.index]?.get(row) ?? null,
      spans,
      anchors,
      verdict: verdicts.of(content),
      inSamples: this.#inSamples(row, column),
      score: Math.round(cell.score * 100) / 100,
    };
  }

  #difference(base: BlockContent, other: BlockContent): readonly number[] {
    const key = base.index * this.#blockIndex.length + other.index;
    const known = this.#differences.get(key);
    if (known !== undefined) return known;
    const difference = diffTokenized(base, other, this.#read.vocabulary, {
      ...this.#diffOptions,
      language: base.language,
    });
    this.#differences.set(key, difference);
    return difference;
  }

  #anchorDifference(base: BlockContent, other: BlockContent): AnchorDifference {
    const inBase = new Set(base.anchors);
    const inOther = new Set(other.anchors);
    const named = (ids: readonly number[]): Anchor[] =>
      ids.map((id) => this.#read.vocabulary.anchors[id]).filter((anchor) => anchor !== undefined);
    return {
      shared: named([...inBase].filter((id) => inOther.has(id))),
      missing: named([...inBase].filter((id) => !inOther.has(id))),
      added: named([...inOther].filter((id) => !inBase.has(id))),
    };
  }

  #inSamples(row: AlignedRow, column: ReadColumn): number {
    if (column.samples.length < 2) return column.samples.length;
    let count = 0;
    for (const sample of this.#samples) if (sample.market === column.index && sample.rows.has(row)) count++;
    return count;
  }

  /**
   * Tests the presence and wording of the row in every sample. Across languages, also in translation, it tests only the
   * presence: a translator's own wording comes back in every repeat.
   */
  #test(row: AlignedRow, differs: boolean): NoiseTest {
    if (!differs && this.#read.mixedShapes === null && this.#markets.length === 0) return this.#notTested;
    if (this.#untested !== null) return this.#untested;
    const markets = this.#markets;
    const found = this.#samples.map((sample) => sample.rows.get(row));
    const languages = new Set(
      found.map((content) => content?.language).filter((language) => language !== undefined),
    );
    const shared = {
      markets,
      permutations: budget(markets.length, this.#alignment.rows.length),
      oneOfMany: true,
      random: this.#read.random(`row ${mostCommon(row).id}`),
      incomparable: this.#read.mixedShapes,
    };
    if (languages.size > 1)
      return this.#presence(
        found.map((content) => content !== undefined),
        shared,
      );
    return noiseTest({
      ...shared,
      kinds: found,
      distance: (one, two) => {
        const a = found[one];
        const b = found[two];
        if (a === b) return 0;
        if (a === undefined || b === undefined) return 1;
        return 1 - bagSimilarity(a.bag, b.bag);
      },
    });
  }

  #indexOf(content: BlockContent): number {
    const known = this.#blockIndex[content.index] as number;
    if (known !== -1) return known;
    const index = this.#blocks.length;
    this.#blocks.push({
      id: content.id,
      kind: content.kind,
      section: content.section,
      text: content.text,
      spans: content.spans,
      marks: content.marks,
      level: content.level,
      depth: content.depth,
      ordered: content.ordered,
      header: content.header,
      language: content.language,
      direction: content.direction,
      href: content.href,
    });
    this.#blockIndex[content.index] = index;
    return index;
  }

  /**
   * Headings above the row, outermost first. Each has a higher level than the next, because columns that nest
   * differently could otherwise add any number of headings.
   */
  #path(row: AlignedRow): readonly string[] {
    const path: string[] = [];
    let level = 7;
    for (
      let above = row.parent, steps = 0;
      above !== null && steps < maxAbove;
      above = above.parent, steps++
    ) {
      const baseline =
        this.#read.baseline === null ? undefined : above.cells.get(this.#read.baseline)?.block.content;
      const heading = baseline ?? mostCommon(above);
      if (heading.kind !== 'heading' || heading.level >= level) continue;
      level = heading.level;
      path.unshift(
        heading.text.length > maxHeadingLength ? `${heading.text.slice(0, maxHeadingLength)}…` : heading.text,
      );
    }
    return path;
  }

  #rowId(common: BlockContent): string {
    const base = shortHash(common.section, ' ', common.id);
    const times = this.#rowIds.get(base) ?? 0;
    this.#rowIds.set(base, times + 1);
    return times === 0 ? base : `${base}-${times}`;
  }
}

function countsOf(column: ReadColumn, rows: readonly AnswerRow[], baseline: number | null): ColumnCounts {
  const counts = { same: 0, changed: 0, added: 0, missing: 0, moved: 0, onlyHere: 0 };
  if (column.shown === null) return counts;
  for (const row of rows) {
    const cell = row.cells[column.index] ?? null;
    const referenceHas = baseline === null ? row.present * 2 > row.of : row.cells[baseline] !== null;
    if (cell === null) {
      if (referenceHas && !row.outside.includes(column.index)) counts.missing++;
      continue;
    }
    if (cell.state === 'changed') counts.changed++;
    else if (!referenceHas) counts.added++;
    else counts.same++;
    if (cell.move !== null) counts.moved++;
    if (row.present === 1 && row.of > 1) counts.onlyHere++;
  }
  return counts;
}

/** The rows of one sample, with its wording. */
type RowSamples = {
  readonly market: number;
  readonly rows: ReadonlyMap<AlignedRow, BlockContent>;
};

function locateSamples(read: ReadComparison, alignment: AnswerAlignment): readonly RowSamples[] {
  // With one sample per market, the alignment already contains every sample.
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
