import type { SearchTerm } from './query.ts';

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

/** Text as it is compared: compatibility forms, case and diacritics folded. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(relative, (letter) => relatives[letter] ?? letter);
}

/** Adds every word that an answer with this text is found by. */
export function addIndexWords(text: string, words: Set<string>): void {
  const folded = foldText(text);
  if (plain.test(folded)) {
    for (const word of folded.match(plainRun) ?? []) words.add(word.slice(0, maxWord));
    return;
  }
  for (const found of folded.match(run) ?? []) {
    if (plain.test(found) || !unspacedCharacter.test(found)) words.add(found.slice(0, maxWord));
    else for (const chunk of chunksOf(found)) addChunk(chunk, words);
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

/** A word of the index, or what words of it begin with. */
export type IndexWord = { readonly text: string; readonly prefix: boolean };

export type TermWords = {
  /** Words of the index that must all be there. */
  readonly words: readonly IndexWord[];
  /** Whether having the words is all there is to it; otherwise they must also stand together. */
  readonly exact: boolean;
};

/** What to ask the index for a term; no words when there is nothing in it that is indexed. */
export function termWords(term: SearchTerm): TermWords {
  const words: IndexWord[] = [];
  const chunks = (foldText(term.text).match(run) ?? []).flatMap(chunksOf);
  for (const [at, chunk] of chunks.entries()) {
    const last = at === chunks.length - 1;
    if (!chunk.unspaced) {
      words.push({ text: chunk.text.slice(0, maxWord), prefix: term.kind === 'prefix' && last });
      continue;
    }
    const characters = [...chunk.text];
    if (characters.length === 1) words.push({ text: chunk.text, prefix: true });
    for (let at = 0; at + 1 < characters.length; at++)
      words.push({ text: `${characters[at] ?? ''}${characters[at + 1] ?? ''}`, prefix: false });
  }
  const exact = words.length === 1 && (words[0]?.text.length ?? 0) < maxWord;
  return { words, exact };
}
