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

/**
 * Matches headings with the same text that occur once in the answer and once in the rows, before any block: what
 * stands below them is then matched under them, and not by a number that two sections have in common.
 */
export function matchEqualHeadings({ blocks, matches, taken, rows }: Matching): void {
  const inRows = onceEach(rows, (row) => row.variants.map(headingOf));
  const inBlocks = onceEach([...blocks.keys()], (at) => [headingOf((blocks[at] as ReadBlock).content)]);
  for (const [head, block] of inBlocks) {
    const row = inRows.get(head);
    if (block === null || row === undefined || row === null || taken.has(row)) continue;
    matches[block] = { block, row, score: 1 };
    taken.add(row);
  }
}

function headingOf({ kind, head }: BlockContent): string {
  return kind === 'heading' ? head : '';
}

/** The entry of each key, null if several entries have it. */
function onceEach<T>(entries: readonly T[], keysOf: (entry: T) => readonly string[]): Map<string, T | null> {
  const found = new Map<string, T | null>();
  for (const entry of entries)
    for (const key of new Set(keysOf(entry))) if (key !== '') found.set(key, found.has(key) ? null : entry);
  return found;
}

/** Matches pairs, the most similar first. Of equally similar pairs, those at similar positions are matched first. */
export function choosePairs(matching: Matching, candidates: readonly Candidate[]): void {
  const { blocks, matches, taken } = matching;
  const ranked = candidates.map((candidate) => ({
    candidate,
    apart: candidate.apart ?? Math.abs(placeOf(candidate.block, blocks.length) - candidate.row.place),
  }));
  ranked.sort(
    (one, two) =>
      two.candidate.score - one.candidate.score ||
      one.apart - two.apart ||
      one.candidate.block - two.candidate.block ||
      one.candidate.row.position - two.candidate.row.position,
  );
  for (const { candidate } of ranked) {
    if (matches[candidate.block] !== null || taken.has(candidate.row) || !mayMeet(matching, candidate))
      continue;
    matches[candidate.block] = candidate;
    taken.add(candidate.row);
  }
}

/** Minimum shared words of a block that is matched under a different parent. Repeated labels share fewer. */
const crossingWords = 5;
const crossingScore = 0.55;
/** The same for translations: the other words are the translator's, and another outline is the rule. */
const crossingInTranslation = 3;

/**
 * Whether the parents allow the pair. A nested item must stay under the row of its parent item. Any other block may
 * be matched under a different heading only if it has enough content of its own.
 */
function mayMeet(matching: Matching, { block: at, row, score, translated = false }: Candidate): boolean {
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
    (translated || score >= crossingScore) &&
    row.variants.some((variant) =>
      variant === content
        ? isDistinct(content)
        : sharedCount(variant.words, content.words) >= (translated ? crossingInTranslation : crossingWords),
    )
  );
}

/** Whether a block has enough content to be recognized under another heading. */
function isDistinct(content: BlockContent): boolean {
  return content.kind !== 'heading' && content.words.length >= crossingWords;
}

/** Removes pairs that contradict pairs found later, and nested items whose parent item is unmatched. */
export function dropContradicted(matching: Matching): void {
  const { blocks, matches, taken, first } = matching;
  matches.forEach((match, at) => {
    if (match === null) return;
    const { content, parent } = blocks[at] as ReadBlock;
    const orphan = content.depth > 0 && parent >= 0 && matches[parent - first] === null;
    if (!orphan && mayMeet(matching, match)) return;
    matches[at] = null;
    taken.delete(match.row);
  });
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
