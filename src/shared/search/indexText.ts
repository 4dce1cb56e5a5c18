import type { SearchTerm } from './query.ts';

/**
 * Scripts that are written without spaces. Their characters are indexed one by one, so that any substring is
 * found as a phrase of characters, whatever a dictionary would call a word.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/gu;

/** Text as it goes into the full-text index; the tokenizer behind it splits at spaces and folds diacritics. */
export function indexableText(text: string): string {
  // FTS5 reads an expression up to its first NUL.
  return text.normalize('NFKC').replaceAll('\0', ' ').replace(unspaced, ' $& ');
}

/**
 * An FTS5 expression for the terms, or null when nothing can be matched (no terms, or all of them excluded).
 * Every term is quoted, so no character of the person's text reaches FTS5 as an operator.
 */
export function matchExpression(terms: readonly SearchTerm[]): string | null {
  const wanted = terms.filter((term) => !term.negated).map(quoted);
  if (wanted.length === 0) return null;
  const unwanted = terms.filter((term) => term.negated).map(quoted);
  const all = wanted.join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`;
}

function quoted(term: SearchTerm): string {
  const text = indexableText(term.text).replaceAll('"', ' ').replace(/\s+/gu, ' ').trim();
  return `"${text}"${term.kind === 'prefix' ? '*' : ''}`;
}
