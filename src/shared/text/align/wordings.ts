/** The wordings of a row in its columns. */

import type { BlockContent } from '../reading.ts';
import type { AlignedRow, Wordings } from './alignedRow.ts';

/** The most frequent wording, in the most frequent language of the row. */
export function mostCommon(row: AlignedRow): BlockContent {
  return wordingsOf(row).common;
}

/**
 * The reference of a cell without a baseline: the most common wording of its language. If the language has only this
 * one, the row's most common wording, which is not compared word by word.
 */
export function wordingIn(row: AlignedRow, language: string, common: BlockContent): BlockContent {
  return wordingsOf(row).byLanguage.get(language) ?? common;
}

function wordingsOf(row: AlignedRow): Wordings {
  if (row.wordings?.size !== row.cells.size) row.wordings = countedWordings(row);
  return row.wordings;
}

const noLanguages: ReadonlyMap<string, BlockContent> = new Map();

/** Shortcut for two columns with different wordings, without counting. */
function wordingsOfTwo(row: AlignedRow): Wordings {
  const [one, two] = Array.from(row.cells.values(), ({ block }) => block.content) as [
    BlockContent,
    BlockContent,
  ];
  const alike = one.language === two.language;
  const first = alike ? one.id < two.id : one.language < two.language;
  const common = first ? one : two;
  return { size: 2, common, byLanguage: alike ? new Map([[one.language, common]]) : noLanguages };
}

function countedWordings(row: AlignedRow): Wordings {
  const { size } = row.cells;
  let only: BlockContent | null = null;
  for (const { block } of row.cells.values()) {
    if (only !== null && only !== block.content) {
      only = null;
      break;
    }
    only = block.content;
  }
  if (only !== null) return { size, common: only, byLanguage: noLanguages };
  if (size === 2) return wordingsOfTwo(row);
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
  // Ties go to the smaller language tag and id, which do not depend on the order of the columns.
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
  return { size, common: common ?? (row.variants[0] as BlockContent), byLanguage };
}
