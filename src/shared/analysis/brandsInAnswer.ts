/**
 * Which brands one answer names, where and how early. Used by comparisons, which have already parsed the
 * blocks, and for stored facts, which need only this part.
 */
import { parseContent } from './blocks.ts';
import type { BrandMatcher, BrandMention } from './brands.ts';
import type { BlockKind } from './comparison.ts';
import { noContent, type SampleContent, type Section } from './model.ts';
import { rounded } from './wilson.ts';

export type BrandInAnswer = {
  /** 1 for the brand named first: of a listed brand among the listed ones, of a proposed one among all. */
  readonly rank: number;
  readonly listRank: number | null;
  /** 0..1, character offset of the first mention / characters of the answer. */
  readonly depth: number;
  readonly mentions: number;
  readonly spelling: string;
};

/** A block of the answer itself that names brands. */
export type NamingBlock = {
  readonly content: {
    readonly kind: BlockKind;
    readonly text: string;
    readonly mentions: readonly BrandMention[];
  };
  readonly listRank: number | null;
  /** Characters of the answer before it. */
  readonly offset: number;
};

/** Whether a block is part of the answer itself, which is searched for brands. */
export function isAnswerSection(section: Section): boolean {
  return section === 'answer' || section === 'ai-overview';
}

/** Whether there is an answer to search: result pages without one say nothing about brands. */
export function canNameBrands(content: Pick<SampleContent, 'text' | 'markdown' | 'overview'>): boolean {
  return content.text.trim() !== '' || content.markdown !== null || content.overview !== null;
}

/**
 * Brands by index into the matcher's brands, in order of first mention.
 * @param blocks those that name any, in reading order
 * @param listed how many of the matcher's brands rules list
 * @param length characters of the answer's blocks, each with one more for the line it ends
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

/** Brands named in an answer, by index into the matcher's brands; null if there is no answer to search. */
export function brandsInContent(
  content: SampleContent,
  matcher: BrandMatcher,
): ReadonlyMap<number, BrandInAnswer> | null {
  if (!canNameBrands(content)) return null;
  const { text, markdown, overview } = content;
  // The rest of a result page is not searched, so it is not read either.
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
