/** What can be checked about a translation without knowing either language. */

import type { BrandMatcher } from '../text/brands/brands.ts';
import { usesLatin } from '../text/words/language.ts';
import { numberRules } from '../text/words/numberRules.ts';
import { scriptOf } from '../text/words/scripts.ts';
import { tokenize } from '../text/words/tokens.ts';
import { type KeptName, nameProblem } from './names.ts';
import { lostValues, type ReadText } from './values.ts';

/** Why a translation is not shown, as a sentence; null if nothing was lost. */
export function translationProblem(
  source: ReadText & { readonly names: readonly KeptName[] },
  target: ReadText,
  matcher: BrandMatcher,
): string | null {
  if (target.text.trim() === '') return 'The translator returned no text.';
  const name = nameProblem(source.names, target.text, target.language, matcher);
  if (name !== null)
    return name.kind === 'lost'
      ? `The translation lost the name “${name.name}”.`
      : `The translation names “${name.name}”, which the original does not.`;
  const { lost, added } = lostValues(source, target);
  const [gone] = lost;
  if (gone !== undefined) {
    const [instead] = added;
    return instead === undefined
      ? `The translation lost the number ${gone.label}.`
      : `The translation has the number ${instead.label} in place of ${gone.label}.`;
  }
  if (repeats(target)) return 'The translation repeats itself.';
  if (isUntranslated(source, target)) return 'The translator left the text as it is.';
  const letters = lettersOf(source.text);
  if (letters > 40 && lettersOf(target.text) < letters / 6)
    return 'The translation is much shorter than the original.';
  return null;
}

/** The same three words more than three times: what a model does that has lost its way. */
function repeats({ text, language, country }: ReadText): boolean {
  const words = tokenize(text, numberRules(language, country))
    .filter(({ kind }) => kind === 'word')
    .map(({ key }) => key.toLowerCase());
  const seen = new Map<string, number>();
  for (let at = 0; at + 2 < words.length; at++) {
    const run = `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
    const times = (seen.get(run) ?? 0) + 1;
    if (times > 3) return true;
    seen.set(run, times);
  }
  return false;
}

/** Equal to the original although it is longer than a name, or mostly in letters that the target does not use. */
function isUntranslated(
  source: ReadText & { readonly names: readonly KeptName[] },
  target: ReadText,
): boolean {
  const named = source.names.reduce((sum, { text }) => sum + text.length, 0);
  if (source.text.trim() === target.text.trim()) return source.text.length - named > 30;
  if (usesLatin(source.language) || !usesLatin(target.language)) return false;
  let foreign = 0;
  let letters = 0;
  for (let at = 0; at < target.text.length; at++) {
    const script = scriptOf(target.text.charCodeAt(at));
    if (script === 'Zyyy') continue;
    letters++;
    if (script !== 'Latn') foreign++;
  }
  return letters > shortLabel && foreign > letters * 0.5;
}

/** Letters of a name or label. */
const shortLabel = 12;

function lettersOf(text: string): number {
  return text.replace(/[^\p{L}]/gu, '').length;
}
