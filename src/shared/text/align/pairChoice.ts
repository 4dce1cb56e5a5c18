/** Chooses the matches of blocks and rows, best pairs first, and matches headings by the content below them. */

import type { BlockContent, ReadBlock } from '../reading.ts';
import { sharedCount } from '../words/vocabulary.ts';
import {
  type AlignedRow,
  type Candidate,
  type Matching,
  placeOf,
  rowAbove,
  takenAbove,
} from './alignedRow.ts';
import { headAgreement } from './blockSimilarity.ts';

/** Scores with a smaller difference count as equal. */
const rival = 0.08;
/** Maximum penalty for the distance from the usual position of the row. */
const distanceCost = 0.06;
/** Bonus or penalty of a pair by its neighbours. */
const sameParent = 0.15;
const otherParent = -0.1;
const beside = 0.07;

/**
 * Matches pairs with at least `threshold`, best first.
 * @param context adds the bonus of neighbouring and parent matches
 */
export function choosePairs(
  matching: Matching,
  candidates: readonly Candidate[],
  threshold: number,
  context: boolean,
): void {
  const { blocks, matches, taken } = matching;
  const open: { readonly candidate: Candidate; readonly rank: number }[] = [];
  for (const candidate of candidates) {
    if (matches[candidate.block] !== null || taken.has(candidate.row)) continue;
    const total = candidate.score + (context ? surroundings(matching, candidate) : 0);
    if (total < threshold || !mayMeet(matching, candidate)) continue;
    const distance =
      candidate.apart ?? Math.abs(placeOf(candidate.block, blocks.length) - candidate.row.place);
    open.push({ candidate, rank: total - distanceCost * distance });
  }
  open.sort(
    (one, two) =>
      two.rank - one.rank ||
      one.candidate.block - two.candidate.block ||
      one.candidate.row.position - two.candidate.row.position,
  );
  for (const { candidate } of open) {
    if (matches[candidate.block] !== null || taken.has(candidate.row)) continue;
    matches[candidate.block] = candidate;
    taken.add(candidate.row);
  }
}

/** Minimum shared words of a block that is matched under a different parent. Repeated labels share fewer. */
const crossingWords = 5;
const crossingScore = 0.55;

/**
 * Whether the parents allow the pair. A nested item must stay under the row of its parent item. Any other block may
 * be matched under a different heading only if it has enough content of its own.
 */
export function mayMeet(matching: Matching, { block: at, row, score }: Candidate): boolean {
  const { blocks, matches, taken, first } = matching;
  const block = blocks[at] as ReadBlock;
  if (block.content.depth > 0 && block.parent >= 0) {
    const parent = matches[block.parent - first]?.row;
    if (parent !== undefined) return row.parent === parent;
    return row.parent === null || !taken.has(row.parent);
  }
  const above = rowAbove(matching, at);
  const below = takenAbove(matching, row);
  if (above === below) return true;
  const { content } = block;
  return (
    content.kind !== 'heading' &&
    score >= crossingScore &&
    row.variants.some((variant) =>
      variant === content ? isDistinct(content) : sharedCount(variant.words, content.words) >= crossingWords,
    )
  );
}

/** Whether a block has enough content to be recognized under another heading. */
export function isDistinct(content: BlockContent): boolean {
  return content.kind !== 'heading' && content.words.length >= crossingWords;
}

/**
 * Removes pairs that contradict pairs found later.
 * @param orphans also removes nested items whose parent item is unmatched
 */
export function dropContradicted(matching: Matching, orphans: boolean): void {
  const { blocks, matches, taken, first } = matching;
  matches.forEach((match, at) => {
    if (match === null) return;
    const { content, parent } = blocks[at] as ReadBlock;
    const orphan = orphans && content.depth > 0 && parent >= 0 && matches[parent - first] === null;
    if (!orphan && mayMeet(matching, match)) return;
    matches[at] = null;
    taken.delete(match.row);
  });
}

function surroundings({ blocks, matches, first }: Matching, { block: at, row }: Candidate): number {
  const block = blocks[at] as ReadBlock;
  const parent = block.parent < 0 ? undefined : matches[block.parent - first]?.row;
  const before = matches[at - 1]?.row;
  const after = matches[at + 1]?.row;
  let bonus = 0;
  if (parent !== undefined && row.parent !== null) bonus += parent === row.parent ? sameParent : otherParent;
  if (before !== undefined && isNext(before, row)) bonus += beside;
  if (after !== undefined && isNext(row, after)) bonus += beside;
  return bonus;
}

/** Whether `lower` directly follows `upper`, with at most one row between them. */
function isNext(upper: AlignedRow, lower: AlignedRow): boolean {
  return lower.position > upper.position && lower.position - upper.position <= 2;
}

/**
 * Candidates without a close alternative for the block or the row. "Price: $84" under one product resembles "Price:
 * $69" under the next, and only their neighbours distinguish them.
 */
export function unrivalled(
  { blocks, rows }: Matching,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const ofBlocks = new BestScores(blocks.length);
  const ofRows = new BestScores(rows.length);
  for (const { block, row, score } of candidates) {
    ofBlocks.add(block, score);
    ofRows.add(row.position, score);
  }
  return candidates.filter(
    ({ block, row, score }) => ofBlocks.isAlone(block, score) && ofRows.isAlone(row.position, score),
  );
}

/** The best and second-best score of each index. */
class BestScores {
  readonly #best: Float64Array;
  readonly #second: Float64Array;

  constructor(count: number) {
    this.#best = new Float64Array(count);
    this.#second = new Float64Array(count);
  }

  add(at: number, score: number): void {
    const best = this.#best[at] as number;
    if (score > best) {
      this.#best[at] = score;
      this.#second[at] = best;
    } else if (score > (this.#second[at] as number)) this.#second[at] = score;
  }

  isAlone(at: number, score: number): boolean {
    return score === this.#best[at] && score - (this.#second[at] as number) > rival;
  }
}

/**
 * Matches each heading to the heading that most of its blocks were matched under, regardless of words or language.
 */
export function matchHeadings({ blocks, matches, taken, first }: Matching): void {
  const votes = new Map<number, Map<AlignedRow, number>>();
  blocks.forEach((block, at) => {
    const parent = matches[at]?.row.parent ?? null;
    const heading = block.parent - first;
    if (block.parent < 0 || parent === null || matches[heading] !== null) return;
    const forHeading = votes.get(heading) ?? new Map<AlignedRow, number>();
    forHeading.set(parent, (forHeading.get(parent) ?? 0) + 1);
    votes.set(heading, forHeading);
  });
  const ranked = [...votes].flatMap(([heading, rows]) =>
    [...rows].map(([row, count]) => ({ heading, row, count })),
  );
  ranked.sort(
    (one, two) => two.count - one.count || one.heading - two.heading || one.row.position - two.row.position,
  );
  for (const { heading, row, count } of ranked) {
    const content = blocks[heading]?.content;
    if (content === undefined || matches[heading] !== null || taken.has(row)) continue;
    const heads = row.variants.map((variant) => headAgreement(content, variant));
    if (heads.includes('different') || (heads.includes('other') && count < 2)) continue;
    matches[heading] = { block: heading, row, score: 0.5 };
    taken.add(row);
  }
}
