/** What answers say of brands: the aspect, the tone and the sentence that says it. */

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

/** What a person made of a rating; it holds wherever the same sentence says something of the same brand. */
export type ClaimCorrection = {
  /** The brand, the sentence and the aspect the rules gave: `Claim.id`. */
  readonly claim: string;
  /** Null: the sentence says nothing of the brand. */
  readonly as: Rating | null;
};

/** Raised whenever a rule or a word list changes what is rated; printed beside every figure. */
export const claimRuleVersion = '2026-11.2';
