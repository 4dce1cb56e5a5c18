/**
 * Aligns the blocks of many answers into rows (progressive alignment). A row has at most one block of each column,
 * and every block is in exactly one row. Columns are added one after another in an order determined by their content,
 * so the input order does not matter. Position only breaks ties: a moved block is still matched.
 */

import { longHash } from '../contentHash.ts';
import type { BlockContent, ReadBlock } from '../reading.ts';
import { sameLanguage } from '../words/language.ts';
import { type AlignedRow, type Candidate, type Matching, placeOf } from './alignedRow.ts';
import { blockSimilarity, type Weights } from './blockSimilarity.ts';
import { pairLeftovers } from './leftovers.ts';
import { choosePairs, dropContradicted, matchEqualHeadings, matchHeadings } from './pairChoice.ts';
import { RowIndex } from './rowIndex.ts';

export type Alignment = {
  /** In reading order. */
  readonly rows: readonly AlignedRow[];
  /** Row of every block of a further sample, by block; null if the alignment has no such row. */
  readonly locate: (blocks: readonly ReadBlock[]) => readonly (AlignedRow | null)[];
};

const enough = 0.4;
/** Enough for two translations that nothing else is like: other words are then the translator's. */
const enoughInTranslation = 0.26;
/** Enough for two rows of different columns to be one. */
const enoughToMerge = 0.33;
const variantsPerLanguage = 3;

/**
 * Aligns the blocks of one section.
 * @param columns blocks of each column in reading order; empty if the column lacks the section
 */
export function alignColumns(columns: readonly (readonly ReadBlock[])[], weights: Weights): Alignment {
  const aligner = new Aligner(weights);
  for (const column of canonicalOrder(columns)) aligner.add(column, columns[column] as readonly ReadBlock[]);
  aligner.mergeTranslations();
  return { rows: aligner.rows, locate: (blocks) => aligner.locate(blocks) };
}

/**
 * Most frequent language first, then longest answer first. Ties are ordered by content, so only equal columns tie.
 */
function canonicalOrder(columns: readonly (readonly ReadBlock[])[]): readonly number[] {
  const languages = new Map<string, number>();
  for (const blocks of columns) {
    const language = blocks[0]?.content.wordsIn;
    if (language !== undefined) languages.set(language, (languages.get(language) ?? 0) + 1);
  }
  const keyed = columns.map((blocks, column) => ({
    column,
    language: blocks[0]?.content.wordsIn ?? '',
    group: languages.get(blocks[0]?.content.wordsIn ?? '') ?? 0,
    length: blocks.length,
    hash: longHash(blocks.map((block) => block.content.id).join(' ')),
  }));
  keyed.sort(
    (one, two) =>
      two.group - one.group ||
      compareText(one.language, two.language) ||
      two.length - one.length ||
      compareText(one.hash, two.hash) ||
      one.column - two.column,
  );
  return keyed.filter((entry) => entry.length > 0).map((entry) => entry.column);
}

function compareText(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}

class Aligner {
  rows: AlignedRow[] = [];
  readonly #weights: Weights;
  readonly #index: RowIndex;
  readonly #added = new Map<string, number>();
  /** Rows that were merged into another, which keeps their blocks. */
  readonly #merged = new Map<AlignedRow, AlignedRow>();

  constructor(weights: Weights) {
    this.#weights = weights;
    this.#index = new RowIndex(weights);
  }

  add(column: number, blocks: readonly ReadBlock[]): void {
    const key = sequenceKey(blocks);
    const found = this.#asBefore(key) ?? this.#match(blocks);
    this.#added.set(key, column);
    this.#insert(column, blocks, found);
    this.rows.forEach((row, position) => {
      row.position = position;
    });
  }

  /** The rows of an identical answer that was added before; null if there is none. */
  #asBefore(key: string): (Candidate | null)[] | null {
    const twin = this.#added.get(key);
    if (twin === undefined) return null;
    const rows = this.rows
      .filter((row) => row.cells.has(twin))
      .sort((one, two) => orderIn(one, twin) - orderIn(two, twin));
    return rows.map((row, block) => ({ block, row, score: row.cells.get(twin)?.score ?? 1 }));
  }

  locate(blocks: readonly ReadBlock[]): readonly (AlignedRow | null)[] {
    return (this.#asBefore(sequenceKey(blocks)) ?? this.#match(blocks)).map((match) => match?.row ?? null);
  }

  #match(blocks: readonly ReadBlock[]): (Candidate | null)[] {
    const matches: (Candidate | null)[] = new Array<Candidate | null>(blocks.length).fill(null);
    if (this.rows.length === 0 || blocks.length === 0) return matches;
    const first = blocks[0]?.order ?? 0;
    const matching: Matching = {
      rows: this.rows,
      blocks,
      matches,
      taken: new Set(),
      first,
      weights: this.#weights,
    };
    matchEqualHeadings(matching);
    const candidates = this.#candidates(blocks);
    choosePairs(
      matching,
      candidates.filter(({ score }) => score >= enough),
    );
    matchHeadings(matching);
    dropContradicted(matching);
    pairLeftovers(matching);
    // Answers of two markets rarely have the same outline: what is left of translations is paired by its words.
    const weak = candidates.filter(({ translated }) => translated === true);
    if (weak.length > 0) choosePairs(matching, weak);
    return matches;
  }

  #candidates(blocks: readonly ReadBlock[]): Candidate[] {
    const candidates: Candidate[] = [];
    const seen = new Map<BlockContent, number>();
    blocks.forEach((block, at) => {
      const before = seen.get(block.content) ?? 0;
      seen.set(block.content, before + 1);
      for (const found of this.#index.candidates(block.content, before)) {
        const row = this.#kept(found);
        const score = this.#rowSimilarity(block.content, row);
        const translated = isTranslation(block.content, row);
        if (score < (translated ? enoughInTranslation : enough)) continue;
        // Identical lines are matched by their ordinal: the third with the third.
        const place = score === 1 ? this.#index.placeAmongEqual(block.content, row) : null;
        if (place === null) candidates.push({ block: at, row, score, translated });
        else candidates.push({ block: at, row, score, apart: Math.abs(place - before) / this.rows.length });
      }
    });
    return candidates;
  }

  /** Similarity of a block and a row, 0..1: the best to a wording in its language, or to one of another language. */
  #rowSimilarity(content: BlockContent, { variants }: AlignedRow): number {
    if (variants.includes(content)) return 1;
    const own = variants.filter((variant) => sameLanguage(content.wordsIn, variant.wordsIn));
    const wordings = own.length > 0 ? own : variants;
    return Math.max(...wordings.map((wording) => blockSimilarity(content, wording, this.#weights)));
  }

  /**
   * Joins rows of different columns that say the same in translation: with another outline in each market, a block
   * goes to the row that was there when its answer was added, and the better one may come later.
   */
  mergeTranslations(): void {
    for (const row of [...this.rows].sort((one, two) => one.cells.size - two.cells.size)) {
      const [first] = row.variants;
      if (first === undefined || first.depth > 0 || first.kind === 'heading') continue;
      let best: AlignedRow | null = null;
      let highest = enoughToMerge;
      for (const variant of row.variants)
        for (const other of this.#index.candidates(variant, 0)) {
          if (other === row || this.#merged.has(other) || !isTranslation(variant, other)) continue;
          const [head] = other.variants;
          if (head === undefined || head.depth > 0 || head.kind === 'heading') continue;
          if ([...row.cells.keys()].some((column) => other.cells.has(column))) continue;
          const score = this.#rowSimilarity(variant, other);
          if (score > highest) [best, highest] = [other, score];
        }
      if (best === null) continue;
      for (const [column, cell] of row.cells) best.cells.set(column, cell);
      for (const variant of row.variants) this.#learn(best, variant);
      this.#merged.set(row, best);
    }
    if (this.#merged.size === 0) return;
    this.rows = this.rows.filter((row) => !this.#merged.has(row));
    this.rows.forEach((row, position) => {
      row.position = position;
      if (row.parent !== null) row.parent = this.#kept(row.parent);
    });
  }

  #kept(row: AlignedRow): AlignedRow {
    let kept = row;
    for (let into = this.#merged.get(kept); into !== undefined; into = this.#merged.get(kept)) kept = into;
    return kept;
  }

  #insert(column: number, blocks: readonly ReadBlock[], matches: readonly (Candidate | null)[]): void {
    const first = blocks[0]?.order ?? 0;
    const rowOf: AlignedRow[] = [];
    const inserted = new Map<AlignedRow | null, AlignedRow[]>();
    /** The existing row after which the next new row is inserted. */
    let anchor: AlignedRow | null = null;
    const taken = new Set(matches.map((match) => match?.row));
    blocks.forEach((block, at) => {
      const place = placeOf(at, blocks.length);
      const parent = block.parent < 0 ? null : (rowOf[block.parent - first] ?? null);
      const match = matches[at] ?? null;
      let row: AlignedRow;
      if (match === null) {
        row = {
          variants: [block.content],
          cells: new Map(),
          place,
          parent,
          position: -1,
          promise: 0,
          wordings: null,
        };
        this.#index.add(row, block.content);
        // A new row follows the row of the preceding block. If it does not continue that row's list, it follows
        // the list.
        if (anchor !== null && !isListed(block.content)) anchor = this.#endOfList(anchor, taken);
        const list = inserted.get(anchor);
        if (list === undefined) inserted.set(anchor, [row]);
        else list.push(row);
      } else {
        row = match.row;
        anchor = row;
        row.place = (row.place * row.cells.size + place) / (row.cells.size + 1);
        if (row.parent === null) row.parent = parent;
        this.#learn(row, block.content);
      }
      row.cells.set(column, { block, score: match?.score ?? 1 });
      rowOf.push(row);
    });
    if (inserted.size === 0) return;
    const next: AlignedRow[] = inserted.get(null) ?? [];
    for (const row of this.rows) {
      next.push(row);
      for (const behind of inserted.get(row) ?? []) next.push(behind);
    }
    this.rows = next;
  }

  /** The last row of the list that contains `row`, up to the next row this answer has a block for. */
  #endOfList(row: AlignedRow, taken: ReadonlySet<AlignedRow | undefined>): AlignedRow {
    let last = row;
    for (;;) {
      const next = this.rows[last.position + 1];
      const goesOn =
        next !== undefined &&
        !taken.has(next) &&
        next.parent === row.parent &&
        [row, next].every(({ variants }) => variants[0] !== undefined && isListed(variants[0]));
      if (!goesOn) return last;
      last = next;
    }
  }

  #learn(row: AlignedRow, content: BlockContent): void {
    if (row.variants.includes(content)) return;
    const inLanguage = row.variants.filter((variant) => variant.wordsIn === content.wordsIn).length;
    if (inLanguage >= variantsPerLanguage) {
      this.#index.addExact(row, content);
      return;
    }
    row.variants.push(content);
    this.#index.add(row, content);
  }
}

/** Whether a block is compared with translations of other languages, or is one. */
function isTranslation(content: BlockContent, { variants }: AlignedRow): boolean {
  return variants.some(
    (variant) =>
      content.wordsIn === variant.wordsIn &&
      content.language !== variant.language &&
      (content.language !== content.wordsIn || variant.language !== variant.wordsIn),
  );
}

function isListed({ kind }: BlockContent): boolean {
  return kind === 'list-item' || kind === 'table-row';
}

function sequenceKey(blocks: readonly ReadBlock[]): string {
  return blocks.map((block) => block.content.index).join(' ');
}

function orderIn(row: AlignedRow, column: number): number {
  return row.cells.get(column)?.block.order ?? 0;
}
