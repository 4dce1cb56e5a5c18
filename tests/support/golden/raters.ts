/** How the tone of two raters is compared. */
import type { ClaimTone, Rating } from '#shared/model/comparison/claimLists.ts';

/** The tone of several ratings together. */
export function toneOfAll(ratings: readonly Pick<Rating, 'tone'>[]): ClaimTone {
  const tones = new Set(ratings.map(({ tone }) => tone).filter((tone) => tone !== 'neutral'));
  const [only = 'neutral'] = tones;
  return tones.size > 1 ? 'mixed' : only;
}

/** Agreement of two raters beyond what their habits alone would give: (observed - expected) / (1 - expected). */
export function cohensKappa<Label extends string>(pairs: readonly (readonly [Label, Label])[]): number {
  const n = pairs.length;
  if (n === 0) return 0;
  const counts = (at: 0 | 1): ReadonlyMap<Label, number> => {
    const found = new Map<Label, number>();
    for (const pair of pairs) found.set(pair[at], (found.get(pair[at]) ?? 0) + 1);
    return found;
  };
  const [first, second] = [counts(0), counts(1)];
  const observed = pairs.filter(([one, two]) => one === two).length / n;
  const expected = [...first].reduce(
    (sum, [label, of]) => sum + (of * (second.get(label) ?? 0)) / (n * n),
    0,
  );
  return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}
