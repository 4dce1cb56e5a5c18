import type { SearchHit } from '#shared/model/search.ts';
import { cutOut, findTerms, type TermsFound } from '#shared/search/snippet.ts';
import type { SearchTerm } from '#shared/search/words.ts';
import type { SearchableText } from '../store/derive/searchFields.ts';

/** Maximum characters of an excerpt from the beginning of an answer. */
const beginningLength = 220;

/**
 * Taken from the text with most of the terms, preferably the answer itself; the beginning of the answer if
 * nothing matches.
 */
export function snippetFrom(
  texts: Iterable<SearchableText>,
  terms: readonly SearchTerm[],
): SearchHit['snippet'] {
  let best: { readonly field: SearchableText['field']; readonly found: TermsFound } | null = null;
  let answer = '';
  for (const { field, text } of texts) {
    if (field === 'answer') answer = text;
    const found = findTerms(text, terms);
    if (found.terms > (best?.found.terms ?? 0)) best = { field, found };
    if (found.terms === terms.length) break;
  }
  const snippet = best && cutOut(best.found);
  if (best === null || snippet === null) return beginningOf(answer.trim());
  const marks = snippet.marks.map(([start, end]): [number, number] => [start, end]);
  return { ...snippet, marks, field: best.field };
}

function beginningOf(answer: string): SearchHit['snippet'] {
  if (answer === '') return null;
  const text = [...answer.slice(0, 2 * beginningLength)].slice(0, beginningLength).join('');
  return { field: 'answer', text, marks: [], cutBefore: false, cutAfter: text.length < answer.length };
}
