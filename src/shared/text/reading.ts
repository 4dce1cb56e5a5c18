/**
 * Reads the samples of a comparison. Each distinct block is read once, even if many answers contain it. Its words,
 * anchors and brand mentions are stored as numbers.
 */

import type { ComparedBlock, LanguageTag } from '../model/comparison/comparison.ts';
import type { ComparedTranslations, CompareSample, Section } from '../model/comparison/samples.ts';
import { once } from '../once.ts';
import { type TrueAddress, trueAddress } from './addresses/redirects.ts';
import { urlIdentity } from './addresses/urls.ts';
import { putToken, type TokenizedText } from './align/diff.ts';
import type { BrandMatcher, BrandMention } from './brands/brands.ts';
import { isAnswerSection, languageOfSections } from './brands/brandsInAnswer.ts';
import { type NamingBlock, namingBlocks, placesByLetters } from './brands/namingBlocks.ts';
import type { NameRange } from './facts/statedNames.ts';
import { type StatementFacts, statementFacts } from './facts/statementFacts.ts';
import type { ParseCache, SectionBlocks } from './markdown/blocks.ts';
import { parseContent } from './markdown/blocks.ts';
import type { FormattingLimit } from './markdown/formattingLimit.ts';
import { blockId, headOf, type ParsedBlock } from './markdown/parsedBlock.ts';
import { textDirection } from './words/direction.ts';
import { foldName } from './words/folding.ts';
import { type NumberRules, numberRules, readBy } from './words/numberRules.ts';
import { isWord, type Token, tokenize } from './words/tokens.ts';
import { distinctNumbers, sortedNumbers, Vocabulary } from './words/vocabulary.ts';

/** A distinct block. Equal blocks of different answers are the same object. */
export type BlockContent = ComparedBlock &
  TokenizedText & {
    readonly index: number;
    readonly wordCount: number;
    /** Language of the words below: of the translation, where one is compared. */
    readonly wordsIn: string;
    /** What it states, read when it is first asked for. */
    readonly facts: () => StatementFacts;
    /** Sorted word numbers with repetition. */
    readonly bag: readonly number[];
    /** Sorted term numbers without repetition. */
    readonly words: readonly number[];
    /** The language-independent terms of `words`. */
    readonly travelling: readonly number[];
    /** Terms of the head. */
    readonly headWords: readonly number[];
    /** Whether the head looks like a name and not like a label. */
    readonly named: boolean;
    /** Sorted anchor numbers without repetition. */
    readonly anchors: readonly number[];
    /** Anchor numbers of the brands in the head. */
    readonly headBrands: readonly number[];
    /**
     * The subject of the block: its bold lead, first cell, heading text, or the URL of a result; "" if there is none.
     */
    readonly head: string;
    readonly mentions: readonly BrandMention[];
    /** What its numbers depend on. */
    readonly readBy: string;
  };

/** A block at its position in an answer. */
export type ReadBlock = {
  readonly content: BlockContent;
  readonly order: number;
  readonly listRank: number | null;
  readonly list: number;
  /** `order` of the heading above it, or of the parent item for a nested item; -1 at the top. */
  readonly parent: number;
};

export type ReadSample = {
  readonly sample: CompareSample;
  readonly sections: readonly SectionBlocks[];
  readonly language: LanguageTag;
  readonly blocks: readonly ReadBlock[];
  readonly naming: readonly NamingBlock[];
  readonly words: number;
  /** Characters of the answer text, for the depth of mentions. */
  readonly length: number;
  /** Why it was parsed without formatting; null if it was parsed with it. */
  readonly limit: FormattingLimit | null;
};

/** Parsed but not yet tokenized. Brands are detected from this. */
export type ParsedSample = {
  readonly sample: CompareSample;
  readonly language: LanguageTag;
  readonly sections: readonly SectionBlocks[];
  readonly limit: FormattingLimit | null;
  /** ISO 3166-1 alpha-2, upper case; "" if the question had no target country. */
  readonly country: string;
};

/** Parses the content of a sample of a market and identifies its language. */
export function parseSample(sample: CompareSample, country: string, cache: ParseCache): ParsedSample {
  const { sections, limit } = parseContent(sample, cache);
  return {
    sample,
    sections,
    limit,
    country,
    language: languageOfSections(sections, sample.language, country),
  };
}

/** Whether a sample counts: it is completed and has content. */
export function isValid(sample: CompareSample): boolean {
  return (
    sample.status === 'completed' &&
    (sample.text.trim() !== '' ||
      (sample.markdown ?? '').trim() !== '' ||
      sample.overview !== null ||
      (sample.organic ?? []).length > 0 ||
      (sample.news ?? []).length > 0)
  );
}

/** Reads the samples of one comparison. Samples of the same reader share blocks and vocabulary. */
export class Reader {
  readonly vocabulary = new Vocabulary();
  readonly contents: BlockContent[] = [];
  readonly #byText = new Map<string, BlockContent[]>();
  /** Buffers for the numbers of one block, reused for the next. */
  readonly #tokens: number[] = [];
  readonly #bag: number[] = [];
  readonly #terms: number[] = [];
  readonly matcher: BrandMatcher;
  readonly #addresses: ReadonlyMap<string, TrueAddress>;

  /** @param addresses known destinations of the redirects of all samples */
  readonly #translations: ComparedTranslations | null;

  constructor(
    matcher: BrandMatcher,
    addresses: ReadonlyMap<string, TrueAddress>,
    translations: ComparedTranslations | null = null,
  ) {
    this.matcher = matcher;
    this.#addresses = addresses;
    this.#translations = translations;
  }

  read(parsed: ParsedSample): ReadSample {
    const blocks: ReadBlock[] = [];
    const naming: NamingBlock[] = [];
    const rules = numberRules(parsed.language.code, parsed.country);
    let words = 0;
    let length = 0;
    for (const { section, blocks: inSection } of parsed.sections) {
      const headings: { readonly level: number; readonly order: number }[] = [];
      const items: number[] = [];
      const listBase = blocks.length * 1000;
      const byLetters = placesByLetters(inSection);
      for (const block of inSection) {
        const content = this.#contentOf(block, section, rules);
        if (block.kind === 'heading') while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
        blocks.push({
          content,
          order: blocks.length,
          listRank: block.listRank,
          list: block.list === 0 ? 0 : listBase + block.list,
          parent:
            (block.kind === 'list-item' ? items[block.depth - 1] : undefined) ?? headings.at(-1)?.order ?? -1,
        });
        if (block.kind === 'list-item') {
          items.length = Math.min(items.length, block.depth);
          items[block.depth] = blocks.length - 1;
        } else items.length = 0;
        if (block.kind === 'heading') headings.push({ level: block.level, order: blocks.length - 1 });
        if (isAnswerSection(section)) {
          naming.push(...namingBlocks(block, content.mentions, length, byLetters.get(block)));
          words += content.wordCount;
          length += content.text.length + 1;
        }
      }
    }
    return {
      sample: parsed.sample,
      sections: parsed.sections,
      language: parsed.language,
      limit: parsed.limit,
      blocks,
      naming,
      words,
      length,
    };
  }

  #contentOf(block: ParsedBlock, section: Section, rules: NumberRules): BlockContent {
    const known = this.#byText.get(block.text);
    const by = readBy(block.text, rules);
    const found = known?.find((content) => isTheSame(content, block, section, by));
    if (found !== undefined) return found;
    const content = this.#build(block, section, rules, by);
    if (known === undefined) this.#byText.set(block.text, [content]);
    else known.push(content);
    this.contents.push(content);
    return content;
  }

  #build(block: ParsedBlock, section: Section, rules: NumberRules, by: string): BlockContent {
    const { language } = rules;
    const id = blockId(section, block);
    const mentions = this.matcher.find(block.text, language);
    const named = this.#named(block.text, mentions);
    const tokens = tokenize(block.text, rules, named);
    const translated = this.#translations?.blocks[id];
    const compared = translated === undefined ? block : { ...block, ...translated };
    const wordsRules =
      translated === undefined ? rules : numberRules(this.#translations?.target ?? language, '');
    const namesInWords =
      translated === undefined
        ? named
        : this.#named(compared.text, this.matcher.find(compared.text, wordsRules.language));
    const headRange = headOf(compared);
    const words = translated === undefined ? tokens : tokenize(compared.text, wordsRules, namesInWords);
    const read =
      translated === undefined
        ? this.#wordsOf(block.text, tokens, headRange)
        : this.#translatedWords(block.text, tokens, compared.text, words, headRange);
    const head =
      block.kind === 'result' && block.href !== null
        ? ((trueAddress(block.href, this.#addresses)?.page ?? urlIdentity(block.href))?.normalized ?? '')
        : foldHead(compared.text.slice(0, Math.min(headRange, maxHeaderLength)));
    const headInOriginal = translated === undefined ? headRange : headOf(block);
    const headBrands = mentions
      .filter((mention) => mention.start < headInOriginal)
      .map((mention) => this.#brandAnchor(mention));
    return {
      index: this.contents.length,
      id,
      kind: block.kind,
      section,
      text: block.text,
      spans: block.spans,
      marks: block.marks,
      level: block.level,
      depth: block.depth,
      ordered: block.ordered,
      header: block.header,
      href: block.href,
      language,
      wordsIn: wordsRules.language,
      direction: textDirection(block.text),
      wordCount: read.bag.length,
      ...read,
      named: headRange > 0 && isNamed(compared.text.slice(0, headRange), wordsRules.language),
      anchors: this.#anchorsOf(block, tokens, mentions),
      headBrands: distinctNumbers(headBrands),
      head,
      mentions,
      readBy: by,
      facts: once(() =>
        statementFacts({
          original: block.text,
          originalRules: rules,
          words: compared.text,
          wordsRules,
          namesInOriginal: named,
          namesInWords,
          tokens: { original: tokens, words },
        }),
      ),
    };
  }

  #named(text: string, mentions: readonly BrandMention[]): readonly NameRange[] {
    return mentions.map(({ start, end, brand }) => ({
      start,
      end,
      key: this.matcher.brands[brand]?.id ?? '',
      label: this.matcher.brands[brand]?.name ?? text.slice(start, end),
    }));
  }

  /** Words of the translation, with the values, names and addresses of the original. */
  #translatedWords(
    original: string,
    tokens: readonly Token[],
    translated: string,
    translatedTokens: readonly Token[],
    headRange: number,
  ): Pick<BlockContent, 'tokens' | 'bag' | 'words' | 'travelling' | 'headWords'> {
    const { tokens: own, words: kept } = this.#wordsOf(original, tokens, 0);
    const read = this.#wordsOf(translated, translatedTokens, headRange);
    const anchors = this.#wordsOf(
      original,
      tokens.filter(({ kind }) => kind !== 'word'),
      0,
    );
    const words = distinctNumbers([...read.words, ...anchors.words]);
    return {
      ...read,
      tokens: own,
      words,
      travelling: distinctNumbers([...kept, ...words].filter((word) => this.vocabulary.travels[word])),
    };
  }

  #wordsOf(
    text: string,
    tokens: readonly Token[],
    headRange: number,
  ): Pick<BlockContent, 'tokens' | 'bag' | 'words' | 'travelling' | 'headWords'> {
    const { vocabulary } = this;
    const [numbers, bag, terms] = [this.#tokens, this.#bag, this.#terms];
    let end = 0;
    let size = 0;
    let count = 0;
    let inHead = 0;
    for (const token of tokens) {
      const isPlain = token.kind === 'word';
      const written = vocabulary.text(isPlain ? token.key : text.slice(token.start, token.end));
      end = putToken(numbers, end, token, written);
      const word = isPlain ? vocabulary.lower(written) : isWord(token) ? vocabulary.text(token.key) : -1;
      if (word < 0) continue;
      bag[size++] = word;
      terms[count++] = isPlain ? vocabulary.wordTerm(word) : vocabulary.otherTerm(token);
      if (token.start < headRange) inHead = count;
    }
    const words = distinctNumbers(terms, 0, count);
    return {
      tokens: numbers.slice(0, end),
      bag: sortedNumbers(bag, 0, size),
      words,
      travelling: words.filter((word) => vocabulary.travels[word]),
      headWords: distinctNumbers(terms, 0, inHead),
    };
  }

  #brandAnchor(mention: BrandMention): number {
    const brand = this.matcher.brands[mention.brand];
    return this.vocabulary.anchor('brand', brand?.id ?? '', brand?.name ?? '');
  }

  #anchorsOf(
    block: ParsedBlock,
    tokens: readonly Token[],
    mentions: readonly BrandMention[],
  ): readonly number[] {
    const anchors: number[] = mentions.map((mention) => this.#brandAnchor(mention));
    const addUrl = (raw: string): void => {
      const address = trueAddress(raw, this.#addresses);
      if (address === null) return;
      const { page, domain } = address;
      if (page !== null) anchors.push(this.vocabulary.anchor('url', page.normalized, page.normalized));
      anchors.push(this.vocabulary.anchor('domain', domain, domain));
    };
    for (const { href } of [...block.spans, ...block.marks]) if (href !== undefined) addUrl(href);
    if (block.href !== null) addUrl(block.href);
    for (const token of tokens) {
      if (token.kind === 'url') addUrl(token.key);
      else if (token.kind === 'unread')
        anchors.push(this.vocabulary.anchor('code', token.key, block.text.slice(token.start, token.end)));
      else if (
        token.kind === 'price' ||
        token.kind === 'date' ||
        token.kind === 'code' ||
        (token.kind === 'number' && tells(token.key))
      ) {
        anchors.push(this.vocabulary.anchor(token.kind, token.key, block.text.slice(token.start, token.end)));
      }
    }
    return distinctNumbers(anchors);
  }
}

/** Whether a block with the same text is equal in everything else. */
function isTheSame(content: BlockContent, block: ParsedBlock, section: Section, by: string): boolean {
  return (
    content.section === section &&
    content.readBy === by &&
    content.kind === block.kind &&
    content.level === block.level &&
    content.depth === block.depth &&
    content.ordered === block.ordered &&
    content.header === block.header &&
    content.href === block.href &&
    content.spans.length === block.spans.length &&
    content.spans.every(({ kind, start, end, href }, at) => {
      const other = block.spans[at];
      return kind === other?.kind && start === other.start && end === other.end && href === other.href;
    }) &&
    content.marks.length === block.marks.length &&
    content.marks.every(({ at, label, href }, index) => {
      const other = block.marks[index];
      return at === other?.at && label === other.label && href === other.href;
    })
  );
}

/** Whether a number is specific enough to be an anchor: "3" is not; "3 kg", "37" and "2.5" are. */
function tells(key: string): boolean {
  return /[^\d.]/.test(key) || key.length > 1;
}

/**
 * A model code, a capital inside a word, or two capitalized words (except in German). Labels contain none of these.
 */
function isNamed(head: string, language: string): boolean {
  if (/\p{L}[^\s]*\d|\d[^\s\d]*\p{Lu}|\p{Ll}\p{Lu}/u.test(head)) return true;
  return language !== 'de' && (head.match(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}/gu)?.length ?? 0) > 1;
}

/** Maximum characters of a head that are compared. */
const maxHeaderLength = 400;

/** Heads are compared without numbering, emoji and closing punctuation. */
function foldHead(head: string): string {
  return foldName(head)
    .replace(/^(?:\d{1,2}[.):]|[a-z]\))\s*/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})%]+$/gu, '');
}
