import type { SearchTerm } from './query.ts';
import { addIndexWords, termWords } from './words.ts';

/** Texts as they go into the full-text index: each word once, in any order, apart by spaces. */
export function indexableText(texts: Iterable<string>): string {
  const words = new Set<string>();
  for (const text of texts) addIndexWords(text, words);
  return [...words].join(' ');
}

/** A search as the index understands it. */
export type IndexMatch = {
  /** An FTS5 expression, or null when the index cannot narrow the search (no words, or all of them excluded). */
  readonly expression: string | null;
  /** Terms that the index finds too often: what it brings must be looked at. */
  readonly toCheck: readonly SearchTerm[];
};

/**
 * Every word is quoted and holds letters and digits only, so no character of the person's text reaches FTS5 as an
 * operator.
 */
export function indexMatch(terms: readonly SearchTerm[]): IndexMatch {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  const toCheck: SearchTerm[] = [];
  for (const term of terms) {
    const { words, exact } = termWords(term);
    if (words.length === 0) continue;
    if (!exact) toCheck.push(term);
    // An excluded phrase excludes nothing by its words alone.
    if (term.negated && !exact) continue;
    for (const { text, prefix } of words)
      (term.negated ? unwanted : wanted).push(`"${text}"${prefix ? '*' : ''}`);
  }
  if (wanted.length === 0) {
    for (const term of terms) if (term.negated && !toCheck.includes(term)) toCheck.push(term);
    return { expression: null, toCheck };
  }
  const all = [...new Set(wanted)].join(' AND ');
  return { expression: unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`, toCheck };
}
