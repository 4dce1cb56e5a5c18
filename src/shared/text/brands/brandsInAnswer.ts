/**
 * Which brands an answer names, where and how early. Comparisons call `brandsInBlocks` with parsed blocks, stored
 * facts `brandsInContent`.
 */

import { languagesOf } from '../../geo/countries.ts';
import type { LanguageTag } from '../../model/comparison/comparison.ts';
import { noContent, type SampleContent, type Section } from '../../model/comparison/samples.ts';
import { rounded } from '../../rounded.ts';
import { parseContent, type SectionBlocks } from '../markdown/blocks.ts';
import { identifyLanguage } from '../words/language.ts';
import { type BrandMatcher, type BrandMention, createBrandMatcher } from './brands.ts';
import { type NamingBlock, namingBlocks, placesByLetters } from './namingBlocks.ts';
import { proposeBrands } from './proposals.ts';

export type BrandInAnswer = {
  /**
   * 1 for the best. The item number if the brand is an item of a numbered list, otherwise the order of first mention
   * among all brands that the answer names: the listed ones and those that the answer itself presents as brands. It
   * depends on the answer and the brand list only, never on the other answers that are looked at.
   */
  readonly rank: number;
  readonly listRank: number | null;
  /** Character offset of the first mention / characters of the answer, 0..1. */
  readonly depth: number;
  readonly mentions: number;
  readonly spelling: string;
};

/** Character offsets of the first mention of the brands that an answer presents, by brand id. */
export type PresentedBrands = ReadonlyMap<string, number>;

/** Whether a block belongs to the answer itself, which is searched for brands. */
export function isAnswerSection(section: Section): boolean {
  return section === 'answer' || section === 'ai-overview';
}

/** Whether there is an answer to search. Result pages without one are not counted as answers that name no brand. */
export function canNameBrands(content: Pick<SampleContent, 'text' | 'markdown' | 'overview'>): boolean {
  return content.text.trim() !== '' || content.markdown !== null || content.overview !== null;
}

type Found = {
  first: number;
  item: number | null;
  listRank: number | null;
  mentions: number;
  spelling: string;
};

/**
 * Brands in order of first mention, by index into the matcher's brands.
 * @param blocks the blocks that name brands, in reading order
 * @param length characters of the answer's blocks, plus one per block for the line break
 * @param presented called only if the order of mention decides a position
 */
export function brandsInBlocks(
  blocks: readonly NamingBlock[],
  length: number,
  { brands, listed }: Pick<BrandMatcher, 'brands' | 'listed'>,
  presented: () => PresentedBrands,
): ReadonlyMap<number, BrandInAnswer> {
  const found = new Map<number, Found>();
  const rankOf = tableRanks();
  for (const block of blocks) {
    const { content, itemUntil: until, offset } = block;
    const { text, mentions } = content;
    const listRank = rankOf(block);
    const first = firstNamed(text, mentions);
    // Listed brands are ranked alike whether other brands are detected or not.
    const firstListed = firstNamed(
      text,
      mentions.filter(({ brand }) => brand < listed),
    );
    for (const { brand, start, end } of mentions) {
      // A rival named inside an item ("cheaper than Kuvo") does not take its place.
      const ranked = brand === (brand < listed ? firstListed : first) ? listRank : null;
      const item = start < until ? ranked : null;
      const known = found.get(brand);
      if (known === undefined) {
        const spelling = text.slice(start, end);
        found.set(brand, { first: offset + start, item, listRank: ranked, mentions: 1, spelling });
      } else {
        known.mentions++;
        known.listRank ??= ranked;
        known.item ??= item;
      }
    }
  }
  let order: readonly number[] | null = null;
  const mentionOrder = (first: number): number => {
    order ??= firstMentions(found, listed, brands, presented());
    let before = 0;
    for (const other of order) if (other < first) before++;
    return before + 1;
  };
  return new Map(
    [...found].map(([brand, { first, item, ...rest }]) => [
      brand,
      { ...rest, rank: item ?? mentionOrder(first), depth: rounded(first / Math.max(1, length)) },
    ]),
  );
}

/** Words before the rival that an item is compared with. */
const comparing =
  /(?:^|[^\p{L}])(?:unlike|than|compared (?:to|with)|versus|vs\.?|good as|instead of|alternatives? (?:to|zu|à|a)|im gegensatz zu|anders als|als|contrairement à|que|a diferencia de|a differenza di|rispetto a|ao contrário d[eoa]|comparado (?:a|com|con)|w przeciwieństwie do|niż|na rozdíl od|než|в отличие от|чем|на відміну від|ніж|till skillnad från|än|in tegenstelling tot|dan)\s[*_"“]{0,3}$/iu;

/** The brand that an item is about: the first that nothing is compared with, otherwise the first. */
function firstNamed(text: string, mentions: readonly BrandMention[]): number | undefined {
  const [first] = mentions;
  if (first === undefined || mentions.length === 1) return first?.brand;
  const isRival = ({ start }: BrandMention) => comparing.test(text.slice(Math.max(0, start - 32), start));
  return (mentions.find((mention) => !isRival(mention)) ?? first).brand;
}

/** Ranks of blocks. The rows of a table with brands as columns compare these, and rank none. */
function tableRanks(): (block: NamingBlock) => number | null {
  let last: number | null = null;
  return ({ content: { kind, mentions }, listRank }) => {
    if (kind !== 'table-row') last = null;
    else if (listRank === null) last = new Set(mentions.map(({ brand }) => brand)).size > 1 ? 0 : null;
    else if (last !== null && listRank > last) {
      last = listRank;
      return null;
    } else last = null;
    return listRank;
  };
}

/** Offsets of the first mention of every brand that counts for the order: the listed and the presented ones. */
function firstMentions(
  found: ReadonlyMap<number, Found>,
  listed: number,
  brands: BrandMatcher['brands'],
  presented: PresentedBrands,
): readonly number[] {
  const firsts = new Map(presented);
  for (const [brand, { first }] of found) if (brand < listed) firsts.set(brands[brand]?.id ?? '', first);
  return [...firsts.values()];
}

/**
 * The brands that an answer presents by itself: as entities or products of the engine, in bold, as items or headings.
 * @param sections of the answer; others are ignored
 * @param listed listed brands; what overlaps one of their names is that brand
 * @param dismissed folded names that the user marked as not a brand
 */
export function presentedBrands(
  { entities, shopping }: Pick<SampleContent, 'entities' | 'shopping'>,
  sections: readonly SectionBlocks[],
  listed: BrandMatcher,
  dismissed: ReadonlySet<string>,
): PresentedBrands {
  const own = sections.filter(({ section }) => isAnswerSection(section));
  const texts = own.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  // Its sources are left out: what they are called depends on which redirects are resolved.
  const sample = { ...noContent, entities, shopping };
  const language = identifyLanguage(texts.join('\n').slice(0, 3000));
  const proposals = proposeBrands([{ sample, sections: own, language }], listed, dismissed);
  const firsts = new Map<string, number>();
  if (proposals.length === 0) return firsts;
  const matcher = createBrandMatcher(
    [],
    proposals.map(({ brand }) => brand),
  );
  let offset = 0;
  for (const text of texts) {
    const mentions = matcher.find(text);
    const taken = mentions.length === 0 ? [] : listed.find(text, language.code);
    for (const { brand, start, end } of mentions) {
      const id = matcher.brands[brand]?.id ?? '';
      if (!firsts.has(id) && !taken.some((other) => other.start < end && start < other.end))
        firsts.set(id, offset + start);
    }
    offset += text.length + 1;
  }
  return firsts;
}

/**
 * The language of a whole result, which decides for parts of it that are too short to say theirs.
 * @param told BCP 47 tag of the stored answer
 * @param country of the market, ISO 3166-1 alpha-2; "" if there is none
 */
export function languageOfSections(
  sections: readonly SectionBlocks[],
  told: string | null,
  country: string,
): LanguageTag {
  let text = '';
  for (const { blocks } of sections) {
    for (const block of blocks) {
      text += `${block.text}\n`;
      if (text.length > 3000) break;
    }
  }
  return identifyLanguage(text, told, languagesOf(country));
}

/** Of an answer, what its language is read from beside its text. */
type Spoken = { readonly language: string | null; readonly country: string };

/** Brands of an answer by index into the matcher's brands; null if there is no answer to search. */
export function brandsInContent(
  content: SampleContent,
  matcher: BrandMatcher,
  dismissed: ReadonlySet<string>,
  { language, country }: Spoken,
): ReadonlyMap<number, BrandInAnswer> | null {
  if (!canNameBrands(content)) return null;
  const { text, markdown, overview } = content;
  // Only these fields are searched, so the rest of the result page is not parsed.
  const { sections } = parseContent({ ...noContent, text, markdown, overview });
  const around = languageOfSections(sections, language, country).code;
  const blocks: NamingBlock[] = [];
  let length = 0;
  for (const { blocks: inSection } of sections) {
    const byLetters = placesByLetters(inSection);
    for (const block of inSection) {
      const mentions = matcher.find(block.text, around);
      blocks.push(...namingBlocks(block, mentions, length, byLetters.get(block)));
      length += block.text.length + 1;
    }
  }
  return brandsInBlocks(blocks, length, matcher, () =>
    presentedBrands(content, sections, matcher, dismissed),
  );
}
