/**
 * Reads the samples of a comparison: every block once, however many answers contain it, with its words,
 * anchors and brand mentions as numbers.
 */
import type { ParseCache, SectionBlocks } from './blocks.ts';
import { parseContent } from './blocks.ts';
import type { BrandMatcher, BrandMention } from './brands.ts';
import { isAnswerSection } from './brandsInAnswer.ts';
import type { ComparedBlock, LanguageTag } from './comparison.ts';
import { shortHash } from './contentHash.ts';
import type { TokenizedText } from './diff.ts';
import { textDirection } from './direction.ts';
import { foldName } from './folding.ts';
import type { FormattingLimit } from './formattingLimit.ts';
import { identifyLanguage } from './language.ts';
import type { CompareSample, Section } from './model.ts';
import type { ParsedBlock } from './parsedBlock.ts';
import { type TrueAddress, trueAddress } from './redirects.ts';
import { type Atom, countWords, type Token, tokenize } from './tokens.ts';
import { urlIdentity } from './urls.ts';
import { sortedDistinct, Vocabulary } from './vocabulary.ts';

/** One distinct block: equal blocks of different answers are the same object. */
export interface BlockContent extends ComparedBlock {
  readonly index: number;
  readonly tokens: TokenizedText;
  readonly wordCount: number;
  /** Sorted word numbers with repetition. */
  readonly bag: Int32Array;
  /** Sorted term numbers without repetition. */
  readonly words: Int32Array;
  /** Those of `words` that outlive translation. */
  readonly travelling: Int32Array;
  /** Terms of the head. */
  readonly headWords: Int32Array;
  /** Terms behind the head. */
  readonly bodyWords: Int32Array;
  /** Whether the head is written like a name, and not like a label. */
  readonly named: boolean;
  /** Sorted anchor numbers without repetition. */
  readonly anchors: Int32Array;
  /** Anchor numbers of the brands in the head. */
  readonly headBrands: Int32Array;
  /** What the block is about: its bold lead, its first cell, the heading itself, the address of a result; "" if nothing. */
  readonly head: string;
  readonly mentions: readonly BrandMention[];
}

/** A block in its place. */
export interface ReadBlock {
  readonly content: BlockContent;
  readonly order: number;
  readonly listRank: number | null;
  readonly list: number;
  /** Order of the heading, or for a nested item of the item, it stands under; -1 at the top. */
  readonly parent: number;
}

export interface ReadSample {
  readonly sample: CompareSample;
  readonly language: LanguageTag;
  readonly blocks: readonly ReadBlock[];
  readonly words: number;
  /** Characters of the answer text, for depth. */
  readonly length: number;
  /** Why it was read without its formatting, null where it was read with it. */
  readonly limit: FormattingLimit | null;
}

/** Parsed but not yet tokenised: brands are proposed from this. */
export interface ParsedSample {
  readonly sample: CompareSample;
  readonly language: LanguageTag;
  readonly sections: readonly SectionBlocks[];
  readonly limit: FormattingLimit | null;
}

export function parseSample(sample: CompareSample, cache: ParseCache): ParsedSample {
  const { sections, limit } = parseContent(sample, cache);
  let text = '';
  for (const { blocks } of sections) {
    for (const block of blocks) {
      text += `${block.text}\n`;
      if (text.length > 3000) break;
    }
  }
  return { sample, sections, limit, language: identifyLanguage(text, sample.language) };
}

/** A sample counts when it finished and something was parsed from it. */
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

export class Reader {
  readonly vocabulary = new Vocabulary();
  readonly contents: BlockContent[] = [];
  /** By text, then by everything else that tells two blocks apart. */
  readonly #known = new Map<string, Map<string, BlockContent>>();
  readonly matcher: BrandMatcher;
  readonly #addresses: ReadonlyMap<string, TrueAddress>;

  /** @param addresses where the redirects of all samples lead, as far as it is known */
  constructor(matcher: BrandMatcher, addresses: ReadonlyMap<string, TrueAddress>) {
    this.matcher = matcher;
    this.#addresses = addresses;
  }

  read(parsed: ParsedSample): ReadSample {
    const blocks: ReadBlock[] = [];
    let words = 0;
    let length = 0;
    for (const { section, blocks: inSection } of parsed.sections) {
      const headings: { readonly level: number; readonly order: number }[] = [];
      const items: number[] = [];
      const listBase = blocks.length * 1000;
      for (const block of inSection) {
        const content = this.#contentOf(block, section, parsed.language.code);
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
          words += content.wordCount;
          length += content.text.length + 1;
        }
      }
    }
    return { sample: parsed.sample, language: parsed.language, limit: parsed.limit, blocks, words, length };
  }

  #contentOf(block: ParsedBlock, section: Section, language: string): BlockContent {
    let known = this.#known.get(block.text);
    if (known === undefined) {
      known = new Map();
      this.#known.set(block.text, known);
    }
    let form = `${section}|${block.kind}|${block.level}|${block.depth}|${block.ordered}|${block.header}|${language}|${block.href}`;
    for (const mark of block.marks) form += `|${mark.kind} ${mark.start} ${mark.end} ${mark.href}`;
    const found = known.get(form);
    if (found !== undefined) return found;
    const content = this.#build(block, section, language);
    known.set(form, content);
    this.contents.push(content);
    return content;
  }

  #build(block: ParsedBlock, section: Section, language: string): BlockContent {
    const mentions = this.matcher.find(block.text);
    const atoms = atomsOf(block, mentions, this.matcher);
    const tokens = tokenize(block.text, language, atoms);
    const bag = this.#bagOf(tokens);
    const headRange = headOf(block);
    const { words, headWords, bodyWords } = this.#termsOf(tokens, headRange);
    const head =
      block.kind === 'result' && block.href !== null
        ? ((trueAddress(block.href, this.#addresses)?.page ?? urlIdentity(block.href))?.normalised ?? '')
        : foldHead(block.text.slice(0, Math.min(headRange, LONGEST_HEAD)));
    const headBrands = mentions
      .filter((mention) => mention.start < headRange)
      .map((mention) => this.#brandAnchor(mention));
    return {
      index: this.contents.length,
      id: shortHash(`${block.kind}\u0000${section}\u0000${block.level}\u0000${block.text}`),
      kind: block.kind,
      section,
      text: block.text,
      marks: block.marks,
      level: block.level,
      depth: block.depth,
      ordered: block.ordered,
      header: block.header,
      href: block.href,
      language,
      direction: textDirection(block.text),
      tokens: { text: block.text, tokens },
      wordCount: countWords(tokens),
      bag,
      words,
      travelling: words.filter((word) => this.vocabulary.terms[word]?.travels === true),
      headWords,
      bodyWords,
      named: headRange > 0 && isNamed(block.text.slice(0, headRange), language),
      anchors: this.#anchorsOf(block, tokens, mentions),
      headBrands: sortedDistinct(Int32Array.from(headBrands).sort()),
      head,
      mentions,
    };
  }

  #bagOf(tokens: readonly Token[]): Int32Array {
    const bag: number[] = [];
    for (const token of tokens) {
      if (token.kind === 'mark' || token.kind === 'citation') continue;
      bag.push(this.vocabulary.word(token.kind === 'word' ? token.key.toLowerCase() : token.key));
    }
    return Int32Array.from(bag).sort();
  }

  #termsOf(
    tokens: readonly Token[],
    headRange: number,
  ): Pick<BlockContent, 'words' | 'headWords' | 'bodyWords'> {
    const terms = new Int32Array(tokens.length);
    let count = 0;
    let inHead = 0;
    for (const token of tokens) {
      const term = this.vocabulary.term(token);
      if (term < 0) continue;
      terms[count++] = term;
      if (token.start < headRange) inHead = count;
    }
    const words = sortedDistinct(terms.slice(0, count).sort());
    if (inHead === 0 || inHead === count)
      return {
        words,
        headWords: inHead === 0 ? NO_TERMS : words,
        bodyWords: inHead === 0 ? words : NO_TERMS,
      };
    return {
      words,
      headWords: sortedDistinct(terms.slice(0, inHead).sort()),
      bodyWords: sortedDistinct(terms.slice(inHead, count).sort()),
    };
  }

  #brandAnchor(mention: BrandMention): number {
    const brand = this.matcher.brands[mention.brand];
    return this.vocabulary.anchor({ kind: 'brand', key: brand?.id ?? '', label: brand?.name ?? '' });
  }

  #anchorsOf(block: ParsedBlock, tokens: readonly Token[], mentions: readonly BrandMention[]): Int32Array {
    const anchors: number[] = mentions.map((mention) => this.#brandAnchor(mention));
    const addUrl = (raw: string): void => {
      const address = trueAddress(raw, this.#addresses);
      if (address === null) return;
      const { page, domain } = address;
      if (page !== null)
        anchors.push(this.vocabulary.anchor({ kind: 'url', key: page.normalised, label: page.normalised }));
      anchors.push(this.vocabulary.anchor({ kind: 'domain', key: domain, label: domain }));
    };
    for (const mark of block.marks) if (mark.href !== undefined) addUrl(mark.href);
    if (block.href !== null) addUrl(block.href);
    for (const token of tokens) {
      if (token.kind === 'url') addUrl(token.key);
      else if (
        token.kind === 'price' ||
        token.kind === 'date' ||
        token.kind === 'code' ||
        (token.kind === 'number' && tells(token.key))
      ) {
        anchors.push(
          this.vocabulary.anchor({
            kind: token.kind,
            key: token.key,
            label: block.text.slice(token.start, token.end),
          }),
        );
      }
    }
    return sortedDistinct(Int32Array.from(anchors).sort());
  }
}

/** A bare "3" links nothing; "3 kg", "37" and "2.5" do. */
function tells(key: string): boolean {
  return /[^\d.]/.test(key) || key.length > 1;
}

const NO_TERMS = new Int32Array();

/** A model code, a capital inside a word, or two capitalised words where nouns have none: no label looks so. */
function isNamed(head: string, language: string): boolean {
  if (/\p{L}[^\s]*\d|\d[^\s\d]*\p{Lu}|\p{Ll}\p{Lu}/u.test(head)) return true;
  return language !== 'de' && (head.match(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}/gu)?.length ?? 0) > 1;
}

/** Stretches that stay whole: brand names, and links that are only citation marks. */
function atomsOf(
  block: ParsedBlock,
  mentions: readonly BrandMention[],
  matcher: BrandMatcher,
): readonly Atom[] {
  const atoms: Atom[] = block.marks
    .filter(({ kind }) => kind === 'citation')
    .map(({ start, end }) => ({ start, end, kind: 'citation', key: block.text.slice(start, end) }));
  for (const { start, end, brand } of mentions)
    atoms.push({ start, end, kind: 'brand', key: matcher.brands[brand]?.id ?? '' });
  // A citation comes before the name that its words are.
  atoms.sort((one, two) => one.start - two.start || (one.kind === 'citation' ? -1 : 1));
  const apart: Atom[] = [];
  for (const atom of atoms) {
    const last = apart.at(-1);
    if (last === undefined || atom.start >= last.end) apart.push(atom);
    else if (atom.kind === 'citation' && last.kind === 'brand') apart[apart.length - 1] = atom;
  }
  return apart;
}

const LEAD = /^[^:：–—\n]{1,60}?(?=\s*[:：–—]|\s+-\s)/;

/** Length of the part of the text that says what the block is about. */
export function headOf(block: ParsedBlock): number {
  switch (block.kind) {
    case 'heading':
      return block.text.length;
    case 'product':
    case 'result': {
      const line = block.text.indexOf('\n');
      return line === -1 ? block.text.length : line;
    }
    case 'table-row': {
      const cell = block.text.indexOf(' | ');
      return cell === -1 ? block.text.length : cell;
    }
    case 'list-item':
    case 'paragraph': {
      const strong = block.marks.find(
        (mark) => (mark.kind === 'strong' || mark.kind === 'link') && mark.start <= 2,
      );
      if (strong !== undefined && strong.end < 80) return strong.end;
      return block.kind === 'list-item' ? (LEAD.exec(block.text)?.[0].length ?? 0) : 0;
    }
    default:
      return 0;
  }
}

/** Characters of a head that are compared. */
const LONGEST_HEAD = 400;

/** Heads are compared without numbering, emoji and closing punctuation. */
function foldHead(head: string): string {
  return foldName(head)
    .replace(/^(?:\d{1,2}[.):]|[a-z]\))\s*/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})%]+$/gu, '');
}
