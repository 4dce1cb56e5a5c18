/**
 * Matches the remaining blocks and rows under matched parents: in the gaps between two matched pairs, in order, by
 * weak similarity and position. An answer in another language has the same introduction, headings and closing
 * paragraph.
 */

import type { BlockContent, ReadBlock } from '../reading.ts';
import { sameLanguage } from '../words/language.ts';
import { sharedCount } from '../words/vocabulary.ts';
import { type AlignedRow, isNested, type Matching, rowAbove, takenAbove } from './alignedRow.ts';
import { headAgreement, kindFactor, travelSimilarity, wordSimilarity } from './blockSimilarity.ts';
import { increasingSubsequence } from './increasingSubsequence.ts';
import { matchHeadings } from './pairChoice.ts';

/** Minimum certainty of a pair that is matched mostly by its position. */
const byPlace = 0.4;
/** Six heading levels, and one more for the content of the lowest. */
const rounds = 7;

/** The blocks and rows with the same parent. */
type Family = {
  readonly blocks: number[];
  readonly rows: AlignedRow[];
};

/** Adds pairs to `matching` until no more are found. */
export function pairLeftovers(matching: Matching): void {
  for (let round = 0; round < rounds; round++) {
    let found = 0;
    for (const family of familiesOf(matching)) found += fillFamily(matching, family);
    if (found === 0) return;
    matchHeadings(matching);
  }
}

/** Groups blocks and rows by the nearest matched heading or item above them. */
function familiesOf(matching: Matching): Iterable<Family> {
  const { blocks, matches, rows, first } = matching;
  const families = new Map<AlignedRow | null, Family>();
  blocks.forEach((block, at) => {
    if (block.content.depth > 0 && block.parent >= 0 && matches[block.parent - first] === null) return;
    const parent = rowAbove(matching, at);
    const family = families.get(parent);
    if (family === undefined) families.set(parent, { blocks: [at], rows: [] });
    else family.blocks.push(at);
  });
  for (const row of rows) {
    const parent = takenAbove(matching, row);
    if (isNested(row) && row.parent !== parent) continue;
    families.get(parent)?.rows.push(row);
  }
  return families.values();
}

function fillFamily(matching: Matching, { blocks, rows }: Family): number {
  const { matches, taken } = matching;
  if (!blocks.some((at) => matches[at] === null) || rows.every((row) => taken.has(row))) return 0;
  const leads = new Set<number>();
  for (const at of blocks) {
    const match = matches[at] ?? null;
    const content = (matching.blocks[at] as ReadBlock).content;
    if (
      match !== null &&
      content.head !== '' &&
      match.row.variants.some((variant) => headAgreement(content, variant) === 'same')
    )
      leads.add(shapeOf(content));
  }
  const paired: { readonly index: number; readonly to: number }[] = [];
  blocks.forEach((at, index) => {
    const row = matches[at]?.row;
    const to = row === undefined ? -1 : placeIn(rows, row);
    if (to !== -1) paired.push({ index, to });
  });
  const kept = increasingSubsequence(paired.map(({ to }) => to));
  const backbone = paired.filter((_, index) => kept.has(index));
  let found = 0;
  let fromBlock = 0;
  let fromRow = 0;
  for (const { index, to } of [...backbone, { index: blocks.length, to: rows.length }]) {
    const open = blocks.slice(fromBlock, index).filter((at) => matches[at] === null);
    const free = rows.slice(fromRow, to).filter((row) => !taken.has(row));
    if (open.length > 0 && free.length > 0)
      found += fillGap(matching, open, free, { anchored: backbone.length > 0, leads });
    fromBlock = index + 1;
    fromRow = to + 1;
  }
  return found;
}

/** Index of a row in a list in reading order; -1 if it is not in the list. */
function placeIn(rows: readonly AlignedRow[], row: AlignedRow): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((rows[half] as AlignedRow).position < row.position) low = half + 1;
    else high = half;
  }
  return rows[low] === row ? low : -1;
}

/** Longer gaps are divided into chunks of blocks and rows, so that the cost stays proportional. */
const maxInGap = 48;
const chunkLength = 16;

function fillGap(
  matching: Matching,
  open: readonly number[],
  free: readonly AlignedRow[],
  known: Known,
): number {
  const longest = Math.max(open.length, free.length);
  const chunks = longest <= maxInGap ? 1 : Math.ceil(longest / chunkLength);
  let found = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const part = <T>(all: readonly T[]) =>
      all.slice(Math.floor((chunk * all.length) / chunks), Math.floor(((chunk + 1) * all.length) / chunks));
    const blocks = part(open);
    const rows = part(free);
    if (blocks.length > 0 && rows.length > 0) found += pairInOrder(matching, blocks, rows, known);
  }
  return found;
}

/** Matches the pairs with the highest total likelihood that keep the order, by dynamic programming. */
function pairInOrder(
  matching: Matching,
  open: readonly number[],
  free: readonly AlignedRow[],
  known: Known,
): number {
  const { matches, taken } = matching;
  const width = free.length + 1;
  const sums = new Float64Array((open.length + 1) * width);
  const gains = new Float64Array(sums.length);
  const gap = gapOf(matching, open, free, known);
  for (let i = 1; i <= open.length; i++) {
    const left = openBlock(gap, open[i - 1] as number);
    for (let j = 1; j < width; j++) {
      const cell = i * width + j;
      const apart = Math.max(sums[cell - width] ?? 0, sums[cell - 1] ?? 0);
      const gain = likelihood(gap, left, free[j - 1] as AlignedRow, gap.rowShapes[j - 1] as number);
      const together = (sums[cell - width - 1] ?? 0) + gain;
      const pair = gain > 0 && together > apart + 1e-9;
      gains[cell] = pair ? gain : 0;
      sums[cell] = pair ? together : apart;
    }
  }
  let found = 0;
  for (let i = open.length, j = free.length; i > 0 && j > 0; ) {
    const cell = i * width + j;
    const gain = gains[cell] ?? 0;
    if (gain > 0) {
      i--;
      j--;
      const at = open[i] as number;
      const row = free[j] as AlignedRow;
      matches[at] = { block: at, row, score: Math.min(1, Math.max(byPlace, gain)) };
      taken.add(row);
      found++;
    } else if ((sums[cell - width] ?? 0) >= (sums[cell] ?? 0)) i--;
    else j--;
  }
  return found;
}

/** What the matched pairs of a family show about the rest of it. */
type Known = {
  /** Whether the family has matched pairs. */
  readonly anchored: boolean;
  /** Shapes whose pairs have equal leads. A different lead of this shape then means a different thing. */
  readonly leads: ReadonlySet<number>;
};

/** Data of a gap that is computed before its blocks and rows are compared. */
type Gap = Known & {
  readonly matching: Matching;
  /** Number of blocks and of rows by shape. */
  readonly blocks: ReadonlyMap<number, number>;
  readonly rows: ReadonlyMap<number, number>;
  /** Shape of each row. */
  readonly rowShapes: readonly number[];
  /** Largest number of columns of a row, by shape. */
  readonly support: ReadonlyMap<number, number>;
};

function gapOf(matching: Matching, open: readonly number[], free: readonly AlignedRow[], known: Known): Gap {
  const blocks = new Map<number, number>();
  const rows = new Map<number, number>();
  const support = new Map<number, number>();
  for (const at of open) {
    const shape = shapeOf((matching.blocks[at] as ReadBlock).content);
    blocks.set(shape, (blocks.get(shape) ?? 0) + 1);
  }
  const rowShapes = free.map((row) => shapeOf(row.variants[0] as BlockContent));
  for (const [at, row] of free.entries()) {
    const shape = rowShapes[at] as number;
    rows.set(shape, (rows.get(shape) ?? 0) + 1);
    support.set(shape, Math.max(support.get(shape) ?? 0, row.cells.size));
  }
  return {
    ...known,
    matching,
    blocks,
    rows,
    rowShapes,
    support,
  };
}

const kinds: readonly BlockContent['kind'][] = [
  'heading',
  'paragraph',
  'list-item',
  'table-row',
  'code',
  'product',
  'result',
];

/** One number for the kind of a block, its depth in a list, and whether it is a table header. */
function shapeOf({ kind, depth, header }: BlockContent): number {
  return (2 * depth + (header ? 1 : 0)) * kinds.length + kinds.indexOf(kind);
}

/** A block of a gap, with the data that does not depend on a row. */
type OpenBlock = {
  readonly at: number;
  readonly block: ReadBlock;
  readonly shape: number;
  /** Row of its parent; null at the top, undefined if the parent is unmatched. */
  readonly above: AlignedRow | null | undefined;
  /** Number of blocks minus number of rows of its shape. */
  readonly surplus: number;
  /**
   * Whether it directly follows its heading and is the only block of its shape: it then corresponds however it is
   * worded.
   */
  readonly answers: boolean;
  /** Whether the matched pairs of its shape have equal leads. */
  readonly led: boolean;
};

function openBlock({ matching, blocks, rows, leads }: Gap, at: number): OpenBlock {
  const block = matching.blocks[at] as ReadBlock;
  const shape = shapeOf(block.content);
  const surplus = (blocks.get(shape) ?? 0) - (rows.get(shape) ?? 0);
  const alone = surplus === 0 && blocks.get(shape) === 1;
  return {
    at,
    block,
    shape,
    above: block.parent < 0 ? null : matching.matches[block.parent - matching.first]?.row,
    surplus,
    answers: alone && block.parent === block.order - 1,
    led: leads.has(shape),
  };
}

/**
 * Likelihood that a block and a row correspond; positive if they probably do. Contradicting contents always give a
 * negative value.
 */
function likelihood(gap: Gap, left: OpenBlock, row: AlignedRow, rowShape: number): number {
  const { matching } = gap;
  const { shape, surplus } = left;
  const { content } = left.block;
  const sameShape = shape === rowShape;
  const sameParent = left.above === row.parent;
  const least = sameParent && sameShape ? (left.answers ? 0.03 : surplus === 0 ? 0.1 : 0.12) : 0.2;
  let kin = false;
  let best = -1;
  let conflict = false;
  for (const variant of row.variants) {
    const factor = kindFactor(content, variant);
    if (factor === 0) continue;
    const heads = headAgreement(content, variant);
    if (heads === 'different') return -1;
    const otherLead = left.led && sharedCount(content.headWords, variant.headWords) === 0;
    if (sameLanguage(content.wordsIn, variant.wordsIn)) {
      // If the language is unknown because the text is short, different words mean little.
      // Translations of two languages keep the order of steps and paragraphs, as their originals do.
      const isSame = sameLanguage(content.language, variant.language);
      if (isSame && ((content.wordsIn !== 'und' && variant.wordsIn !== 'und') || !gap.anchored)) kin = true;
      const words = factor * wordSimilarity(content, variant, matching.weights);
      best = Math.max(best, words - least - (heads === 'other' || otherLead ? 0.12 : 0));
    } else {
      best = Math.max(best, factor * travelSimilarity(content, variant, matching.weights) * 0.8 - 0.15);
    }
    if (otherLead || contradicts(content.anchors, variant.anchors)) conflict = true;
  }
  if (conflict || !sameShape || !sameParent) return best;
  if (kin) return best;
  // Only the position is left: steps, points and paragraphs keep their order in translation.
  if (surplus !== 0 && row.cells.size * 2 <= (gap.support.get(shape) ?? 0)) return best;
  return Math.max(best, surplus === 0 ? 0.3 : 0.12);
}

/** Whether two blocks have language-independent numbers, codes or names, but share none. */
function contradicts(one: readonly number[], two: readonly number[]): boolean {
  return (one.length > 0 || two.length > 0) && sharedCount(one, two) === 0;
}
