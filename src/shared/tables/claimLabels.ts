import { languageName } from '../geo/languages.ts';
import type { ClaimAspect, ClaimTone } from '../model/comparison/claimLists.ts';
import type { Claim, ClaimLanguage } from '../model/comparison/comparison.ts';

/** Words for claims: the same in the window, in files and on the terminal. */

export const aspectLabel: Readonly<Record<ClaimAspect, string>> = {
  price: 'Price',
  quality: 'Quality',
  performance: 'Performance',
  reliability: 'Reliability',
  service: 'Service',
  delivery: 'Delivery',
  safety: 'Safety',
  usability: 'Ease of use',
  range: 'Features and range',
  design: 'Design',
  reputation: 'Reputation',
  sustainability: 'Sustainability',
  general: 'General',
};

export const toneLabel: Readonly<Record<ClaimTone, string>> = {
  positive: 'Positive',
  negative: 'Negative',
  mixed: 'Mixed',
  neutral: 'Neutral',
};

/** Beside a count, so that colour is never alone. */
export const toneSign: Readonly<Record<ClaimTone, string>> = {
  positive: '+',
  negative: '−',
  mixed: '±',
  neutral: '=',
};

export type ToneCounts = Readonly<Record<ClaimTone, number>>;

/** Claims by tone, each as often as answers make it; of one column where one is given. */
export function toneCounts(claims: readonly Claim[], column: number | null = null): ToneCounts {
  const counts = { positive: 0, negative: 0, mixed: 0, neutral: 0 };
  for (const { tone, spots } of claims)
    counts[tone] += column === null ? spots.length : spots.filter((spot) => spot.column === column).length;
  return counts;
}

/** `3+ 1−`; tones of which there is none are left out. */
export function countsLabel(counts: ToneCounts): string {
  const tones = ['positive', 'negative', 'mixed', 'neutral'] as const;
  return tones.flatMap((tone) => (counts[tone] === 0 ? [] : [`${counts[tone]}${toneSign[tone]}`])).join(' ');
}

/** How far the ratings of a language can be trusted, as a name and a figure: `German`, `86 % (25 of 29), kappa 0.78`. */
export function claimReliability({ code, state, agreement }: ClaimLanguage): readonly [string, string] {
  const name = code === 'und' ? 'Unknown' : languageName(code, 'en');
  if (agreement === null) return [name, 'Not available: no rules'];
  const { agreed, rated, kappa } = agreement;
  const measured = `${Math.round((100 * agreed) / rated)} % (${agreed} of ${rated}), kappa ${kappa.toFixed(2)}`;
  return [name, state === 'rated' ? measured : `Not available: only ${measured}`];
}

/** `German: 86 % agreement with human labels (25 of 29 rated, n 41, kappa 0.78)`. */
export function claimLanguageLabel({ code, state, agreement }: ClaimLanguage): string {
  const name = code === 'und' ? 'an unknown language' : languageName(code, 'en');
  if (agreement === null) return `Not available for ${name}: no rules`;
  const { agreed, rated, n, kappa } = agreement;
  const measured = `${Math.round((100 * agreed) / rated)} % agreement with human labels (${agreed} of ${rated} rated, n ${n}, kappa ${kappa.toFixed(2)})`;
  return state === 'rated' ? `${name}: ${measured}` : `Not available for ${name}: only ${measured}`;
}
