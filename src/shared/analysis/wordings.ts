/** How a row is worded by the columns that have it. */
import type { AlignedRow } from './alignedRow.ts';
import type { BlockContent } from './reading.ts';

interface Wordings {
  readonly size: number;
  readonly common: BlockContent;
  /** Most common wording by language, where at least two columns have the row in it. */
  readonly byLanguage: ReadonlyMap<string, BlockContent>;
}

const wordings = new WeakMap<AlignedRow, Wordings>();

/** The wording most columns have, in the language most columns of the row are in. */
export function mostCommon(row: AlignedRow): BlockContent {
  return wordingsOf(row).common;
}

/**
 * What a cell is held against without a baseline: the most common wording of its own language, or, when it
 * is alone in its language, the row's most common wording, which it cannot be compared with word by word.
 */
export function wordingIn(row: AlignedRow, language: string, common: BlockContent): BlockContent {
  return wordingsOf(row).byLanguage.get(language) ?? common;
}

function wordingsOf(row: AlignedRow): Wordings {
  const known = wordings.get(row);
  if (known !== undefined && known.size === row.cells.size) return known;
  const counts = new Map<string, Map<BlockContent, number>>();
  for (const { block } of row.cells.values()) {
    const { language } = block.content;
    const inLanguage = counts.get(language) ?? new Map<BlockContent, number>();
    inLanguage.set(block.content, (inLanguage.get(block.content) ?? 0) + 1);
    counts.set(language, inLanguage);
  }
  const byLanguage = new Map<string, BlockContent>();
  let common: BlockContent | null = null;
  let most = 0;
  // Ties go to the smaller language tag and id, which no order of columns changes.
  for (const [language, contents] of [...counts].sort(([one], [two]) => (one < two ? -1 : 1))) {
    let best: BlockContent | null = null;
    let bestCount = 0;
    let total = 0;
    for (const [content, count] of contents) {
      total += count;
      if (best === null || count > bestCount || (count === bestCount && content.id < best.id)) {
        best = content;
        bestCount = count;
      }
    }
    if (best === null) continue;
    if (total > 1) byLanguage.set(language, best);
    if (total > most) {
      most = total;
      common = best;
    }
  }
  const result = { size: row.cells.size, common: common ?? (row.variants[0] as BlockContent), byLanguage };
  wordings.set(row, result);
  return result;
}
