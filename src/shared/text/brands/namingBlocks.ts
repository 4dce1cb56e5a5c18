/** The parts of an answer that name brands, with their places in lists that numbers, letters and signs count. */
import { headOf, type ParsedBlock } from '../markdown/parsedBlock.ts';
import { asDigit } from '../words/folding.ts';
import type { BrandMention } from './brands.ts';

/** A block of the answer that names brands. */
export type NamingBlock = {
  readonly content: Pick<ParsedBlock, 'kind' | 'text'> & { readonly mentions: readonly BrandMention[] };
  readonly listRank: number | null;
  /** Characters up to which a brand is the item of a numbered list and not only mentioned in it; 0 elsewhere. */
  readonly itemUntil: number;
  /** Characters of the answer before the block. */
  readonly offset: number;
};

/** A brand that starts the text of a numbered item, after an article or a mark, is the item. */
const itemStart = 5;

/** One to 99 as Chinese and Japanese write them. */
const numeral = '(?:[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])';
/**
 * Numbers of an item as answers write them, in bold or not: "1. Name", "1) Name", "(1) Name", "#1 Name", "No. 1: Name",
 * "Platz 1: Name", "１．Name", "1️⃣ Name", "① Name", "第1位：Name", "1º Name", "🥇 Name".
 */
const ordinal =
  '(?:#|№|(?:No|Nr|Nº|N°|N\\.º|N\\.°)\\.? ?|(?:Platz|Rang|Rank|Place|Position|Top|TOP|Puesto|Lugar|Posto|Plats|Plass|Plads|Sija|Paikka|Miejsce|Locul|Hely|Sıra|Место|Місце|Θέση|Numéro|Número|Numero|Nummer|Number|Pick|Choice|Option|Hạng|Peringkat|Nombor|Nomor|المركز|المرتبة|رتبه|מקום|स्थान|नंबर|อันดับ(?:ที่)?) ?#?)?';
const numbered = new RegExp(
  `^[\\s*_"“【]*(?:(?![🥇🥈🥉🔟])\\p{Extended_Pictographic}\\ufe0f?\\s*)?(?:${ordinal}(\\p{Nd}{1,2})(?:(?:\\.\\)|\\s?[:：]|[.)．）、]|(?<=[#№ ]\\p{Nd}{1,2})\\s[–—-](?=\\s))(?!\\p{Nd})|\\ufe0f?\\u20e3|\\.?[ºª]\\.?(?=\\s)|[位위名][】.:：]?|(?:er|re|ère|e|ème|st|nd|rd|th)(?: (?:place|plaats|pick|choice|spot))?\\s?[:–—-]|° posto\\s?[:–—-]|\\s(?:место|місце)\\s?[:–—-]|\\s·(?=\\s)|-?(?:е|е|ше|ге) (?:место|місце)\\s?[:：–—-])|` +
    `第(\\p{Nd}{1,2}|${numeral})[位名][】:：]?|[(（](\\p{Nd}{1,2})[)）](?=\\s)|#(\\p{Nd}{1,2})(?=\\s)|([①-⑳❶-❿➀-➓⓵-⓾㊀-㊉])|(🔟|🥇|🥈|🥉)|(${numeral})[、．.])\\s*`,
  'u',
);
/** "1 – Name", "1 | Name" are items only in headings and bold lines: elsewhere they are ranges and sums. */
const numberedHead = /^[\s*_"“]*(\p{Nd}{1,2})\s+[–—|-]\s+(?=\D)/u;
const namedNumbers: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 99 }, (_, at) => [inNumerals(at + 1), at + 1] as const),
  ...['🥇', '🥈', '🥉'].map((medal, at) => [medal, at + 1] as const),
  ['🔟', 10],
]);

function inNumerals(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  const digit = (value: number): string => '一二三四五六七八九'.charAt(value - 1);
  return `${tens > 1 ? digit(tens) : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digit(ones) : ''}`;
}
/** Letters that count a list, by alphabet, and Roman numbers. */
const letterSeries: readonly (readonly string[])[] = [
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' '),
  ...[
    'abcdefghijklmnopqrst',
    'абвгдежзик',
    'αβγδεζηθικ',
    'אבגדהוזחטי',
    'أبجدهوزحطي',
    '가나다라마바사아자차',
  ].map((alphabet) => [...alphabet]),
];
const lettered = /^[\s*_"“]*(?:[(（]([\p{L}ⅰ-ⅿⅠ-Ⅿ]{1,5})[)）]|([\p{L}ⅰ-ⅿⅠ-Ⅿ]{1,5})[.)．）、])\s+(?=\S)/u;
const letterInText = /(?<=\s)(?:[(（]([\p{L}ⅰ-ⅿⅠ-Ⅿ]{1,5})[)）]|([\p{L}ⅰ-ⅿⅠ-Ⅿ]{1,5})[.)．）、])(?=\s)/gu;

const isLong = (mark: RegExpExecArray): boolean => (mark[1] ?? mark[2] ?? '').normalize('NFKC').length > 1;

/** Places that a letter or Roman number may stand for, from 1; 0 in the series that it is not in. */
function placesOf(mark: RegExpExecArray): readonly number[] {
  const written = (mark[1] ?? mark[2] ?? '').normalize('NFKC').toLowerCase();
  return letterSeries.map((series) => series.indexOf(written) + 1);
}

/**
 * Places of the blocks of a section that letters or Roman numbers count ("A. Acme", "II. Kuvo"). One alone is an
 * initial or a word: they count from the first on, Roman numbers also from a later one that is no single letter.
 */
export function placesByLetters(blocks: readonly ParsedBlock[]): ReadonlyMap<ParsedBlock, number> {
  const places = new Map<ParsedBlock, number>();
  const last = new Map<
    string,
    { readonly block: ParsedBlock; readonly place: number; readonly isSure: boolean }
  >();
  for (const block of blocks) {
    if (!isNameBlock(block.kind) || block.depth > 0 || block.ordered) continue;
    const mark = lettered.exec(block.text);
    if (mark === null) continue;
    for (const [series, place] of placesOf(mark).entries()) {
      const list = `${block.kind} ${block.level} ${series}`;
      const before = last.get(list);
      const isNumber = series === 0 && isLong(mark);
      if (place > 1 && before?.place === place - 1 && (before.isSure || isNumber))
        places.set(before.block, place - 1).set(block, place);
      const isSure = place === 1 || isNumber || (place > 0 && places.get(block) === place);
      if (isSure || (series === 0 && place > 0)) last.set(list, { block, place, isSure });
    }
  }
  return places;
}

/** Between the label of an item and its brand: "Best overall – Strideon". */
const afterLabel = /^\s*[:：–—|-]\s*/;

/**
 * The number of a block in the list or in the numbered headings and paragraphs of an answer, and up to where a brand is
 * its item; see `NamingBlock`. Nested lists do not rank the whole answer.
 */
function placeOf(
  block: ParsedBlock,
  isPart: boolean,
  byLetter: number | undefined,
): Pick<NamingBlock, 'listRank' | 'itemUntil'> {
  const { kind, text, depth } = block;
  if (depth > 0) return { listRank: null, itemUntil: 0 };
  const label = headOf(block);
  const isHead = kind === 'heading' || (kind === 'paragraph' && label === text.length && label > 0);
  const mark =
    kind === 'table-row' || (kind === 'list-item' && block.ordered)
      ? null
      : (numbered.exec(text) ?? (isHead || isPart ? numberedHead.exec(text) : null));
  const written = mark?.slice(1).find((group) => group !== undefined);
  if (mark !== null && written !== undefined && isNameBlock(kind)) {
    return {
      listRank: numberOf(written),
      itemUntil: untilOf(text, Math.max(mark[0].length + itemStart, label)),
    };
  }
  if (byLetter !== undefined) {
    const until = (lettered.exec(text)?.[0].length ?? 0) + itemStart;
    return { listRank: byLetter, itemUntil: untilOf(text, Math.max(until, label)) };
  }
  const isItem = kind === 'list-item' && block.ordered;
  return { listRank: block.listRank, itemUntil: isItem ? untilOf(text, Math.max(itemStart, label)) : 0 };
}

/**
 * The parts of a block that name brands: one, or one for each numbered line of a paragraph ("① Acme", "② Kuvo").
 * @param offset characters of the answer before the block
 * @param byLetter its place if a letter counts it, see `placesByLetters`
 */
export function namingBlocks(
  block: ParsedBlock,
  mentions: readonly BrandMention[],
  offset: number,
  byLetter: number | undefined,
): readonly NamingBlock[] {
  if (mentions.length === 0) return [];
  const { kind, text } = block;
  let start = 0;
  const { lines, first } = kind === 'paragraph' ? letteredLines(text) : { lines: [], first: 1 };
  const parts = lines.length > 0 ? lines : kind === 'paragraph' ? partsOf(text) : [text];
  return parts.flatMap((part, at) => {
    const [from, end] = [start, start + part.length];
    start = end;
    const inPart = mentions.filter((mention) => mention.start >= from && mention.start < end);
    if (inPart.length === 0) return [];
    const isPart = part !== text;
    const { listRank, itemUntil } =
      isPart && bullet.test(part)
        ? { listRank: at + 1, itemUntil: untilOf(part, itemStart) }
        : placeOf(
            isPart ? { ...block, text: part, spans: [] } : block,
            isPart,
            lines.length > 0 ? at + first : byLetter,
          );
    return [{ content: { kind, text, mentions: inPart }, listRank, itemUntil: from + itemUntil, offset }];
  });
}

/** Of a list that is no Markdown. */
const bullet = /^[•▪●‣]\s/;
/** Where a line, or a number that no sentence contains, begins; Markdown joins lines. */
const beforeNumber = new RegExp(
  `(?<=\\n)|(?<=\\s)(?=[①-⑳❶-❿➀-➓⓵-⓾㊀-㊉🔟🥇🥈🥉•▪●‣]|${numeral}、|第${numeral}[位名]|【?第?\\p{Nd}{1,2}(?:[．、）]|\\ufe0f?\\u20e3|[位위名]))`,
  'u',
);
/**
 * Numbers that a sentence may contain too: they begin parts only if they count up from the paragraph's first word, from
 * a colon ("The best three: 1. Acme, 2. Kuvo"), or in brackets ("are (1) Acme and (2) Kuvo").
 */
const countedNumber = new RegExp(
  `(?<=^|\\s)(?:[(（](\\p{Nd}{1,2})[)）]|${ordinal}(\\p{Nd}{1,2})(?:\\.?\\)|\\s?[:：]|\\.(?!\\p{Nd})|\\.?[ºª]\\.?|(?:er|re|ère|e|ème|st|nd|rd|th)(?: (?:place|plaats|pick|choice|spot))?\\s?:|° posto\\s?:|\\s(?:место|місце)\\s?[:–—-]|\\s[–—·-]|(?<=#\\p{Nd}{1,2})(?=\\s\\p{Lu})))(?=\\s|\\p{Lu})`,
  'gu',
);

/**
 * A paragraph in the lines that letters count from its first word on ("A) Acme B) Kuvo"), with the place of the first,
 * which is 1 but for Roman numbers; empty if none do.
 */
function letteredLines(text: string): { readonly lines: readonly string[]; readonly first: number } {
  const none = { lines: [], first: 1 };
  const mark = lettered.exec(text);
  if (mark === null) return none;
  const places = placesOf(mark);
  const series = Math.max(0, places.indexOf(1));
  const first = places[series] ?? 0;
  if (first === 0) return none;
  const starts = [0];
  let isSure = first === 1 || isLong(mark);
  for (const found of text.matchAll(letterInText))
    if (placesOf(found)[series] === first + starts.length) {
      starts.push(found.index);
      isSure ||= isLong(found);
    }
  return starts.length < 2 || !isSure
    ? none
    : { lines: starts.map((start, at) => text.slice(start, starts[at + 1])), first };
}

/** "Acme (1) and" is a note behind a name. */
const upperCase = /^[(（]\p{Nd}{1,2}[)）]\s?["“*_]*[\p{Lu}\p{Lo}]/u;

/** A paragraph in the parts that its numbers begin. */
function partsOf(text: string): readonly string[] {
  const parts = text.split(beforeNumber);
  if (parts.length > 1) return parts;
  const starts: number[] = [];
  let next: number | null = null;
  for (const found of text.matchAll(countedNumber)) {
    const number = numberOf(found[1] ?? found[2] ?? '');
    const { index } = found;
    const inBrackets = found[1] !== undefined && upperCase.test(text.slice(index, index + 8));
    const begins = index === 0 || (number === 1 && (inBrackets || /[:：]/.test(text.charAt(index - 2))));
    if (next === null ? !begins : number !== next) continue;
    starts.push(index);
    next = number + 1;
  }
  if (starts.length < 2) return parts;
  if (starts[0] !== 0) starts.unshift(0);
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
}

/** Circled digits of three kinds. */
function numberOf(written: string): number {
  const named = namedNumbers.get(written);
  if (named !== undefined) return named;
  const code = written.codePointAt(0) ?? 0;
  if (code >= 0x24f5 && code <= 0x24fe) return code - 0x24f4;
  if (code >= 0x3280 && code <= 0x3289) return code - 0x327f;
  if (code >= 0x2776 && code <= 0x2793) return ((code - 0x2776) % 10) + 1;
  return Number([...written.normalize('NFKC')].map(asDigit).join(''));
}

function isNameBlock(kind: ParsedBlock['kind']): boolean {
  return kind === 'heading' || kind === 'paragraph' || kind === 'list-item';
}

function untilOf(text: string, label: number): number {
  const after = afterLabel.exec(text.slice(label, label + 8));
  return after === null ? label : label + after[0].length + itemStart;
}
