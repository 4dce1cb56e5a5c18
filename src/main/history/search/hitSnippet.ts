import type { SearchHit } from '#shared/model/search.ts';
import type { SearchTerm } from '#shared/search/query.ts';
import { cutOut, findTerms, type TermsFound } from '#shared/search/snippet.ts';
import type { SearchableText } from '../store/derive/searchFields.ts';

/** Characters of an answer's beginning. */
const beginningLength = 220;

/**
 * From the text that shows most of the terms; the answer itself goes before everything else. What it begins with where
 * nothing in it was looked for.
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
