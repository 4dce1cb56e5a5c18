/** Chooses which block goes to which row, best pairs first, and headings by what stands under them. */
import { type AlignedRow, type Candidate, type Matching, placeOf } from './alignedRow.ts';
import { headAgreement } from './blockSimilarity.ts';
import type { ReadBlock } from './reading.ts';

/** Scores closer than this are equals. */
const RIVAL = 0.08;
/** How much being far from where its row usually stands counts against a pair, at most. */
const DISTANCE = 0.06;
/** What neighbours say for or against a pair. */
const SAME_PARENT = 0.15;
const OTHER_PARENT = -0.1;
const BESIDE = 0.07;

/** Takes pairs of at least `threshold`; with `context`, what stands around and above a pair speaks for it. */
export function choosePairs(
  matching: Matching,
  candidates: readonly Candidate[],
  threshold: number,
  context: boolean,
): void {
  const { blocks, matches, taken } = matching;
  const open = candidates
    .filter((candidate) => matches[candidate.block] === null && !taken.has(candidate.row))
    .map((candidate) => {
      const distance = Math.abs(placeOf(candidate.block, blocks.length) - candidate.row.place);
      const total = candidate.score + (context ? surroundings(matching, candidate) : 0);
      return { candidate, total, rank: total - DISTANCE * distance };
    })
    .filter((entry) => entry.total >= threshold);
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

function surroundings({ blocks, matches, first }: Matching, { block: at, row }: Candidate): number {
  const block = blocks[at] as ReadBlock;
  const parent = block.parent < 0 ? undefined : matches[block.parent - first]?.row;
  const before = matches[at - 1]?.row;
  const after = matches[at + 1]?.row;
  let bonus = 0;
  if (parent !== undefined && row.parent !== null)
    bonus += parent === row.parent ? SAME_PARENT : OTHER_PARENT;
  if (before !== undefined && isNext(before, row)) bonus += BESIDE;
  if (after !== undefined && isNext(row, after)) bonus += BESIDE;
  return bonus;
}

/** Whether `lower` stands right behind `upper`, give or take one row. */
function isNext(upper: AlignedRow, lower: AlignedRow): boolean {
  return lower.position > upper.position && lower.position - upper.position <= 2;
}

/**
 * Candidates that have no near rival, neither for the block nor for the row: "Price: $84" under one product
 * looks like "Price: $69" under the next, and only what stands around them tells them apart.
 */
export function unrivalled(candidates: readonly Candidate[]): readonly Candidate[] {
  const best = new Map<number | AlignedRow, number>();
  const second = new Map<number | AlignedRow, number>();
  for (const { block, row, score } of candidates) {
    for (const side of [block, row]) {
      const top = best.get(side) ?? 0;
      if (score > top) {
        best.set(side, score);
        second.set(side, top);
      } else if (score > (second.get(side) ?? 0)) second.set(side, score);
    }
  }
  return candidates.filter(({ block, row, score }) =>
    [block, row].every((side) => score === best.get(side) && score - (second.get(side) ?? 0) > RIVAL),
  );
}

/** A heading belongs to the heading most of its blocks went under, whatever the words or the language. */
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
  for (const { heading, row } of ranked) {
    const content = blocks[heading]?.content;
    if (content === undefined || matches[heading] !== null || taken.has(row)) continue;
    if (row.variants.some((variant) => headAgreement(content, variant) === 'different')) continue;
    matches[heading] = { block: heading, row, score: 0.5 };
    taken.add(row);
  }
}
