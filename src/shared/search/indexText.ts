import type { SearchTerm } from './query.ts';
import { addIndexWords, type IndexWord, termWords } from './words.ts';

/** Texts as they go into the full-text index: each word once, in any order, apart by spaces. */
export function indexableText(texts: Iterable<string>): string {
  const words = new Set<string>();
  for (const text of texts) addIndexWords(text, words);
  return [...words].join(' ');
}

/** A search as the index understands it. */
export type IndexMatch = {
  /** Words that must all be there. */
  readonly wanted: readonly IndexWord[];
  /** Words none of which may be there. */
  readonly unwanted: readonly IndexWord[];
  /** Terms that the index finds too often: what it brings must be looked at. */
  readonly toCheck: readonly SearchTerm[];
};

export function indexMatch(terms: readonly SearchTerm[]): IndexMatch {
  const wanted: IndexWord[] = [];
  const unwanted: IndexWord[] = [];
  const toCheck: SearchTerm[] = [];
  for (const term of terms) {
    const { words, exact } = termWords(term);
    if (words.length === 0) continue;
    if (!exact) toCheck.push(term);
    // An excluded phrase excludes nothing by its words alone.
    if (term.negated && !exact) continue;
    (term.negated ? unwanted : wanted).push(...words);
  }
  return { wanted, unwanted, toCheck };
}

/**
 * The FTS5 expression for all of the wanted words and none of the others. Every word is quoted and holds letters and
 * digits only, so no character of the person's text reaches FTS5 as an operator.
 */
export function matchExpression(wanted: readonly IndexWord[], unwanted: readonly IndexWord[]): string {
  const all = quoted(wanted).join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${quoted(unwanted).join(' OR ')})`;
}

function quoted(words: readonly IndexWord[]): readonly string[] {
  return [...new Set(words.map(({ text, prefix }) => `"${text}"${prefix ? '*' : ''}`))];
}
