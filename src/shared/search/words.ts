export type SearchTerm = {
  readonly kind: 'word' | 'prefix' | 'phrase';
  readonly text: string;
  readonly negated: boolean;
};

/**
 * Scripts that are written without spaces. Their characters are indexed in pairs, so that any substring is found
 * by its pairs, whatever a dictionary would call a word.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]+/gu;
const unspacedCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const run = /[\p{L}\p{N}\p{M}]+/gu;
const plainRun = /[a-z0-9]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const plain = /^[\x00-\x7f]*$/;
/** Accents, Hebrew points and Arabic vowel signs; not the marks that make another letter of a Thai or Hindi one. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
/** Letters that are another letter with something added, though Unicode does not take them apart. */
const relatives: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};
const relative = /[ßæœøłđıς]/g;
/** Longer words are known by their beginning. */
const maxWord = 40;

/** Text as it is compared: compatibility forms, case and diacritics folded. A trade mark's sign is no part of its name. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.replace(/[^™℠]+/g, (part) =>
    part
      .normalize('NFKD')
      .replace(marks, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(relative, (letter) => relatives[letter] ?? letter),
  );
}

/** Currency signs, pictographs and flags are words by themselves. */
const symbol = /[\p{Sc}\p{Extended_Pictographic}]|\p{RI}{2}/gu;
/** Names that end in signs, such as C++, C# and Disney+. */
const signedName = /([\p{L}\p{N}]+)(\+{1,2}|#)(?![\p{L}\p{N}])/gu;
/** Abbreviations that are also written without their dots: U.S.A., and e.g. */
const dotted = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
/** Names with a dot inside that are also written without: Node.js, ASP.NET, Ph.D. */
const dottedName = /^(?:\p{L}{1,2}\.\p{L}{1,3}|[\p{L}\p{N}]+\.(?:js|net|io|ai))$/u;
/** Names with a sign inside that are also written without: AT&T, R&D. */
const joinedByAnd = /^[\p{L}\p{N}]{1,3}(?:&[\p{L}\p{N}]{1,3}){1,2}$/u;
/** "She'd" is no "shed". */
const contraction = /['’ʼ](?:s|d|ll|re|ve|m)$/;
const hangul = /\p{Script=Hangul}/u;
/** Korean particles follow a name in other letters without a space: ABUS는. */
const besideHangul = /\p{Script=Hangul}+|[^\p{Script=Hangul}]+/gu;
/** Letters that are written as two where a keyboard has no dots: Müller is Mueller. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** The Arabic article, also behind "and", "with", "like" and "so", before a word of three letters or more. */
const arabicArticle = /^[وبكف]?ال(?=[\p{Script=Arabic}]{3})/u;
/** The Hebrew article before a word of three letters or more. */
const hebrewArticle = /^ה(?=\p{Script=Hebrew}{3})/u;

/**
 * A symbol, or a name with signs, as one word of the index. Signs of ASCII stand in the private use area: the index
 * takes the others for spaces.
 */
const indexed = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) =>
    sign < '\x80' ? String.fromCharCode(0xe000 + sign.charCodeAt(0)) : sign,
  );

/** Behind a preposition the Arabic article loses its first letter: للقفل is "for the lock". */
const arabicForThe = /^[وف]?لل(?=[\p{Script=Arabic}]{3})/u;
/** Particles that hardly any Korean noun of three syllables or more ends in. */
const koreanParticle = /(?<=\p{Script=Hangul}{2})(?:은|는|을|를|에서|에게|으로|까지|부터|처럼|보다)$/u;

/** A word without its article, in the languages that write it together with the word. */
export const withoutArticle = (word: string): string =>
  word.replace(arabicArticle, '').replace(hebrewArticle, '');

/** What is looked for of a word: not its article, nor what is written together with it. */
export const searchedWord = (word: string): string => withoutArticle(word.replace(arabicForThe, ''));

/** 자물쇠는 is looked for as 자물쇠, whatever particle follows it in an answer. */
export const withoutParticle = (word: string): string => word.replace(koreanParticle, '');

const joinedForms = (...parts: readonly string[][]): readonly string[] =>
  parts.reduce((made, part) => made.flatMap((begin) => part.map((next) => begin + next)), ['']).slice(1);
/**
 * Conjunctions, prepositions and articles that are written together with the next word. A query is asked with all of
 * them, not indexed without them: the same letters begin many other words.
 */
const arabicPrefixes = joinedForms(['', 'و', 'ف'], ['', 'ب', 'ك', 'ل', 'ال', 'بال', 'كال', 'لل']);
const hebrewPrefixes = joinedForms(['', 'ו', 'ש', 'וש', 'כש'], ['', 'ה', 'ב', 'ל', 'מ', 'מה', 'כ']);

/** The prefixes under which a word of three letters or more is also found. */
export function prefixesOf(word: string): readonly string[] {
  if (/^\p{Script=Arabic}{3}/u.test(word)) return arabicPrefixes;
  return /^\p{Script=Hebrew}{3}/u.test(word) ? hebrewPrefixes : [];
}

/** Abbreviations without their dots. */
export const withoutDots = (folded: string): string =>
  folded.replace(dotted, (found) => found.replaceAll('.', ''));

/** Whether a character is of a kind; every kind has the letters a to z, which need no pattern. */
function isOf(kind: RegExp, text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 97 && unit <= 122) || kind.test(text[at] ?? '');
}

/** The stretches of characters of a kind in which a sign stands; without those that are longer than a kept word. */
function* stretches(text: string, sign: RegExp, kind: RegExp): Generator<string, void> {
  let end = 0;
  for (const { index } of text.matchAll(sign)) {
    if (index < end) continue;
    let from = index;
    while (from > end && index - from <= maxWord && isOf(kind, text, from - 1)) from -= 1;
    end = index;
    while (end < text.length && isOf(kind, text, end)) end += 1;
    if (end - from <= maxWord) yield text.slice(from, end);
  }
}

/**
 * Adds what an answer is found by beside the words as they stand in it. The text is searched for single characters, which
 * takes a tenth of the time of patterns that begin with any letter.
 */
function addOtherSpellings(text: string, folded: string, words: Set<string>): void {
  const add = (word: string): void => void words.add(word.slice(0, maxWord));
  const isPlain = plain.test(text);
  for (const [found] of text.matchAll(isPlain ? /\$/g : symbol)) words.add(indexed(found));
  for (const stretch of stretches(folded, /[+#]/g, /[\p{L}\p{N}+#]/u))
    for (const [found] of stretch.matchAll(signedName)) add(indexed(found));
  for (const stretch of stretches(folded, /\.(?=\p{L}\.)/gu, /[\p{L}\p{N}.]/u))
    for (const [found] of stretch.matchAll(dotted)) add(withoutDots(found));
  // Wi-Fi and e-bike are also written as one word; longer chains are not.
  for (const stretch of stretches(folded, /[-\u2010\u2011]/g, /[-\u2010\u2011\p{L}\p{N}\p{M}]/u)) {
    const parts = stretch.split(/[-\u2010\u2011]/);
    if (parts.length <= 3 && !parts.includes('')) add(parts.join(''));
  }
  for (const stretch of stretches(folded, /\.(?=\p{L})/gu, /[\p{L}\p{N}.]/u)) {
    const name = stretch.replace(/\.$/, '');
    if (dottedName.test(name)) add(name.replace('.', ''));
  }
  for (const stretch of stretches(folded, /&(?=[\p{L}\p{N}])/gu, /[\p{L}\p{N}&]/u))
    if (joinedByAnd.test(stretch)) add(stretch.replaceAll('&', ''));
  for (const stretch of stretches(folded, /['’ʼ](?=\p{L})/gu, /['’ʼ\p{L}\p{N}\p{M}]/u)) {
    const parts = stretch.replace(contraction, '').split(/['’ʼ]/);
    if (parts.length > 1 && parts.length <= 3 && !parts.includes('')) add(parts.join(''));
  }
  if (isPlain) return;
  const small = text.normalize('NFC').toLowerCase();
  for (const word of stretches(small, /[äöüøå]/g, /[\p{L}\p{N}\p{M}]/u)) add(foldText(withTwoLetters(word)));
}

/** Text as a keyboard without dots writes it: Mueller for Müller. */
export const withTwoLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => twoLetters[letter] ?? letter);

/** Wi-Fi and Node.js as one word; null for a chain of more than three parts, and for anything else. */
export function asOneWord(text: string): string | null {
  const name = text.replace(/\.$/, '');
  if (name.length <= maxWord && dottedName.test(name)) return name.replace('.', '');
  if (text.length > maxWord || !/^[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+){1,2}$/u.test(text))
    return null;
  return unspacedCharacter.test(text) ? null : text.replace(/[-\u2010\u2011]/g, '');
}

/** Adds every word that an answer with this text is found by. */
export function addIndexWords(text: string, words: Set<string>): void {
  const folded = foldText(text);
  addOtherSpellings(text, folded, words);
  if (plain.test(folded)) {
    for (const word of folded.match(plainRun) ?? []) words.add(word.slice(0, maxWord));
    return;
  }
  for (const found of folded.match(run) ?? []) {
    if (plain.test(found)) words.add(found.slice(0, maxWord));
    else if (!unspacedCharacter.test(found)) {
      words.add(found.slice(0, maxWord));
      words.add(withoutArticle(found).slice(0, maxWord));
      if (hangul.test(found))
        for (const part of found.match(besideHangul) ?? []) words.add(part.slice(0, maxWord));
    } else for (const chunk of chunksOf(found)) addChunk(chunk, words);
  }
}

type Chunk = { readonly text: string; readonly unspaced: boolean };

/** A run of letters and digits, cut where a script without spaces begins or ends. */
function chunksOf(found: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  for (const match of found.matchAll(unspaced)) {
    if (match.index > from) chunks.push({ text: found.slice(from, match.index), unspaced: false });
    chunks.push({ text: match[0], unspaced: true });
    from = match.index + match[0].length;
  }
  if (from < found.length) chunks.push({ text: found.slice(from), unspaced: false });
  return chunks;
}

function addChunk(chunk: Chunk, words: Set<string>): void {
  if (!chunk.unspaced) {
    words.add(chunk.text.slice(0, maxWord));
    return;
  }
  const characters = [...chunk.text];
  for (let at = 0; at < characters.length; at++)
    words.add(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`);
}

/**
 * What is kept of an indexed word so that all words with a short beginning are found without looking at each: its
 * first two letters, or the first character of a script without spaces.
 */
export function beginningOf(word: string): string {
  const [first = '', second = ''] = [...word.slice(0, 4)];
  return unspacedCharacter.test(first) ? first : first + second;
}

/** Whether words with this beginning are found by what `beginningOf` keeps. */
export function isShortBeginning(text: string): boolean {
  return beginningOf(text) === text;
}

/** Particles follow a Korean word without a space: 자물쇠 is also found in 자물쇠를. */
export const endsInHangul = (text: string): boolean => /\p{Script=Hangul}$/u.test(text);

/** A word of the index, or what words of it begin with. */
export type IndexWord = {
  readonly text: string;
  readonly prefix: boolean;
  /** Other words that are as good. */
  readonly others: readonly string[];
};

export type TermWords = {
  /** Words of the index that must all be there. */
  readonly words: readonly IndexWord[];
  /** Whether having the words is all there is to it; otherwise they must also stand together. */
  readonly exact: boolean;
};

/** A name with signs, or an abbreviation with dots, is one word of the index. */
function wholeWord(folded: string): string | null {
  // Longer ones are not kept as one word, and the patterns would take the square of their length.
  if (folded.length > maxWord) return null;
  const is = (pattern: RegExp): boolean => folded.match(pattern)?.[0] === folded;
  if (is(signedName)) return indexed(folded);
  return is(dotted) ? withoutDots(folded) : null;
}

/** What to ask the index for a term; no words when there is nothing in it that is indexed. */
export function termWords(term: SearchTerm): TermWords {
  const folded = foldText(term.text).trim();
  const signs = [...term.text.matchAll(symbol)].map(([found]) => indexed(found));
  const whole = wholeWord(folded);
  if (whole !== null)
    return { words: [{ text: whole.slice(0, maxWord), prefix: false, others: [] }], exact: true };
  const words: IndexWord[] = signs.map((text) => ({ text, prefix: false, others: [] }));
  const chunksIn = (text: string) => (text.match(run) ?? []).flatMap(chunksOf);
  const chunks = chunksIn(folded);
  const spelled = chunksIn(foldText(withTwoLetters(term.text)));
  const joined = asOneWord(folded);
  for (const [at, chunk] of chunks.entries()) {
    const last = at === chunks.length - 1;
    if (!chunk.unspaced) {
      const bare = searchedWord(chunk.text);
      const text = bare.slice(0, maxWord);
      const other = joined ?? spelled[at]?.text.slice(0, maxWord) ?? chunk.text;
      // Particles follow the last word of a Korean phrase too.
      const begins = term.kind === 'prefix' || (term.kind === 'phrase' && endsInHangul(chunk.text));
      const prefix = begins && (last || joined !== null);
      const prefixed = prefixesOf(bare).map((before) => (before + bare).slice(0, maxWord));
      words.push({ text, prefix, others: other === chunk.text ? prefixed : [other, ...prefixed] });
      continue;
    }
    const characters = [...chunk.text];
    if (characters.length === 1) words.push({ text: chunk.text, prefix: true, others: [] });
    for (let at = 0; at + 1 < characters.length; at++)
      words.push({ text: `${characters[at] ?? ''}${characters[at + 1] ?? ''}`, prefix: false, others: [] });
  }
  const exact = words.length === 1 && (words[0]?.text.length ?? 0) < maxWord;
  return { words, exact };
}
