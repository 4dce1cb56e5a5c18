/**
 * Terms that blocks are compared by: stems of words, values of numbers, model codes, names and URLs. Between
 * languages, only language-independent terms are compared.
 */
import { needsSegmenter, scriptOf } from './scripts.ts';
import { stopWords } from './stopWords.ts';
import type { Token } from './tokens.ts';

export type Term = {
  readonly key: string;
  /** Factor applied to the weight by rarity. */
  readonly factor: number;
  /** Whether it is language-independent: it stays the same in a translation. */
  readonly travels: boolean;
};

const stopped = new Set(Object.values(stopWords).flatMap((words) => [...words]));
const stopFactor = 0.15;
/**
 * Letters of a stem (P. McNamee, J. Mayfield, "Character N-Gram Tokenization", 2004: 4 to 5 are best for most
 * languages).
 */
const stemLength = 5;
/**
 * Minimum letters of a cognate. Shorter words of two languages are similar by chance (Simard, Foster, Isabelle,
 * "Using Cognates", 1992).
 */
const cognate = 4;

/** The term of a token; null for punctuation. */
export function termOf(token: Pick<Token, 'kind' | 'key'>): Term | null {
  switch (token.kind) {
    case 'mark':
      return null;
    case 'number':
    case 'price': {
      const value = token.key.split(' ')[0] ?? token.key;
      return { key: `#${value}`, factor: value.length > 1 ? 1.3 : 0.5, travels: true };
    }
    case 'date':
    case 'unread':
      return { key: `#${token.key}`, factor: 1.3, travels: true };
    case 'code':
      return { key: `#${token.key}`, factor: 1.6, travels: true };
    case 'brand':
      return { key: `@${token.key}`, factor: 1.3, travels: true };
    case 'url':
      return { key: token.key, factor: 1, travels: true };
    case 'word':
      return wordTerm(token.key);
  }
}

function wordTerm(written: string): Term {
  const word = written.toLowerCase();
  if (stopped.has(word)) return { key: word, factor: stopFactor, travels: false };
  if (isPlain(word)) {
    const key = word.length > stemLength ? word.slice(0, stemLength) : word;
    return { key, factor: word.length < 3 ? 0.4 : 1, travels: word.length >= cognate };
  }
  if (/\d/.test(word) && /\p{L}/u.test(word))
    return { key: `#${word.toUpperCase()}`, factor: 1.6, travels: true };
  const stem = stemOf(word);
  const latin = scriptOf(word.charCodeAt(0)) === 'Latn';
  return { key: stem, factor: latin && word.length < 3 ? 0.4 : 1, travels: latin && stem.length >= cognate };
}

/** The stem of a word that carries content; null for function words and single letters. */
export function contentStem(written: string): string | null {
  const word = written.toLowerCase();
  if (stopped.has(word) || (word.length < 2 && scriptOf(word.charCodeAt(0)) === 'Latn')) return null;
  return stemOf(word);
}

/** Whether a text has letters a to z only. */
function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 0x61 || unit > 0x7a) return false;
  }
  return true;
}

/** The part of a lower-case word that most of its inflections share: its first letters, without accents. */
function stemOf(word: string): string {
  if (needsSegmenter(scriptOf(word.charCodeAt(0)))) return word;
  return (isPlain(word) ? word : word.normalize('NFD').replace(/[\p{M}'’]/gu, '')).slice(0, stemLength);
}
