/** Names that a translation must keep: brands by any of their spellings, other names and codes as they are written. */

import type { BrandMatcher } from '../text/brands/brands.ts';
import { foldName } from '../text/words/folding.ts';
import { usesLatin } from '../text/words/language.ts';
import type { NumberRules } from '../text/words/numberRules.ts';
import { tokenize } from '../text/words/tokens.ts';
import type { TextRange } from './sentences.ts';

export type KeptName = TextRange & {
  readonly text: string;
  /** Index into the matcher's brands; null for a name that is kept as written. */
  readonly brand: number | null;
};

/** Latin words in a text of another script that are no names: they have a word in every language. */
const commonWords = new Set([
  'OK',
  'No',
  'NO',
  'VS',
  'AM',
  'PM',
  'FAQ',
  'TOP',
  'Top',
  'NG',
  'Point',
  'POINT',
]);

/**
 * Names in a text, in order and without overlaps: brands, model codes, site names, and words in Latin letters inside
 * a text of another script.
 */
export function namesIn(text: string, rules: NumberRules, matcher: BrandMatcher): readonly KeptName[] {
  const brands: KeptName[] = matcher
    .find(text)
    .map(({ brand, start, end }) => ({ start, end, brand, text: text.slice(start, end) }));
  const named = brands.map(({ start, end }) => ({ start, end, key: 'brand' }));
  const latin = usesLatin(rules.language);
  const others: KeptName[] = tokenize(text, rules, named).flatMap(({ kind, start, end }) => {
    const written = text.slice(start, end);
    const isName =
      kind === 'code' ||
      kind === 'url' ||
      (kind === 'word' &&
        !latin &&
        /^(?=.*\p{Lu})[\p{Script=Latin}\d'’&.-]+$/u.test(written) &&
        written.length > 1);
    return isName && !commonWords.has(written) ? [{ start, end, brand: null, text: written }] : [];
  });
  return [...brands, ...others].sort((one, two) => one.start - two.start);
}

export type NameProblem = { readonly kind: 'lost' | 'added'; readonly name: string };

/** The first name that a translation lost or added; null if it kept all. */
export function nameProblem(
  names: readonly KeptName[],
  translated: string,
  targetLanguage: string,
  matcher: BrandMatcher,
): NameProblem | null {
  const found = new Set(matcher.find(translated, targetLanguage).map(({ brand }) => brand));
  const wanted = new Set(names.flatMap(({ brand }) => brand ?? []));
  const folded = foldName(translated).replace(/[\s-]+/g, '');
  for (const { brand, text } of names) {
    const isWritten = folded.includes(foldName(text).replace(/[\s-]+/g, ''));
    if (isWritten || (brand !== null && found.has(brand))) continue;
    // A word in Latin letters may be written in the target's own script.
    if (brand === null && !usesLatin(targetLanguage)) continue;
    return { kind: 'lost', name: text };
  }
  for (const brand of found) {
    const rule = matcher.brands[brand];
    // Detected names may be common words of the target language.
    if (!wanted.has(brand) && brand < matcher.listed && rule !== undefined)
      return { kind: 'added', name: rule.name };
  }
  return null;
}
