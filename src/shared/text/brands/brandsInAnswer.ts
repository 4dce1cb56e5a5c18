/**
 * Which brands an answer names, where and how early. Comparisons call `brandsInBlocks` with parsed blocks, stored
 * facts `brandsInContent`.
 */

import type { BlockKind } from '../../model/comparison/comparison.ts';
import { noContent, type SampleContent, type Section } from '../../model/comparison/samples.ts';
import { rounded } from '../../rounded.ts';
import { parseContent } from '../markdown/blocks.ts';
import type { BrandMatcher, BrandMention } from './brands.ts';

export type BrandInAnswer = {
  /** 1 for the brand named first. Listed brands are ranked among the listed ones, detected brands among all. */
  readonly rank: number;
  readonly listRank: number | null;
  /** Character offset of the first mention / characters of the answer, 0..1. */
  readonly depth: number;
  readonly mentions: number;
  readonly spelling: string;
};

/** A block of the answer that names brands. */
export type NamingBlock = {
  readonly content: {
    readonly kind: BlockKind;
    readonly text: string;
    readonly mentions: readonly BrandMention[];
  };
  readonly listRank: number | null;
  /** Characters of the answer before the block. */
  readonly offset: number;
};

/** Whether a block belongs to the answer itself, which is searched for brands. */
export function isAnswerSection(section: Section): boolean {
  return section === 'answer' || section === 'ai-overview';
}

/** Whether there is an answer to search. Result pages without one are not counted as answers that name no brand. */
export function canNameBrands(content: Pick<SampleContent, 'text' | 'markdown' | 'overview'>): boolean {
  return content.text.trim() !== '' || content.markdown !== null || content.overview !== null;
}

/**
 * Brands in order of first mention, by index into the matcher's brands.
 * @param blocks the blocks that name brands, in reading order
 * @param listed number of listed brands of the matcher
 * @param length characters of the answer's blocks, plus one per block for the line break
 */
export function brandsInBlocks(
  blocks: readonly NamingBlock[],
  length: number,
  listed: number,
): ReadonlyMap<number, BrandInAnswer> {
  const found = new Map<
    number,
    { rank: number; listRank: number | null; depth: number; mentions: number; spelling: string }
  >();
  let named = 0;
  for (const { content, listRank, offset } of blocks) {
    const { kind, text, mentions } = content;
    for (const mention of mentions) {
      const known = found.get(mention.brand);
      const ranked = kind === 'list-item' || kind === 'table-row' ? listRank : null;
      if (known === undefined) {
        if (mention.brand < listed) named++;
        found.set(mention.brand, {
          rank: mention.brand < listed ? named : found.size + 1,
          listRank: ranked,
          depth: rounded((offset + mention.start) / Math.max(1, length)),
          mentions: 1,
          spelling: text.slice(mention.start, mention.end),
        });
      } else {
        known.mentions++;
        if (known.listRank === null) known.listRank = ranked;
      }
    }
  }
  return found;
}

/** Brands of an answer by index into the matcher's brands; null if there is no answer to search. */
export function brandsInContent(
  content: SampleContent,
  matcher: BrandMatcher,
): ReadonlyMap<number, BrandInAnswer> | null {
  if (!canNameBrands(content)) return null;
  const { text, markdown, overview } = content;
  // Only these fields are searched, so the rest of the result page is not parsed.
  const answer = { ...noContent, text, markdown, overview };
  const blocks: NamingBlock[] = [];
  let length = 0;
  for (const { blocks: inSection } of parseContent(answer).sections) {
    for (const block of inSection) {
      const { kind, text, listRank } = block;
      const mentions = matcher.find(text);
      if (mentions.length > 0) blocks.push({ content: { kind, text, mentions }, listRank, offset: length });
      length += block.text.length + 1;
    }
  }
  return brandsInBlocks(blocks, length, matcher.listed);
}
