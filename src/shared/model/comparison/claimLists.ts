/** What answers say about brands: the aspect, the tone and the sentence. */

export const claimAspects = [
  'price',
  'quality',
  'performance',
  'reliability',
  'service',
  'delivery',
  'safety',
  'usability',
  'range',
  'design',
  'reputation',
  'sustainability',
  'general',
] as const;
export type ClaimAspect = (typeof claimAspects)[number];

export const claimTones = ['positive', 'negative', 'mixed', 'neutral'] as const;
export type ClaimTone = (typeof claimTones)[number];

export type Rating = { readonly aspect: ClaimAspect; readonly tone: ClaimTone };

/** The user's correction; it applies wherever the same sentence says something about the same brand. */
export type ClaimCorrection = {
  /** `Claim.id`, which identifies the brand, the sentence and the aspect by the rules. */
  readonly claim: string;
  /** The corrected rating; null if the sentence is not about the brand. */
  readonly as: Rating | null;
};

/** Incremented whenever a rule or word list changes ratings. Shown with every figure. */
export const claimRuleVersion = '2026-11.2';
