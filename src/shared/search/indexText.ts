import { addIndexWords, type IndexWord, type SearchTerm, termWords } from './words.ts';

/** Text for the full-text index: each word once, in any order, separated by spaces. */
export function indexableText(texts: Iterable<string>): string {
  const words = new Set<string>();
  for (const text of texts) addIndexWords(text, words);
  return [...words].join(' ');
}

/** A search in terms of the index. */
export type IndexMatch = {
  /** Words that must all be there. */
  readonly wanted: readonly IndexWord[];
  /** Words none of which may be there. */
  readonly unwanted: readonly IndexWord[];
  /** Terms with false positives in the index: its results must be verified. */
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
    // The words of an excluded phrase exclude nothing by themselves.
    if (term.negated && !exact) continue;
    (term.negated ? unwanted : wanted).push(...words);
  }
  return { wanted, unwanted, toCheck };
}

/**
 * The FTS5 expression for all of the wanted words and none of the others. Every word is quoted and contains
 * letters and digits only, so no character of the user's text reaches FTS5 as an operator.
 */
export function matchExpression(wanted: readonly IndexWord[], unwanted: readonly IndexWord[]): string {
  const all = quoted(wanted).join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${quoted(unwanted).join(' OR ')})`;
}

function quoted(words: readonly IndexWord[]): readonly string[] {
  const spelled = (text: string, prefix: boolean): string => `"${text}"${prefix ? '*' : ''}`;
  return [
    ...new Set(
      words.map(({ text, prefix, others }) =>
        others.length === 0
          ? spelled(text, prefix)
          : `(${[text, ...others].map((word) => spelled(word, prefix)).join(' OR ')})`,
      ),
    ),
  ];
}
