import { languageName } from '../geo/languages.ts';
import type { OrdinaryNames } from '../model/brand.ts';
import type { BrandDecision, BrandKind } from '../model/comparison/samples.ts';

export const brandKindLabel: Readonly<Record<BrandKind, string>> = {
  own: 'Your brand',
  competitor: 'Competitor',
  other: 'Other brand',
};

/** What share of voice divides by, in a comparison and elsewhere. */
export const shareOfNamedNote = 'Share of voice: of all brands named, listed or detected.';
export const shareOfListedNote = 'Share of voice: of the listed brands.';

/** A manual correction as a sentence without its full stop, the same in the window and on the terminal. */
export function decisionLabel(decision: BrandDecision, nameOf: (brandId: string) => string | null): string {
  switch (decision.kind) {
    case 'merge':
      return `${decision.fromName} merged into ${decision.intoName}`;
    case 'split':
      return `${decision.alias} separated from ${nameOf(decision.brand) ?? 'its brand'} as ${decision.as}`;
    case 'accept':
      return decision.as === 'own'
        ? `${decision.name} is your brand`
        : decision.as === 'competitor'
          ? `${decision.name} is a competitor`
          : `${decision.name} is another brand`;
    case 'dismiss':
      return `${decision.name} is not a brand`;
    case 'domain':
      return decision.as === null
        ? `${decision.domain} belongs to neither you nor a competitor`
        : decision.as === 'own'
          ? `${decision.domain} is yours`
          : `${decision.domain} belongs to a competitor`;
    case 'source':
      return decision.as === null
        ? `${decision.domain} has its automatic source type`
        : `${decision.domain} has the source type ${decision.as}`;
  }
}

/** Says that a name is a word too, with its lower-case uses in the stored answers. */
export function ordinaryWordLabel({
  name,
  answers,
  lowerCase,
  lowerCaseIn,
}: OrdinaryNames['words'][number]): string {
  const uses =
    answers === 0
      ? 'no stored answer contains it yet'
      : `${lowerCase} lower-case ${lowerCase === 1 ? 'use' : 'uses'} in ${lowerCaseIn} of the latest ${answers} stored ${answers === 1 ? 'answer' : 'answers'} that ${answers === 1 ? 'contains' : 'contain'} it`;
  return `“${name}” is also an ordinary word: ${uses}.`;
}

/** Where inflected forms of a name count. @param languages ISO 639-1; none: in every text of the script */
export const formLanguagesLabel = (languages: readonly string[]): string =>
  languages.length === 0
    ? 'All languages of this script'
    : languages.map((language) => languageName(language, 'en')).join(', ');

export const uncoveredFormsLabel = (languages: readonly string[]): string =>
  `Names are inflected in ${formLanguagesLabel(languages)} too, and their forms there are not known: list them as aliases.`;
